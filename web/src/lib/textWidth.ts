/** The width of a text in letters. A Chinese character counts as two letters. */
export const textWidth = (text: string): number => [...text].reduce((sum, sign) => sum + (sign > '\u2e80' ? 2 : 1), 0);
