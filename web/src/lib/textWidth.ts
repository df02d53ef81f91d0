/** The width of a text in letters; a Chinese character counts as two. */
export const lengthOf = (text: string): number => [...text].reduce((sum, sign) => sum + (sign > '\u2e80' ? 2 : 1), 0);
