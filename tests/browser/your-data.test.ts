import { expect } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnEngine } from '../harness/spawned-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { violationsOf } from './axe.ts';
import { openPage, withBrowser } from './browser.ts';
import { NARROW, tooWide } from './wide.ts';

const shared = withBrowser(async () => ({
  engine: await spawnEngine(temporaryDir(), { SVC_DEMO: '1' }),
}));

async function ran(task: string): Promise<void> {
  const { client } = shared.engine;
  const { sessionId } = await client['sessions.create']({ body: {} });
  const { events } = await client['runs.start']({ params: { id: sessionId }, body: { task } });
  for await (const event of events) if (event.type === 'error') throw new Error(event.data.error);
}

verifies('page.your-data', 'everything is downloaded, moved and erased, with what that means', async () => {
  await ran('Remember the pumpernickel');
  const { page, complaints } = await openPage(shared.browser, shared.engine.baseUrl, {
    path: '/#/your-data',
  });
  await page.getByRole('heading', { name: 'Your data' }).waitFor();
  await page.getByText('would move', { exact: false }).waitFor();
  expect(await violationsOf(page)).toEqual([]);

  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'As one JSON document' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^svc-export-\d{4}(?:-\d\d){5}\.json$/u);
  await page.getByText('The last download was complete', { exact: false }).waitFor();

  const move = page.getByRole('region', { name: 'Move to another machine' });
  await move.getByRole('button', { name: 'Move everything' }).click();
  await move.getByText('Enter the address.').waitFor();
  await move.getByText('Enter the token.').waitFor();
  await move.getByLabel('Address of the other svc').fill('http://example.com:3000');
  await move.getByLabel('Token').fill('0'.repeat(64));
  await move.getByRole('button', { name: 'Move everything' }).click();
  await move.getByRole('alert').getByText(/./u).first().waitFor();

  const erase = page.getByRole('region', { name: 'Erase everything' });
  const begin = erase.getByRole('button', { name: 'Erase everything' });
  expect(await begin.isDisabled()).toBe(true);
  await erase.getByLabel('To go on, type: erase').fill('erase');
  await page.setViewportSize(NARROW);
  await page.getByRole('button', { name: 'Conversations and areas' }).waitFor();
  expect(await tooWide(page)).toEqual([]);
  await begin.click();
  await page.getByText('Everything is erased.').waitFor({ timeout: 40_000 });
  expect(await violationsOf(page)).toEqual([]);
  expect((await shared.engine.client['threads.list']()).threads).toEqual([]);
  await page.getByRole('button', { name: 'Start anew' }).click();
  await page.waitForURL(/#\/$/u);
  await page.goto(`${new URL(page.url()).origin}/#/your-data`);
  const earlier = page.getByText(/^What the erasure of .+ did not reach$/u);
  await earlier.click();
  await page.getByText('Lines that the engine has logged').waitFor();
  // What is refused, and the restart, a browser writes down.
  expect(complaints.filter((one) => !/status of (?:4|5)\d\d|ERR_/u.test(one))).toEqual([]);
});
