/**
 * A page as a blind player uses it: Chromium's accessibility tree, live regions and the keyboard. Uses no class, id or
 * client state.
 */

import type { CDPSession, Page } from 'playwright-core';

/** A node of the accessibility tree with the names of the groups around it. */
export interface Thing {
  readonly role: string;
  readonly name: string;
  readonly within: readonly string[];
  readonly pressed: boolean;
  readonly disabled: boolean;
  readonly focused: boolean;
  /** Heading level. */
  readonly level: number;
}

const GROUPS = new Set(['group', 'region', 'alertdialog', 'navigation']);

type Node = Awaited<ReturnType<typeof treeOf>>[number];
const treeOf = async (session: CDPSession) => (await session.send('Accessibility.getFullAXTree')).nodes;

/** Records announcements: text that appears or changes within live regions. */
function listen(): void {
  const heard: string[] = [];
  Object.assign(window, { heard });
  const live = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]';
  new MutationObserver((changes) => {
    const texts = changes.flatMap(({ type, target, addedNodes }) =>
      type === 'characterData' ? [target] : [...addedNodes],
    );
    for (const text of new Set(texts)) {
      const within = text instanceof Element ? text : text.parentElement;
      const said = text.textContent?.trim();
      if (said && text.isConnected && within?.closest(live)) heard.push(said);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

export class ScreenReader {
  private constructor(
    readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  static async of(page: Page): Promise<ScreenReader> {
    await page.addInitScript(listen);
    const session = await page.context().newCDPSession(page);
    await session.send('Accessibility.enable');
    return new ScreenReader(page, session);
  }

  /** All announcements so far. */
  heard(): Promise<string[]> {
    return this.page.evaluate(() => [...(window as unknown as { heard: string[] }).heard]);
  }

  async things(): Promise<Thing[]> {
    const nodes = await treeOf(this.session);
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const found: Thing[] = [];
    const walk = (node: Node | undefined, within: readonly string[]): void => {
      if (!node) return;
      const thing = thingOf(node, within);
      if (!node.ignored) found.push(thing);
      const inside = !node.ignored && GROUPS.has(thing.role) && thing.name ? [...within, thing.name] : within;
      for (const child of node.childIds ?? []) walk(byId.get(child), inside);
    };
    walk(nodes[0], []);
    return found;
  }

  /** Moves focus with Tab or Shift+Tab to the first node that matches; returns false if it disappeared meanwhile. */
  async tabTo(what: (thing: Thing) => boolean, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<boolean> {
    for (let steps = 0; steps < 40; steps += 1) {
      const things = (await this.things()).filter(what);
      if (things.some(({ focused }) => focused)) return true;
      if (things.length === 0) return false;
      await this.page.keyboard.press(key);
    }
    throw new Error('Tab does not lead there');
  }
}

function thingOf(node: Node, within: readonly string[]): Thing {
  const value = (name: string): unknown => node.properties?.find((one) => one.name === name)?.value.value;
  return {
    role: String(node.role?.value ?? ''),
    name: String(node.name?.value ?? ''),
    within,
    pressed: value('pressed') === 'true',
    disabled: value('disabled') === true,
    focused: value('focused') === true,
    level: Number(value('level') ?? 0),
  };
}
