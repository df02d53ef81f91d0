/** What a page's main thread does, from Chromium's trace. Times are CPU time in ms. */

import type { CDPSession, Page } from 'playwright-core';

/** Work between two frames and how it splits; `rest` is mostly script. */
export interface Frame {
  readonly work: number;
  readonly rest: number;
  readonly style: number;
  readonly layout: number;
  readonly paint: number;
}

export interface Scene {
  readonly frames: readonly Frame[];
  /** Duration of each task. */
  readonly tasks: readonly number[];
}

/** An event of the trace; times in microseconds. */
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

/** How trace events map to parts of a task; anything else is script or the browser's own work. */
const PARTS: Readonly<Record<string, 'style' | 'layout' | 'paint'>> = {
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
};

/** Marks the start of a scene in the trace. */
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

/** Traces `work` and returns the measurements by scene. `slower`: CPU slowdown factor. */
export async function trace(page: Page, slower: number, work: () => Promise<void>): Promise<Map<string, Scene>> {
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

/** CPU time: waiting for other processes is not the thread's work. */
const lengthOf = ({ tdur = 0 }: Row): number => tdur / 1000;
const endOf = ({ ts, dur = 0 }: Row): number => ts + dur;
const isMark = ({ name }: Row): boolean => name.startsWith(MARK);

/** A scene starts with the task that contains its mark. */
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

/** Splits a task into parts; layout within style, or style within layout, does not occur. */
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
