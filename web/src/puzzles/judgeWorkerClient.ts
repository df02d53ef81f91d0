/** Sends requests to the worker that judges actions. */

import type { Step, Verdict } from './offlineJudge';
import type { JudgeAnswer, JudgedPuzzle, JudgeRequest } from './judgeMessages';

export class JudgeWorkerClient {
  readonly #worker = new Worker(new URL('./judge.worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, { resolve: (answer: JudgeAnswer) => void; reject: (error: unknown) => void }>();
  #last = 0;

  constructor(readonly puzzle: JudgedPuzzle) {
    this.#worker.onmessage = ({ data }: MessageEvent<JudgeAnswer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.failure === undefined) waiting?.resolve(data);
      else waiting?.reject(new Error(data.failure));
    };
    // A worker that does not load answers nothing.
    this.#worker.onerror = (event) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(event.message));
      this.#waiting.clear();
    };
  }

  async verdict(played: readonly string[]): Promise<{ verdict: Verdict; legal: readonly Step[] }> {
    const { verdict, legal = [] } = await this.#ask('verdict', played);
    return { verdict: verdict!, legal };
  }

  async winningActions(played: readonly string[]): Promise<readonly Step[]> {
    return (await this.#ask('winning', played)).winning ?? [];
  }

  close(): void {
    this.#worker.terminate();
  }

  #ask(ask: JudgeRequest['ask'], played: readonly string[]): Promise<JudgeAnswer> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, ask, puzzle: this.puzzle, played } satisfies JudgeRequest);
    });
  }
}
