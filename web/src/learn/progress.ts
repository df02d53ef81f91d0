/** The lessons that have been completed in this browser. */

const KEY = 'paiju.lessons';

export const finishedLessons = (): ReadonlySet<string> =>
  new Set((localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean));

export function finishLesson(family: string): void {
  localStorage.setItem(KEY, [...new Set([...finishedLessons(), family])].join(' '));
}
