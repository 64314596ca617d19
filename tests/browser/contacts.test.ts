import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { card, isCount, isFocused } from './in-page.ts';
import { NARROWEST } from './wide.ts';

const shared = withBrowser(demo);
const AREA = '/#/contacts';

const open = (path = AREA, more = {}) => shared.open(path, more);

async function removeAll(): Promise<void> {
  const { client } = shared.engine;
  for (;;) {
    const { contacts } = await client['contacts.list']();
    if (contacts.length === 0) break;
    for (const { contactId } of contacts)
      await client['contacts.remove']({ params: { name: contactId }, query: { everything: true } });
  }
  // Also who is a contact no more.
  for (const { entityId } of (await client['graph.entities']()).entities)
    await client['graph.erase']({ params: { id: entityId } });
}

it('says how to begin while there is no contact and no deal, also on the narrowest screen', async () => {
  const page = await open(AREA, { viewport: NARROWEST });
  await page.getByText('There is no contact yet.').waitFor();
  await isSound(page);
  // The keyboard is there with the first of it that is drawn: no key goes to what is gone.
  const first = page.evaluate(`new Promise((resolve) => {
    new MutationObserver(() => resolve(document.activeElement.tagName)).observe(
      document.getElementById('main'), { childList: true, subtree: true });
  })`);
  await page.getByRole('link', { name: 'Deals', exact: true }).press('Enter');
  expect(await first).toBe('H2');
  await isFocused(page.getByRole('heading', { name: 'Deals by stage' }));
  await page.getByText('There is no deal yet.').waitFor();
  await isSound(page);
});

