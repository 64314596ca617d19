import { expect, it } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnEngine } from '../harness/spawned-engine.ts';
import { violationsOf } from './axe.ts';
import { openPage, withBrowser } from './browser.ts';

const shared = withBrowser(async () => ({ engine: await spawnEngine(temporaryDir(), { SVC_DEMO: '1' }) }));

it('sends a task, shows the streamed answer, and shows the same after a reload', async () => {
  const { page, complaints } = await openPage(shared.browser, shared.engine.baseUrl);
  await page.getByLabel('Task', { exact: true }).fill('help');
  await page.keyboard.press('Enter');
  await page.locator('.footer > summary', { hasText: 'Done ·' }).waitFor();
  const answer = page.locator('.answer');
  const streamed = await answer.innerText();
  expect(streamed).toContain('I am the demo model');
  expect(await answer.locator('li').count()).toBeGreaterThan(5);
  await page.reload();
  await page.locator('.footer > summary', { hasText: 'Done ·' }).waitFor();
  expect(await answer.innerText()).toBe(streamed);
  expect(complaints).toEqual([]);
});

it.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 360],
] as const)('has no accessibility violation in %s at %i px', async (colorScheme, width) => {
  const viewport = { width, height: 740 };
  const { page, complaints } = await openPage(shared.browser, shared.engine.baseUrl, {
    colorScheme,
    viewport,
  });
  await page.getByLabel('Task', { exact: true }).fill('help');
  await page.keyboard.press('Enter');
  await page.locator('.footer > summary', { hasText: 'Done ·' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
