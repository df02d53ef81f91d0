/** How much room a text takes: a Chinese sign counts two. */
export const lengthOf = (text: string): number => [...text].reduce((sum, sign) => sum + (sign > '\u2e80' ? 2 : 1), 0);