verifies(
  ['page.contacts', 'page.contacts.deals'],
  'adds, finds, changes and removes contacts with deals and interactions by keyboard',
  async () => {
    await removeAll();
    const { client } = shared.engine;
    const hostile = `<b>Dr</b> ${'x'.repeat(150)}`;
    await client['contacts.add']({
      body: { name: hostile, type: 'customer', tags: ['vip'], notes: 'x\u{202E}y'.repeat(1_600) },
    });
    const page = await open(AREA, { viewport: NARROWEST, mayComplain: /status of 400/u });
    await card(page, hostile).getByText('#vip').waitFor();
    await page.getByText('Add a contact', { exact: true }).press('Enter');
    const form = page.getByRole('form', { name: 'Add a contact' });
    await form.getByLabel('Name').fill('Anna Weber');
    await form.getByLabel('E-mail').fill('no address');
    await page.keyboard.press('Enter');
    await form.locator('[aria-invalid="true"]').waitFor();
    await isSound(page);
    await form.getByLabel('E-mail').fill('anna@blue.example');
    await form.getByLabel('Phone').fill('+43 512 2112');
    await form.getByLabel('Company').fill('Blue Lake Ltd');
    await form.getByLabel('Birthday').fill('long ago');
    await page.keyboard.press('Enter');
    await form.getByLabel('Birthday').and(page.locator('[aria-invalid="true"]:focus')).waitFor();
    await form.getByLabel('Birthday').fill('1980-05-17');
    await form.getByLabel('Role').fill('Captain');
    await page.keyboard.press('Enter');
    await isFocused(page.getByRole('heading', { name: 'Anna Weber', level: 2 }));
    await page.getByText('anna@blue.example').waitFor();
    await page.getByRole('link', { name: 'Blue Lake Ltd' }).waitFor();
    const details = page.getByRole('region', { name: 'Details' });
    await details.getByText('May 17, 1980').waitFor();
    await details.getByText('Captain').waitFor();
    await details.getByText('+43 512 2112').waitFor();
    await isSound(page);

    await page.getByRole('button', { name: 'Edit: Anna Weber' }).press('Enter');
    const edit = page.getByRole('form', { name: 'Edit “Anna Weber”' });
    await isFocused(edit.getByLabel('Name'));
    await edit.getByLabel('Type').fill('supplier');
    await edit.getByLabel('Tags').fill('lake, blue');
    await edit.getByLabel('Website').fill('https://blue.example');
    await edit.getByLabel('Role').fill('');
    await isSound(page);
    await edit.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('lake, blue').waitFor();
    await details.getByText('https://blue.example').waitFor();
    await isCount(details.getByText('Captain'), 0);
    await isFocused(page.getByRole('button', { name: 'Edit: Anna Weber' }));

    await page.getByRole('button', { name: 'Write down an interaction' }).press('Enter');
    const log = page.getByRole('form', { name: 'Write down an interaction with “Anna Weber”' });
    await isFocused(log.getByLabel('What was it?'));
    await page.keyboard.type('call');
    await log.getByRole('button', { name: 'Write down' }).press('Enter');
    await log.getByLabel('What was said or done?').fill(`About boats <i>now</i> ${'y'.repeat(3_000)}`);
    await log.getByLabel('When (optional)').fill('2026-01-02T09:30');
    await isSound(page);
    await log.getByRole('button', { name: 'Write down' }).press('Enter');
    await isFocused(page.getByRole('button', { name: 'Write down an interaction' }));
    const timeline = page.getByRole('region', { name: 'What happened' });
    await timeline.getByText('About boats <i>now</i>').waitFor();
    await timeline.getByText(/^Interaction · Jan 2, 2026/u).waitFor();

    await page.getByRole('button', { name: 'Add a deal' }).press('Enter');
    const deal = page.getByRole('form', { name: 'Add a deal with “Anna Weber”' });
    await isFocused(deal.getByLabel('What is it about?'));
    await page.keyboard.type('Two boats');
    await deal.getByLabel('Amount (optional)').fill('1.2.3');
    await page.keyboard.press('Enter');
    await deal.getByLabel('Amount (optional)').fill('1,200.50');
    await page.keyboard.press('Enter');
    await deal.getByLabel('Currency').and(page.locator('[aria-invalid="true"]:focus')).waitFor();
    await deal.getByLabel('Currency').fill('eur');
    await deal.getByLabel('Stage').selectOption('proposal');
    await isSound(page);
    await deal.getByRole('button', { name: 'Save' }).press('Enter');
    const deals = page.getByRole('region', { name: 'Deals' });
    await deals.getByText(/^Proposal · EUR\s1,200\.50$/u).waitFor();
    await isFocused(deals.getByRole('heading', { name: 'Deals' }));
    await timeline.getByText('Two boats').waitFor();
    await isSound(page);
    await deals.getByRole('button', { name: 'Edit the deal: Two boats' }).press('Enter');
    await deals.getByLabel('Stage').selectOption('won');
    await deals.getByRole('button', { name: 'Save' }).press('Enter');
    await deals.getByText(/^Won · /u).waitFor();
    await timeline.getByRole('button', { name: 'Delete: call' }).press('Enter');
    await timeline.getByRole('button', { name: 'Delete it for good' }).press('Enter');
    await timeline.getByText('About boats <i>now</i>').waitFor({ state: 'detached' });
    await isFocused(timeline.getByRole('heading', { name: 'What happened' }));

    await page.getByRole('link', { name: 'All contacts' }).press('Enter');
    await page.getByRole('link', { name: 'Deals', exact: true }).press('Enter');
    const sums = page.getByRole('region', { name: 'How many deals are in each stage' });
    await sums.getByRole('row', { name: /^Won 1 EUR\s1,200\.50$/u }).waitFor();
    await page.getByRole('link', { name: 'Anna Weber' }).waitFor();
    await isSound(page);
    await page.getByLabel('Stage', { exact: true }).selectOption('lead');
    await page.getByText('No deal is in this stage.').waitFor();
    await page.getByLabel('Stage', { exact: true }).selectOption('all');
    await page.getByRole('link', { name: 'All contacts' }).press('Enter');

    await page.getByLabel('Search contacts').fill('weber');
    await page.getByText('1 contact', { exact: true }).waitFor();
    await page.getByLabel('Search contacts').fill('nothing of this name');
    await page.getByText('No contact fits.').waitFor();
    await page.getByLabel('Search contacts').fill('');
    await page.getByLabel('Type', { exact: true }).selectOption({ label: 'customer' });
    await page.getByText('1 contact', { exact: true }).waitFor();
    await page.getByLabel('Type', { exact: true }).selectOption({ label: 'All' });
    await page.getByLabel('Tag', { exact: true }).fill('lake');
    await card(page, hostile).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Anna Weber' }).press('Enter');
    await page.getByRole('link', { name: 'What else is known of Anna Weber' }).press('Enter');
    await page.getByRole('link', { name: 'Open the contact: Anna Weber' }).press('Enter');
    await page.getByRole('button', { name: 'Remove from the contacts: Anna Weber' }).press('Enter');
    await isSound(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from the contacts' }).press('Enter');
    await page.getByText('No contact fits.').waitFor();
  },
);

verifies(
  ['page.contacts'],
  'shows what happened with a contact to its end, each once, and the keyboard stays in the list',
  async () => {
    await removeAll();
    const { client } = shared.engine;
    const { contactId } = await client['contacts.add']({ body: { name: 'Berta Huber' } });
    for (let nth = 0; nth < 52; nth += 1)
      await client['contacts.log']({
        params: { name: contactId },
        // Several at the same time.
        body: { type: 'call', summary: `Call ${nth}.`, at: `2026-01-0${1 + Math.floor(nth / 8)}T09:00:00Z` },
      });
    const page = await open(`${AREA}/${contactId}`);
    const timeline = page.getByRole('region', { name: 'What happened' });
    await timeline.getByRole('button', { name: 'Show more', exact: true }).press('Enter');
    const entries = timeline.locator('.timeline > li');
    await isFocused(entries.nth(50));
    await isCount(entries.filter({ hasText: /Call \d+/u }), 52);
    const calls = (await entries.allInnerTexts()).map((text) => /Call \d+/u.exec(text)?.[0]);
    expect(new Set(calls).size).toBe(52);
    await isCount(timeline.getByRole('button', { name: 'Show more', exact: true }), 0);
    await isSound(page);
  },
);

verifies(
  ['page.contacts.transfer'],
  'imports contacts by choice and by drop, says what came of each, and exports them',
  async () => {
    await removeAll();
    const { client } = shared.engine;
    await client['contacts.add']({ body: { name: 'Jo Roth', email: 'jo@one.example', isNew: true } });
    await client['contacts.add']({ body: { name: 'Jo Roth', email: 'jo@two.example', isNew: true } });
    const page = await open('/#/contacts/import', { viewport: NARROWEST });
    await page.getByLabel('Country of national phone numbers').fill('Austria');
    const csv =
      'name,email,shoe size\nEva Blau,eva@blau.example,38\nJo Roth,,40\n"<b>Bold</b>",not an address,\n';
    const choose = async (name: string, text: string) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose a file' }).click();
      await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    };
    await choose('people.csv', csv);
    await page.getByText('Two letters, such as AT.').first().waitFor();
    await isCount(page.locator('[aria-invalid="true"]'), 1);
    await page.getByLabel('Country of national phone numbers').fill('at');
    await choose('people.csv', csv);
    await page.getByText('2 would be added, 0 completed, 1 left out.').waitFor();
    await page.getByText('E-mail: eva@blau.example').waitFor();
    expect((await client['contacts.list']({ query: {} })).contacts).toHaveLength(2);
    await page.getByRole('button', { name: 'Import them' }).click();
    await page.getByText('2 added, 0 completed, 1 left out.').waitFor();
    await page.getByText('were ignored: shoe size.').waitFor();
    const rows = page.getByRole('region', { name: 'What came of each contact in the file' });
    await rows
      .getByRole('row', { name: /Jo Roth left out/u })
      .getByRole('link')
      .nth(1)
      .waitFor();
    await rows.getByRole('row', { name: /<b>Bold<\/b> added.*kept in the notes/u }).waitFor();
    await rows.getByRole('link', { name: 'Eva Blau' }).waitFor();
    await isSound(page);

    const data = await page.evaluateHandle(
      `(() => { const all = new DataTransfer(); all.items.add(new File(['BEGIN:VCARD\\r\\nVERSION:3.0\\r\\nFN:Max Grau\\r\\nEND:VCARD\\r\\n'], 'max.vcf')); return all; })()`,
    );
    for (const isKept of [false, true]) {
      await page.dispatchEvent('main', 'drop', { dataTransfer: data });
      await page.getByRole('button', { name: 'Import them' }).click();
      await page.getByText('1 added, 0 completed, 0 left out.').waitFor();
      if (isKept) break;
      await page.getByRole('button', { name: 'Take this import back' }).click();
      await page.getByRole('button', { name: 'Really take it back?' }).click();
      await page.getByText('1 removed, 0 as before').waitFor();
    }

    await page.getByRole('link', { name: 'All contacts' }).press('Enter');
    await card(page, 'Max Grau').waitFor();
    for (const [name, has] of [
      ['Export as a table (CSV)', 'Eva Blau,'],
      ['Export as vCards', 'FN:Max Grau'],
    ] as const) {
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name }).press('Enter');
      expect(readFileSync((await (await download).path()) ?? '', 'utf8')).toContain(has);
    }
  },
);
