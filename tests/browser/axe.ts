import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Axe leaves this rule out unless it is asked: who speaks to the browser says what a button shows. */
const rules = { 'label-content-name-mismatch': { enabled: true } };

/** What axe finds wrong with what is shown, with the elements. */
export async function violationsOf(page: Page): Promise<readonly (readonly [string, readonly string[]])[]> {
  const { violations } = await new AxeBuilder({ page }).options({ rules }).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)] as const);
}
