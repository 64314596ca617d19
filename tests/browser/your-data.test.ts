import { expect, it } from '@jest/globals';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { eventually, hasValue, isFocused, narrow, runElsewhere } from './in-page.ts';
import { fits } from './wide.ts';

const shared = withBrowser(demo);

verifies('page.your-data', 'everything is downloaded, moved and erased, with what that means', async () => {
  await runElsewhere(shared.engine, 'Remember the pumpernickel');
  const page = await shared.open('/#/your-data', { mayComplain: /status of (?:4|5)\d\d|ERR_/u });
  await page.getByRole('heading', { name: 'Your data' }).waitFor();
  await isSound(page);

  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'As one JSON document' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^svc-export-\d{4}(?:-\d\d){5}\.json$/u);
  await page.getByText('The last download was complete', { exact: false }).waitFor();

  const move = page.getByRole('region', { name: 'Move to another machine' });
  await move.getByRole('button', { name: 'Move everything' }).click();
  await move.getByLabel('Address of the other svc').fill('http://example.com:3000');
  await move.getByLabel('Token', { exact: true }).fill('0'.repeat(64));
  await move.getByRole('button', { name: 'Move everything' }).click();
  // Nothing is sent before that.
  await page.getByRole('dialog').getByRole('button', { name: 'Move everything' }).click();
  await move.getByRole('alert').getByText(/./u).first().waitFor();
  await hasValue(move.getByLabel('Token', { exact: true }), '0'.repeat(64));

  const erase = page.getByRole('region', { name: 'Erase everything' });
  const begin = erase.getByRole('button', { name: 'Erase everything' });
  await eventually(async () => expect(await begin.isDisabled()).toBe(true));
  await erase.getByLabel('To go on, type: erase').fill('erase');
  await narrow(page);
  await fits(page);
  await begin.click();
  await page.getByText('Everything is erased.').waitFor();
  await isSound(page);
  expect((await shared.engine.client['threads.list']()).threads).toEqual([]);
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.waitForURL(/#\/$/u);
  await page.goto(`${new URL(page.url()).origin}/#/your-data`);
  const earlier = page.getByText(/^What the erasure of .+ did not reach$/u);
  await earlier.click();
});

it('says which way to a new machine fits, and leads there', async () => {
  const page = await shared.open('/#/your-data');
  const ways = page.getByRole('region', { name: 'Which way to a new machine?' });
  await ways.getByRole('button', { name: 'How to move' }).click();
  await isFocused(page.getByRole('heading', { name: 'Move to another machine' }));
  await page.getByRole('button', { name: 'Copy svc migrate accept' }).waitFor();
  await ways.getByRole('button', { name: 'Download' }).click();
  await isFocused(page.getByRole('heading', { name: 'Download everything' }));
  await isSound(page);
  await ways.getByRole('link', { name: 'Backups' }).click();
  await page.getByRole('link', { name: 'Which way to a new machine?' }).click();
  await ways.waitFor();
});
