import { expect, it } from '@jest/globals';
import { isSound } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { isDone, narrow, send } from './in-page.ts';

const shared = withBrowser(demo);

it('sends a task, shows the streamed answer, and shows the same after a reload', async () => {
  const page = await shared.open();
  await send(page, 'help');
  await isDone(page);
  const answer = page.locator('.answer');
  const streamed = await answer.innerText();
  expect(streamed).toContain('I am the demo model');
  expect(await answer.locator('li').count()).toBeGreaterThan(5);
  await page.reload();
  await isDone(page);
  expect(await answer.innerText()).toBe(streamed);
  await isSound(page);
  await narrow(page);
  await isSound(page);
});
