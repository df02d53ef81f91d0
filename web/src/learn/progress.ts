/** Which lessons this browser has been led through. */

const KEY = 'paiju.lessons';

export const finishedLessons = (): ReadonlySet<string> =>
  new Set((localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean));

export function finishLesson(family: string): void {
  localStorage.setItem(KEY, [...new Set([...finishedLessons(), family])].join(' '));
}
