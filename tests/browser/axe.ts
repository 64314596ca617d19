import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Axe leaves this rule out unless it is asked: who speaks to the browser says what a button shows. */
const rules = { 'label-content-name-mismatch': { enabled: true } };

/** What axe finds wrong with what is shown, with the elements. */
export async function violationsOf(page: Page): Promise<readonly (readonly [string, readonly string[]])[]> {
  const hasFrame = (await page.locator('iframe').count()) > 0;
  // A frame in which no script runs never answers axe: the page around it is looked at alone.
  const builder = new AxeBuilder({ page }).options({ rules, iframes: !hasFrame }).setLegacyMode(hasFrame);
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)] as const);
}
