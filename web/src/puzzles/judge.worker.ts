/** The worker that judges actions. It keeps the page responsive, because a search may take a second. */

import { OfflineJudge } from './offlineJudge';
import type { JudgeAnswer, JudgeRequest } from './judgeMessages';

/**
 * The part of the global scope that this file uses. TypeScript's library for workers cannot be combined with the one
 * for pages.
 */
declare const self: {
  onmessage: ((event: MessageEvent<JudgeRequest>) => void) | null;
  postMessage(answer: JudgeAnswer): void;
};

let judge: OfflineJudge | null = null;

/**
 * The judge for a request. It is kept while the puzzle is the same, because it remembers the results of its searches.
 */
function judgeFor({ puzzle: { table, seat, line } }: JudgeRequest): OfflineJudge {
  if (judge === null || JSON.stringify([judge.table, judge.line]) !== JSON.stringify([table, line]))
    judge = new OfflineJudge(table, seat, line);
  return judge;
}

function answerTo(request: JudgeRequest): JudgeAnswer {
  const { id, ask, played } = request;
  try {
    const judge = judgeFor(request);
    if (ask === 'winning') return { id, winning: judge.winningAfter(played) };
    const verdict = judge.judge(played.slice(0, -1), played.at(-1)!);
    const texts = [...played, ...verdict.answers.map(({ text }) => text)];
    return { id, verdict, legal: verdict.isOver ? [] : judge.actionsAfter(texts) };
  } catch (error) {
    return { id, failure: String(error) };
  }
}

self.onmessage = ({ data }) => self.postMessage(answerTo(data));
