import axe from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    readonly axe?: typeof axe;
  }
}

/** What axe reports for the page in its current state. */
export async function findings(page: Page): Promise<string[]> {
  if (await page.evaluate(() => !window.axe)) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await window.axe!.run({ resultTypes: ['violations'] });
    return violations.flatMap((one) =>
      one.nodes.map((node) => `${one.id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    );
  });
}
