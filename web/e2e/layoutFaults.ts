/** Layout faults of a page; runs inside the page. */

export interface Faults {
  readonly overlaps: string[];
  readonly outside: string[];
  readonly small: string[];
  readonly cut: string[];
  readonly slices: string[];
}

/** Selectors of table elements that must not touch one another. */
export const APART = [
  '.notices > *',
  '.bar > *',
  '.area .plate',
  '.area .play',
  '.area .word',
  '.area .caption',
  '.around > .bottom',
  '.felt > .thing',
  '.message',
  '.controls > *',
  '.own .face',
  '.own .words',
  '.tools .tool',
  '.hand',
].join(',');

export function findFaults(apart: string): Faults {
  const faults: Faults = { overlaps: [], outside: [], small: [], cut: [], slices: [] };
  const seen = (element: Element): boolean => {
    const box = element.getBoundingClientRect();
    return (
      box.width > 0 &&
      box.height > 0 &&
      getComputedStyle(element).visibility !== 'hidden' &&
      !element.closest('.sr-only')
    );
  };
  const nameOf = (element: Element): string =>
    `${
      element.className
        .toString()
        .replace(/svelte-\w+/g, '')
        .trim() || element.tagName
    }:${element.textContent?.trim().slice(0, 12)}`;
  /** The hand's box includes space for lifted cards, so only its cards are measured. */
  const boxOf = (element: Element): { left: number; top: number; right: number; bottom: number } => {
    const cards = element.matches('.hand')
      ? [...element.querySelectorAll('.slot')].map((slot) => slot.getBoundingClientRect())
      : [];
    if (cards.length === 0) return element.getBoundingClientRect();
    return {
      left: Math.min(...cards.map((box) => box.left)),
      top: Math.min(...cards.map((box) => box.top)),
      right: Math.max(...cards.map((box) => box.right)),
      bottom: Math.max(...cards.map((box) => box.bottom)),
    };
  };

  const isEmptyHand = (element: Element): boolean => element.matches('.hand') && !element.querySelector('.slot');

  const things = [...document.querySelectorAll(apart)].filter((element) => seen(element) && !isEmptyHand(element));
  const boxes = things.map((element) => ({ element, box: boxOf(element) }));
  boxes.forEach(({ element, box }, at) => {
    for (const other of boxes.slice(at + 1)) {
      if (element.contains(other.element) || other.element.contains(element)) continue;
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      if (wide > 1 && high > 1)
        faults.overlaps.push(`${nameOf(element)} × ${nameOf(other.element)} (${Math.round(wide)}×${Math.round(high)})`);
    }
    if (box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
      faults.outside.push(nameOf(element));
  });

  for (const element of document.querySelectorAll('button:not(.slot), a.button, select, input')) {
    if (!seen(element)) continue;
    const box = element.getBoundingClientRect();
    const target = element.matches('[type=checkbox], [type=radio]')
      ? element.closest('label')!.getBoundingClientRect()
      : box;
    if (target.height < 43.5 || target.width < 43.5)
      faults.small.push(`${nameOf(element)} ${Math.round(box.width)}×${Math.round(box.height)}`);
    if (element.scrollWidth > element.clientWidth + 1) faults.cut.push(nameOf(element));
  }
  for (const element of document.querySelectorAll('.message, .title, .words'))
    if (seen(element) && element.scrollWidth > element.clientWidth + 1) faults.cut.push(nameOf(element));
  for (const name of document.querySelectorAll<HTMLElement>('.plate .name'))
    if (name.offsetParent && !seen(name)) faults.cut.push(nameOf(name));
  // Words of a name must not be broken; Chinese characters may wrap anywhere.
  for (const name of document.querySelectorAll('.name')) {
    const text = name.firstChild;
    if (!(text instanceof Text) || !seen(name)) continue;
    for (const { index, 0: word } of text.data.matchAll(/[^\s\p{Script=Han}]+/gu)) {
      const range = new Range();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
        faults.cut.push(`broken ${word}`);
    }
  }
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) faults.outside.push(`page ${page.scrollWidth}`);

  const slots = [...document.querySelectorAll('.slot')].map((slot) => slot.getBoundingClientRect());
  slots.forEach((box, at) => {
    const next = slots[at + 1];
    if (box.height < (document.querySelector('.zipai') ? 43.5 : 60)) faults.slices.push(`height ${box.height}`);
    if (!next) return;
    const [right, down] = [next.left - box.left, next.top - box.top];
    if (Math.abs(right) < 1) {
      // In a column each card must show a tap target.
      if (Math.min(down, box.width) < 43.5) faults.slices.push(`column ${box.width}×${down}`);
    } else if (Math.abs(down) < 1) {
      if (right < 25.9) faults.slices.push(`slice ${right}`);
    } else if (right < 0 && down < 59.9) faults.slices.push(`row ${down}`);
  });
  return faults;
}

