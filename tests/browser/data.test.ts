import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { eventually, isFocused, isInvalid } from './in-page.ts';
import { NARROWEST } from './wide.ts';

const shared = withBrowser(demo);

const open = (path = '/#/data', more = {}) => shared.open(path, more);

/** The texts of one column, from top to bottom. */
const cellsOf = (page: Page, nth: number) => page.locator(`tbody td:nth-child(${nth + 1})`).allInnerTexts();

it('makes a collection while there is none, also on the narrowest screen', async () => {
  const { client } = shared.engine;
  const page = await open('/#/data', { viewport: NARROWEST });
  await page.getByText('There is no collection yet.').waitFor();
  await page.getByText('Make a collection', { exact: true }).press('Enter');
  const form = page.getByRole('form', { name: 'Make a collection' });
  await form.getByLabel('Name').fill('my_expenses');
  await form.getByLabel('Columns').fill('day date\namount money');
  await form.getByRole('button', { name: 'Make it' }).press('Enter');
  await form.getByText('In line 2: write a name').waitFor();
  await isSound(page);
  await form.getByLabel('Columns').fill('day date\namount number');
  await form.getByRole('button', { name: 'Make it' }).press('Enter');
  await isFocused(page.getByRole('heading', { name: 'my_expenses', level: 2 }));
  await page.getByText('There is no record yet.').waitFor();
  await isSound(page);
  await page.getByRole('button', { name: 'Delete the collection: my_expenses' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the collection' }).press('Enter');
  await page.getByText('There is no collection yet.').waitFor();
  expect((await client['datastore.collections']()).collections).toEqual([]);
});

verifies('page.data', 'filters, sorts, pages, adds, changes and deletes records by keyboard', async () => {
  const { client } = shared.engine;
  const hostile = `<img src=x onerror=alert(1)> \u{202E}${'z'.repeat(5_000)}`;
  const name = 'bills';
  await client['graph.save']({ body: { kind: 'person', name: 'Anna Weber' } });
  await client['datastore.create']({
    body: {
      name,
      description: 'What is to pay',
      columns: [
        { name: 'title', type: 'string' },
        { name: 'amount', type: 'number' },
        { name: 'day', type: 'date' },
        { name: 'paid', type: 'boolean' },
        { name: 'more', type: 'json' },
        { name: 'who', type: 'subject' },
      ],
    },
  });
  await client['datastore.insert']({
    params: { collection: name },
    body: {
      records: [
        ...Array.from({ length: 60 }, (_, nth) => ({
          title: `Bill ${nth}`,
          amount: nth,
          day: '2027-01-31',
        })),
        { title: hostile, amount: 1_000, paid: false, more: { a: [hostile] }, who: 'Anna Weber' },
      ],
    },
  });
  const page = await open('/#/data', { viewport: NARROWEST });
  await page.getByRole('article', { name }).getByText('61 records').waitFor();
  await page.getByRole('link', { name }).press('Enter');
  await isFocused(page.getByRole('heading', { name, level: 2 }));
  await page.getByText('50 of 61 records').waitFor();
  await isSound(page);
  await page.getByRole('link', { name: 'Anna Weber' }).waitFor();

  const amount = page.getByRole('columnheader', { name: 'amount' });
  await eventually(async () => expect(await amount.getAttribute('aria-sort')).toBe('none'));
  await amount.getByRole('button').press('Enter');
  await page.locator('th[aria-sort="ascending"]', { hasText: 'amount' }).waitFor();
  await page.getByRole('row').nth(1).getByText('Bill 0', { exact: true }).waitFor();
  await eventually(async () => expect((await cellsOf(page, 2)).slice(0, 3)).toEqual(['0', '1', '2']));
  await amount.getByRole('button').press('Enter');
  await page.locator('th[aria-sort="descending"]', { hasText: 'amount' }).waitFor();
  await page.getByRole('row').nth(1).getByText('1000').waitFor();
  await page.getByRole('button', { name: 'Show more records' }).press('Enter');
  await page.getByText('61 records', { exact: true }).waitFor();

  await page.getByText('Filter', { exact: true }).press('Enter');
  const filter = page.getByRole('form', { name: 'Filter' });
  await filter.getByLabel('Column').selectOption('amount');
  await filter.getByLabel('Condition').selectOption('gte');
  await filter.getByRole('button', { name: 'Add the filter' }).press('Enter');
  await isInvalid(filter.getByLabel('Value'));
  await isFocused(filter.getByLabel('Value'));
  await page.keyboard.type('many');
  await page.keyboard.press('Enter');
  await filter.getByText('Write a number, such as 12.50.').waitFor();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('58');
  await page.keyboard.press('Enter');
  await page.getByText('3 records', { exact: true }).waitFor();
  await filter.getByLabel('Column').selectOption('day');
  await filter.getByLabel('Condition').selectOption('filled');
  await filter.getByRole('button', { name: 'Add the filter' }).press('Enter');
  await page.getByText('2 records', { exact: true }).waitFor();
  await isSound(page);
  await page.getByRole('button', { name: 'Remove the filter: day has a value' }).press('Enter');
  await page.getByText('3 records', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Remove the filter: amount is at least 58' }).press('Enter');
  await page.getByText('50 of 61 records', { exact: true }).waitFor();
  await isFocused(filter.getByLabel('Column'));
  await filter.getByLabel('Column').selectOption('amount');
  await filter.getByLabel('Condition').selectOption('gte');
  await filter.getByLabel('Value').fill('58');
  await page.keyboard.press('Enter');
  await page.getByText('3 records', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Open record 1', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('<img src=x onerror=alert(1)>').first().waitFor();
  await isSound(page);
  await dialog.getByRole('button', { name: 'Edit' }).press('Enter');
  await dialog.getByLabel('more').fill('{');
  await dialog.getByLabel('paid').selectOption('true');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await isInvalid(dialog.getByLabel('more'));
  await dialog.getByLabel('more').fill('');
  await dialog.getByLabel('title').fill('Short');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('cell', { name: 'Short' }).waitFor();
  const { records } = await client['datastore.records']({
    params: { collection: name },
    query: { filter: '{"title": "Short"}' },
  });
  expect(records).toMatchObject([{ paid: true, more: null, amount: 1_000, who: { name: 'Anna Weber' } }]);
  await page.getByRole('button', { name: 'Open record 1', exact: true }).press('Enter');
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await dialog.getByRole('button', { name: 'Delete it for good' }).press('Enter');
  await page.getByText('2 records', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Add a record' }).press('Enter');
  await isFocused(dialog.getByLabel('title'));
  await page.keyboard.type('New one');
  await dialog.getByLabel('amount').fill('much');
  await page.keyboard.press('Enter');
  await dialog.getByText('Write a number, such as 12.50.').waitFor();
  await dialog.getByLabel('amount').fill('99.5');
  await isSound(page);
  await page.keyboard.press('Enter');
  await page.getByRole('cell', { name: 'New one' }).waitFor();
  await isFocused(page.getByRole('button', { name: 'Add a record' }));
});

verifies('page.data', 'imports a table with what came of its rows, and exports it', async () => {
  const { client } = shared.engine;
  await client['datastore.create']({
    body: {
      name: 'readings',
      columns: [
        { name: 'place', type: 'string', isUnique: true },
        { name: 'value', type: 'number' },
      ],
    },
  });
  await client['datastore.insert']({
    params: { collection: 'readings' },
    body: { records: [{ place: 'Roof', value: 1 }] },
  });
  const page = await open('/#/data/readings', { viewport: NARROWEST });
  await page.getByText('Import a table', { exact: true }).press('Enter');
  // What is between the fields is seen in the first line.
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a CSV file' }).press('Enter');
  await (
    await chooser
  ).setFiles({
    name: 'readings.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('place;value\nRoof;2\nCellar;3\nGarden;<b>warm</b>\n'),
  });
  await page.getByText('1 added, 1 changed, 1 left out.').waitFor();
  await page.getByText(/^Line 4: .*<b>warm<\/b>/u).waitFor();
  await page.getByText('2 records', { exact: true }).waitFor();
  await isSound(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as a table (CSV)' }).press('Enter');
  const file = await download;
  expect(file.suggestedFilename()).toBe('readings.csv');
  const id = '[0-9a-f-]{36}';
  expect(readFileSync(await file.path(), 'utf8')).toMatch(
    new RegExp(`^recordId,place,value\\r\\n${id},Roof,2\\r\\n${id},Cellar,3\\r\\n$`, 'u'),
  );
});
