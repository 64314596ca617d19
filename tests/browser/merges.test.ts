import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnEngine } from '../harness/spawned-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { violationsOf } from './axe.ts';
import { openPage, withBrowser } from './browser.ts';
import { tooWide } from './wide.ts';

const shared = withBrowser(async () => ({
  engine: await spawnEngine(temporaryDir(), { SVC_DEMO: '1' }),
}));
const NARROWEST = { width: 320, height: 640 };

const person = async (name: string, detail: Record<string, string> = {}): Promise<string> =>
  (await shared.engine.client['graph.save']({ body: { kind: 'person', name, detail, isNew: true } }))
    .entityId;

const open = (path = '/#/merges', more = {}) =>
  openPage(shared.browser, shared.engine.baseUrl, { path, ...more });

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

it('says how to begin while nothing was merged', async () => {
  const { page, complaints } = await open('/#/merges', { viewport: NARROWEST });
  await page.getByText('Nothing was merged yet.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const)
  verifies(
    'page.merges',
    `merges an entry after a preview, and takes it back by keyboard, in ${colorScheme}`,
    async () => {
      const { client } = shared.engine;
      const hostile = `<b>Anna</b> ${'x'.repeat(180)}`;
      const away = await person(hostile, { email: 'anna@one.example', role: 'Cook' });
      const kept = await person('Anna Weber', { email: 'anna@two.example' });
      const { page, complaints } = await open(`/#/entries/${away}`, { colorScheme, viewport: NARROWEST });
      await page.getByRole('button', { name: `Merge into …: ${hostile}` }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Merge', exact: true }).press('Enter');
      await dialog.getByText('Choose both entries first.').waitFor();
      await dialog.getByLabel('Entry that stays').fill('weber');
      await dialog.getByRole('radio', { name: 'Anna Weber' }).press('Space');
      await dialog.getByText('What moves: 0 relations, 0 memories, 0 records, 0 conversations.').waitFor();
      await dialog.getByText('It gains: Role.').waitFor();
      await dialog.getByText('They differ in: E-mail.').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      expect(await tooWide(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Merge', exact: true }).press('Enter');
      await page.getByRole('heading', { name: 'Anna Weber', level: 2 }).and(page.locator(':focus')).waitFor();
      await page.getByText('Cook', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Show the merges' }).press('Enter');

      const merge = card(page, `“${hostile}” into “Anna Weber”`);
      await merge.getByText('In effect', { exact: true }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      expect(await tooWide(page)).toEqual([]);
      await merge.getByRole('button', { name: /^Take back/u }).press('Enter');
      await dialog.getByText('is an entry of its own again, with its names').waitFor();
      await dialog.getByRole('button', { name: 'Take back' }).press('Enter');
      await merge.getByText('Taken back', { exact: true }).waitFor();
      expect(await page.locator('.notices').getByText('is merged into').count()).toBe(0);
      await merge.getByRole('heading').and(page.locator(':focus')).waitFor();
      expect(await merge.getByRole('button').count()).toBe(0);
      expect((await client['graph.entity']({ params: { id: away } })).name).toBe(hostile);
      for (const id of [away, kept]) await client['graph.erase']({ params: { id } });
      expect(complaints).toEqual([]);
    },
  );

verifies('page.merges', 'leads to the merge that has to be taken back first', async () => {
  const { client } = shared.engine;
  const [a, b, c] = [await person('A A'), await person('B B'), await person('C C')];
  await client['merges.merge']({ body: { merged: a, kept: b } });
  const { page, complaints } = await open();
  const first = card(page, '“A A” into “B B”');
  await first.getByRole('button', { name: 'Take back: “A A” into “B B”' }).waitFor();
  // Another client merges what was kept, and this page does not know it yet.
  await client['merges.merge']({ body: { merged: b, kept: c } });
  await first.getByRole('button', { name: 'Take back: “A A” into “B B”' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).press('Enter');
  await first.getByText('Take that merge back first: ').waitFor();
  await first.getByText('In effect, within another merge').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await first.getByRole('button', { name: 'Take this one back first: “B B” into “C C”' }).press('Enter');
  const second = card(page, '“B B” into “C C”');
  await second.getByRole('heading').and(page.locator(':focus')).waitFor();
  await second.getByRole('button', { name: /^Take back/u }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).press('Enter');
  await second.getByText('Taken back', { exact: true }).waitFor();
  await first.getByText('In effect', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Merge two entries' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Entry that goes into the other one').fill('A A');
  await dialog.getByRole('radio', { name: 'C C' }).waitFor({ state: 'detached' });
  await dialog.getByRole('radio', { name: 'B B' }).press('Space');
  await dialog.getByLabel('Entry that stays').fill('C C');
  await dialog.getByRole('group').last().getByRole('radio', { name: 'C C' }).press('Space');
  await dialog.getByText('What would happen').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Merge two entries' }).and(page.locator(':focus')).waitFor();
  // The browser says so of every refusal.
  expect(complaints).toEqual([expect.stringContaining('status of 409')]);
});
