import { expect } from '@jest/globals';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { card, isCount, isFocused } from './in-page.ts';
import { NARROWEST } from './wide.ts';

const shared = withBrowser(demo);

const person = async (name: string, detail: Record<string, string> = {}): Promise<string> =>
  (await shared.engine.client['graph.save']({ body: { kind: 'person', name, detail, isNew: true } }))
    .entityId;

const open = (path = '/#/merges', more = {}) => shared.open(path, more);

verifies('page.merges', 'merges an entry after a preview, and takes it back by keyboard', async () => {
  const { client } = shared.engine;
  const hostile = `<b>Anna</b> ${'x'.repeat(180)}`;
  const away = await person(hostile, { email: 'anna@one.example', role: 'Cook' });
  const kept = await person('Anna Weber', { email: 'anna@two.example' });
  const page = await open(`/#/entries/${away}`, { viewport: NARROWEST });
  await page.getByRole('button', { name: `Merge into…: ${hostile}` }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Merge', exact: true }).press('Enter');
  await dialog.getByLabel('Entry that stays').fill('weber');
  await dialog.getByRole('radio', { name: 'Anna Weber' }).press('Space');
  await dialog.getByText('What moves: 0 relations, 0 memories, 0 records, 0 conversations.').waitFor();
  await isSound(page);
  await dialog.getByRole('button', { name: 'Merge', exact: true }).press('Enter');
  await isFocused(page.getByRole('heading', { name: 'Anna Weber', level: 2 }));
  await page.getByText('Cook', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Show the merges' }).press('Enter');

  const merge = card(page, `“${hostile}” into “Anna Weber”`);
  await merge.getByText('In effect', { exact: true }).waitFor();
  await isSound(page);
  await merge.getByRole('button', { name: /^Take back/u }).press('Enter');
  await dialog.getByRole('button', { name: 'Take back' }).press('Enter');
  await merge.getByText('Taken back', { exact: true }).waitFor();
  await isCount(page.locator('.notices').getByText('is merged into'), 0);
  await isFocused(merge.getByRole('heading'));
  await isCount(merge.getByRole('button'), 0);
  expect((await client['graph.entity']({ params: { id: away } })).name).toBe(hostile);
  for (const id of [away, kept]) await client['graph.erase']({ params: { id } });
});

verifies('page.merges', 'leads to the merge that has to be taken back first', async () => {
  const { client } = shared.engine;
  const [a, b, c] = [await person('A A'), await person('B B'), await person('C C')];
  await client['merges.merge']({ body: { merged: a, kept: b } });
  const page = await open('/#/merges', { mayComplain: /status of 409/u });
  const first = card(page, '“A A” into “B B”');
  await first.getByRole('button', { name: 'Take back: “A A” into “B B”' }).waitFor();
  // Another client merges what was kept, and this page does not know it yet.
  await client['merges.merge']({ body: { merged: b, kept: c } });
  await first.getByRole('button', { name: 'Take back: “A A” into “B B”' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).press('Enter');
  await first.getByText('Take that merge back first: ').waitFor();
  await first.getByText('In effect, within another merge').waitFor();
  await isSound(page);
  await first.getByRole('button', { name: 'Take this one back first: “B B” into “C C”' }).press('Enter');
  const second = card(page, '“B B” into “C C”');
  await isFocused(second.getByRole('heading'));
  await second.getByRole('button', { name: /^Take back/u }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).press('Enter');
  await second.getByText('Taken back', { exact: true }).waitFor();
  await first.getByText('In effect', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Merge two entries' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'C C' }).waitFor();
  await dialog.getByLabel('Entry that goes into the other one').fill('A A');
  await dialog.getByRole('radio', { name: 'C C' }).waitFor({ state: 'detached' });
  await dialog.getByRole('radio', { name: 'B B' }).press('Space');
  await dialog.getByLabel('Entry that stays').fill('C C');
  await dialog
    .getByRole('group', { name: 'Entry that stays' })
    .getByRole('radio', { name: 'C C' })
    .press('Space');
  await dialog.getByText('What would happen').waitFor();
  await isSound(page);
  await page.keyboard.press('Escape');
  await isFocused(page.getByRole('button', { name: 'Merge two entries' }));
});