/** Measurements of a table, in px. */
export interface Measures {
  readonly block: readonly [width: number, height: number];
  /** Card widths: in the hand, of the play to beat, and the widest of the other plays. */
  readonly hand: number;
  readonly beat: number;
  readonly other: number;
  /** The smallest of the other players' avatars. */
  readonly face: number;
  /** The smallest font sizes: card counts, names, points. */
  readonly count: number;
  readonly name: number;
  readonly points: number;
  /** The part of the felt covered by the largest empty rectangle. */
  readonly empty: number;
  /** The least height of the buttons; the bottom right corner of the primary one, and whether it is the widest. */
  readonly button: number;
  readonly primary: readonly [right: number, bottom: number];
  readonly widest: boolean;
  /** It is the viewer's turn: the edge is gold, and only the primary button has the countdown. */
  readonly turn: boolean;
}

/** Measures a table of Dou Dizhu; runs inside the page. */
export function measure(): Measures {
  const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
  const boxes = (selector: string): DOMRect[] => all(selector).map((element) => element.getBoundingClientRect());
  const widths = (selector: string): number[] => boxes(selector).map(({ width }) => Math.round(width));
  const types = (selector: string): number[] => all(selector).map((one) => parseFloat(getComputedStyle(one).fontSize));
  const block = boxes('.block')[0]!;
  const felt = boxes('.felt')[0]!;
  const buttons = boxes('.controls .button');
  const primary = buttons.at(-1);

  /** The largest empty rectangle of the felt. */
  const things = boxes(
    '.area .plate,.area .play,.area .caption,.area .word,.area .bottom,.message span,.controls .button',
  );
  const sides = things.flatMap(({ left, right }) => [left, right]).filter((x) => x > felt.left && x < felt.right);
  const xs = [felt.left, ...sides, felt.right].sort((a, b) => a - b);
  let largest = 0;
  for (const [at, left] of xs.entries())
    for (const right of xs.slice(at + 1)) {
      const within = things.filter((box) => box.left < right - 1 && box.right > left + 1).sort((a, b) => a.top - b.top);
      let from = felt.top;
      for (const { top, bottom } of [...within, { top: felt.bottom, bottom: felt.bottom }]) {
        largest = Math.max(largest, (right - left) * (top - from));
        from = Math.max(from, bottom);
      }
    }

  const edge = getComputedStyle(document.querySelector('.edge')!, '::after');
  const clock = document.querySelector('.controls .button:last-child .countdown');
  return {
    block: [Math.round(block.width), Math.round(block.height)],
    hand: Math.min(...widths('.hand .card')),
    beat: Math.min(...widths('.play.beat .card')),
    other: Math.max(0, ...widths('.play:not(.beat) .card')),
    face: Math.min(...widths('.area .plate .face')),
    count: Math.min(...types('.area .plate .left')),
    name: Math.min(...types('.plate .name')),
    points: Math.min(...types('.plate .points')),
    empty: largest / (felt.width * felt.height),
    button: Math.min(...buttons.map(({ height }) => height)),
    primary: [Math.round(primary?.right ?? 0), Math.round(primary?.bottom ?? 0)],
    widest: buttons.every(({ width }) => width <= (primary?.width ?? 0)),
    turn: edge.opacity === '1' && clock !== null && document.querySelector('.own .ring') === null,
  };
}
