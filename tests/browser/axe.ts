import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { tooWide } from './wide.ts';

/** Axe leaves this rule out unless it is asked: who speaks to the browser says what a button shows. */
const rules = { 'label-content-name-mismatch': { enabled: true } };

type Violations = readonly (readonly [string, readonly string[]])[];

/** What axe finds. It is half a megabyte of script, which a page is given once. */
async function found(page: Page, options: object): Promise<Violations> {
  if (!(await page.evaluate<boolean>("'axe' in window")))
    await new AxeBuilder({ page }).setLegacyMode().withRules('document-title').analyze();
  return await page.evaluate<Violations>(
    `axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then(({ violations }) =>
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
  );
}

/** What axe finds wrong with what is shown, with the elements, and with its colours in the light and in the dark. */
async function violationsOf(page: Page): Promise<Violations> {
  const hasFrame = (await page.locator('iframe').count()) > 0;
  // A frame in which no script runs never answers axe: the page around it is looked at alone.
  const all = await found(page, { rules, iframes: false });
  // The content of a frame is drawn again when the colours change.
  if (hasFrame) return all;
  const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches");
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  const others = await found(page, { runOnly: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  return [...all, ...others];
}

/** What can be pressed and is smaller than 24 pixels, with nothing free around it. */
export const tooSmall = async (page: Page): Promise<Violations> =>
  await found(page, { runOnly: ['target-size'], iframes: false });

/** What is shown can be used by everyone, and nothing in it scrolls sideways. */
export async function isSound(page: Page): Promise<void> {
  expect({ wrong: await violationsOf(page), tooWide: await tooWide(page) }).toEqual({
    wrong: [],
    tooWide: [],
  });
}
