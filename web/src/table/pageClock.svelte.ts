/** The time on the page clock as reactive state. */
export function createPageClock(): { readonly now: number } {
  let now = $state(performance.now());
  $effect(() => {
    const timer = setInterval(() => (now = performance.now()), 200);
    return () => clearInterval(timer);
  });
  return {
    get now() {
      return now;
    },
  };
}
