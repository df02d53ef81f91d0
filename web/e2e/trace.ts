/** What the main thread of a page does, from Chromium's own trace. Times in ms of the processor. */

import type { CDPSession, Page } from 'playwright-core';

/** Work between two frames, and what it went into; `rest` is mostly script. */
export interface Frame {
  readonly work: number;
  readonly rest: number;
  readonly style: number;
  readonly layout: number;
  readonly paint: number;
}

export interface Scene {
  readonly frames: readonly Frame[];
  /** How long each task was. */
  readonly tasks: readonly number[];
}

/** A row of the trace: microseconds. */
interface Row {
  readonly name: string;
  readonly cat: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'];
const MARK = 'scene:';
const FRAME = 'FireAnimationFrame';

/** Where the time of a task goes; what is not named is script, or the browser's own. */
const PARTS: Readonly<Record<string, 'style' | 'layout' | 'paint'>> = {
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
};

/** From now on what happens belongs to this scene. */
export const beginScene = (page: Page, name: string): Promise<unknown> =>
  page.evaluate((mark) => performance.mark(mark), MARK + name);

async function read(session: CDPSession, stream: string): Promise<string> {
  let text = '';
  for (let eof = false; !eof;) {
    const part = await session.send('IO.read', { handle: stream });
    text += part.data;
    eof = part.eof;
  }
  await session.send('IO.close', { handle: stream });
  return text;
}

/** Traces while something is done, and tells it by scene. `slower`: how many times slower than here the processor is made. */
export async function traced(page: Page, slower: number, work: () => Promise<void>): Promise<Map<string, Scene>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await session.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    traceConfig: { includedCategories: CATEGORIES, recordMode: 'recordAsMuchAsPossible' },
  });
  await work();
  const done = new Promise<string>((resolve) => {
    session.once('Tracing.tracingComplete', ({ stream }) => resolve(stream ?? ''));
  });
  await session.send('Tracing.end');
  const { traceEvents } = JSON.parse(await read(session, await done)) as { traceEvents: Row[] };
  await session.detach();
  return scenesOf(traceEvents);
}

/** Of the processor: what the thread waited for others to leave it one is not its work. */
const lengthOf = ({ tdur = 0 }: Row): number => tdur / 1000;
const endOf = ({ ts, dur = 0 }: Row): number => ts + dur;
const isMark = ({ name }: Row): boolean => name.startsWith(MARK);

/** A scene begins with the task in which it is marked. */
function scenesOf(rows: readonly Row[]): Map<string, Scene> {
  const mark = rows.find(isMark);
  const own = rows.filter((row) => row.pid === mark?.pid && row.tid === mark.tid).sort((a, b) => a.ts - b.ts);
  const tasks = own.filter(({ name, ph }) => name === 'RunTask' && ph === 'X');
  const parts = own.filter(({ name, ph }) => ph === 'X' && (name in PARTS || name === FRAME));
  const marks = own.filter(isMark);
  const found = new Map<string, { frames: Frame[]; tasks: number[] }>();
  let [at, scene] = [0, ''];
  let open: Frame = NONE;
  for (const task of tasks) {
    while (marks[0] && marks[0].ts <= endOf(task)) scene = marks.shift()!.name.slice(MARK.length);
    const within: Row[] = [];
    for (; parts[at] && parts[at]!.ts <= endOf(task); at += 1) if (parts[at]!.ts >= task.ts) within.push(parts[at]!);
    open = sum(open, frameOf(task, within));
    const isDrawn = within.some(({ name }) => name === FRAME);
    if (scene !== '') {
      if (!found.has(scene)) found.set(scene, { frames: [], tasks: [] });
      found.get(scene)!.tasks.push(lengthOf(task));
      if (isDrawn) found.get(scene)!.frames.push(open);
    }
    if (isDrawn) open = NONE;
  }
  return found;
}

const NONE: Frame = { work: 0, rest: 0, style: 0, layout: 0, paint: 0 };

/** What a task went into; layout within style, and style within layout, do not occur. */
function frameOf(task: Row, within: readonly Row[]): Frame {
  const of = (part: string): number =>
    within.filter(({ name }) => PARTS[name] === part).reduce((total, row) => total + lengthOf(row), 0);
  const [work, style, layout, paint] = [lengthOf(task), of('style'), of('layout'), of('paint')];
  return { work, style, layout, paint, rest: work - style - layout - paint };
}

const sum = (a: Frame, b: Frame): Frame => ({
  work: a.work + b.work,
  rest: a.rest + b.rest,
  style: a.style + b.style,
  layout: a.layout + b.layout,
  paint: a.paint + b.paint,
});
