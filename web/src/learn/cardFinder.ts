/**
 * Returns a function that collects the cards in a text in a canonical order, so that `play 8s 8h` and `8h8s` give the
 * same result.
 */
export function cardFinder(names: readonly string[]): (text: string) => string {
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  const card = new RegExp(longestFirst.join('|'), 'g');
  return (text) => (text.match(card) ?? []).sort().join(' ');
}
