import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { callAnswer, textAnswer } from '../servers/chat-completions.ts';
import { streams } from '../servers/fake-provider.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { withBrowser } from './browser.ts';
import { card, eventually, isCount, isFocused, look, runElsewhere } from './in-page.ts';
import { withModel } from './live-answer.ts';
import { NARROWEST } from './wide.ts';

const shared = withBrowser(withModel);
const AREA = '/#/entries';
const HOSTILE = `<img src=x onerror=alert(1)> שלום ${'x'.repeat(150)}`;

type Draft = NonNullable<Parameters<(typeof shared.engine.client)['graph.save']>[0]>['body'];

const added = async (body: Draft): Promise<string> =>
  (await shared.engine.client['graph.save']({ body })).entityId;

const related = async (from: string, kind: string, to: string, more = {}) =>
  await shared.engine.client['graph.relate']({ body: { from, kind, to, ...more } });

const open = (path = AREA, more = {}) => shared.open(path, more);

const focused = async (page: Page): Promise<unknown> =>
  await page.evaluate("document.activeElement.querySelector('.name')?.textContent");

it('says how to begin while nothing is known, also on the narrowest screen', async () => {
  const page = await open(AREA, { viewport: NARROWEST });
  await page.getByText('Nothing is known yet.').waitFor();
  await page.getByText('Add an entry', { exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await page.getByText('Write a name.').waitFor();
  await isSound(page);
});

verifies('page.entries', 'finds, adds, changes, relates and deletes entries by keyboard', async () => {
  const { client } = shared.engine;
  const firm = await added({ kind: 'organization', name: 'Blue Lake Ltd', detail: { country: 'AT' } });
  await added({ kind: 'person', name: HOSTILE, detail: { notes: 'x\u{202E}y'.repeat(1_600) } });
  const page = await open(AREA, { mayComplain: /status of 4(?:00|04)/u });
  await page.getByText('2 entries', { exact: true }).waitFor();
  await isSound(page);
  await page.getByText('Add an entry', { exact: true }).press('Enter');
  const form = page.getByRole('form', { name: 'Add an entry' });
  await form.getByLabel('Name').fill('Anna Weber');
  await page.keyboard.press('Enter');
  await isFocused(page.getByRole('heading', { name: 'Anna Weber', level: 2 }));

  await page.getByRole('button', { name: 'Edit: Anna Weber' }).press('Enter');
  const edit = page.getByRole('form', { name: 'Edit “Anna Weber”' });
  await isFocused(edit.getByLabel('Name', { exact: true }));
  await edit.getByLabel('Other names').fill('Annie\nA. Weber');
  await edit.getByLabel('Role').fill('Cook');
  await edit.getByLabel('E-mail').fill('not an address');
  await isSound(page);
  await edit.getByRole('button', { name: 'Save' }).press('Enter');
  await edit.locator('[aria-invalid="true"]').first().waitFor();
  await edit.getByLabel('E-mail').fill('anna@blue.example');
  await edit.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('anna@blue.example').waitFor();
  await isFocused(page.getByRole('button', { name: 'Edit: Anna Weber' }));
  await page.getByText('A. Weber', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Add a relation' }).press('Enter');
  const relate = page.getByRole('form', { name: 'Add a relation of “Anna Weber”' });
  await isFocused(relate.getByLabel('How are they related?'));
  await page.keyboard.type('works for');
  await relate.getByLabel('Search the other entry').fill('blue');
  await relate.getByRole('radio', { name: 'Blue Lake Ltd' }).press('Space');
  await relate.getByLabel('Since (optional)').fill('summer');
  await page.keyboard.press('Enter');
  await relate.getByText('"summer" is not a date', { exact: false }).waitFor();
  await relate.getByLabel('Since (optional)').fill('2024-06');
  await isSound(page);
  await page.keyboard.press('Enter');
  await isFocused(page.getByRole('button', { name: 'Add a relation' }));
  const relations = page.getByRole('region', { name: 'Relations' });
  await relations.getByText(/^Anna Weber works.for Blue Lake Ltd, since 2024-06$/u).waitFor();

  await page.getByText('History', { exact: true }).press('Enter');
  await page.getByText('Role: Cook').waitFor();
  await isSound(page);
  await relations.getByRole('button', { name: /^No longer true/u }).press('Enter');
  await relations.getByRole('button', { name: 'Move it to the history' }).press('Enter');
  await isFocused(relations.getByRole('heading', { name: 'Relations' }));
  await page.locator('.history .past').getByText('since 2024-06').waitFor();

  await page.getByRole('link', { name: 'All people and things' }).press('Enter');
  await isFocused(page.getByRole('heading', { name: 'People and things', level: 2 }));
  await page.getByLabel('Search people and things').fill('ana webr');
  await page.getByText('1 entry fits').waitFor();
  await page.getByLabel('Search people and things').fill('of nobody that is known');
  await page.getByText('No entry fits.').waitFor();
  await page.getByLabel('Search people and things').fill('');
  await page.getByLabel('Kind', { exact: true }).last().selectOption('organization');
  await page.getByText('1 entry', { exact: true }).waitFor();
  await page.getByLabel('Kind', { exact: true }).last().selectOption('all');
  await page.getByLabel('Order').selectOption('name');
  await page.getByText('3 entries', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Anna Weber' }).press('Enter');
  await page.getByRole('button', { name: 'Delete: Anna Weber' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByText('2 entries', { exact: true }).waitFor();
  await page.goto(`${shared.engine.baseUrl}/#/entries/${firm}`);
  await page.getByRole('heading', { name: 'Blue Lake Ltd', level: 2 }).waitFor();
  for (const { entityId } of (await client['graph.entities']()).entities)
    await client['graph.erase']({ params: { id: entityId } });
  await look(page);
  await page.getByText('This entry does not exist any more.').waitFor();
});

verifies('page.entries', 'shows values that contradict each other, until one is chosen', async () => {
  const { client } = shared.engine;
  const anna = await added({ kind: 'person', name: 'Anna Gruber', detail: { phone: '+43 1 5122112' } });
  const detail = { phone: '+43 1 5122113' };
  shared.provider.reply(
    streams(...callAnswer('save_entity', JSON.stringify({ entity_id: anna, detail }))),
    streams(...textAnswer('Kept.')),
  );
  await runElsewhere(shared.engine, 'Call Anna');
  const page = await open(`/#/entries/${anna}`, { viewport: NARROWEST });
  const both = page.getByRole('group', { name: 'Phone' });
  await both.getByText('shown now').waitFor();
  await both.getByText(/^the agent stated it, /u).waitFor();
  await isSound(page);
  await both.getByRole('button', { name: 'This is right: Phone +43 1 5122113' }).press('Enter');
  await both.waitFor({ state: 'detached' });
  await isFocused(page.getByRole('heading', { level: 2 }));
  expect((await client['graph.entity']({ params: { id: anna } })).detail).toEqual(detail);
});

verifies('page.entries.picture', 'draws what is around an entry, and is walked by keyboard', async () => {
  const middle = await added({ kind: 'organization', name: 'Harbour Co', isNew: true });
  for (let nth = 1; nth <= 39; nth += 1) {
    const name = nth === 1 ? HOSTILE : `Person number ${nth}`;
    await related(await added({ kind: 'person', name, isNew: true }), 'works_for', middle, {
      since: '2020',
    });
  }
  const page = await open(`/#/entries/${middle}`, { viewport: NARROWEST });
  const picture = page.getByRole('list', { name: 'What is around Harbour Co' });
  await picture.getByRole('button').nth(39).waitFor();
  await isCount(picture.getByRole('button'), 40);
  await isCount(page.locator('.drawing line'), 39);
  await isSound(page);
  // One of them is reached by Tab, the others by arrow keys.
  await isCount(picture.locator('button[tabindex="0"]'), 1);
  await picture.locator('button[tabindex="0"]').focus();
  await eventually(async () => expect(await focused(page)).toBe('Harbour Co'));
  await page.keyboard.press('ArrowRight');
  await eventually(async () => expect(await focused(page)).toMatch(/^(?:Person number|<img)/u));
  await isCount(page.locator('.drawing line.of-chosen'), 1);
  await page.keyboard.press('ArrowLeft');
  await eventually(async () => expect(await focused(page)).toBe('Harbour Co'));
  await page.keyboard.press('ArrowDown');
  await eventually(async () => expect(await focused(page)).not.toBe('Harbour Co'));
  const person = await focused(page);
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: `What is around ${String(person)}` }).waitFor();
  await eventually(async () => expect(await focused(page)).toBe(person));
  await page.getByRole('link', { name: `Open “${String(person)}”` }).waitFor();
  await page.getByText('The same as a list').press('Enter');
  await page
    .getByRole('listitem')
    .getByText(/works.for Harbour Co, since 2020$/u)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Back to “Harbour Co”' }).press('Enter');
  await picture.waitFor();
});

verifies(
  'page.entries.picture',
  'what is drawn can be tapped, and two fingers, buttons and keys change its size',
  async () => {
    const middle = await added({ kind: 'organization', name: 'Quay Co', isNew: true });
    await related(await added({ kind: 'person', name: 'Quay Person', isNew: true }), 'works_for', middle);
    const page = await open(`/#/entries/${middle}`, { viewport: NARROWEST, hasTouch: true });
    const person = page.locator('.drawing').getByRole('button', { name: /^Quay Person/u });
    await person.scrollIntoViewIfNeeded();
    const { width = 0, height = 0 } = (await person.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    const isDrawnAt = (size: string) => page.locator(`.drawing .canvas[style*="zoom: ${size}"]`).waitFor();
    await page.getByRole('button', { name: 'Larger' }).tap();
    await isDrawnAt('1.25');
    await person.focus();
    await page.keyboard.press('-');
    await isDrawnAt('1;');
    await page.evaluate(`{
      const target = document.querySelector('.drawing');
      const finger = (identifier, clientX) => new Touch({ identifier, target, clientX, clientY: 300 });
      for (const [type, apart] of [['touchstart', 60], ['touchmove', 90]])
        target.dispatchEvent(
          new TouchEvent(type, { touches: [finger(0, 90), finger(1, 90 + apart)], cancelable: true, bubbles: true }),
        );
    }`);
    await isDrawnAt('1.5');
    await isSound(page);
    await person.tap();
    await page.getByRole('list', { name: 'What is around Quay Person' }).waitFor();
  },
);

verifies('page.entries', 'shows the relations that come after the first page', async () => {
  const hub = await added({ kind: 'organization', name: 'Hub Co', isNew: true });
  const other = await added({ kind: 'topic', name: 'Rope', isNew: true });
  for (let nth = 1; nth <= 205; nth += 1) await related(hub, `sells_${nth}`, other);
  const page = await open(`/#/entries/${hub}`);
  const relations = page.getByRole('region', { name: 'Relations' });
  const lines = relations.getByRole('listitem');
  const more = relations.getByRole('button', { name: 'Show more relations' });
  await lines.nth(11).waitFor();
  await isCount(lines, 12);
  await more.press('Enter');
  await lines.nth(199).waitFor();
  await isCount(lines, 200);
  await more.press('Enter');
  await lines.nth(204).waitFor();
  await more.waitFor({ state: 'detached' });
  // The button is gone: the keyboard is at the first of what came.
  await isFocused(lines.nth(200));
  // The oldest is on the second page: it stays open when the entry is read anew.
  await relations.getByRole('button', { name: /^No longer true: Hub Co sells 1 Rope/u }).press('Enter');
  await relations.getByRole('button', { name: 'Move it to the history' }).press('Enter');
  await lines.nth(204).waitFor({ state: 'detached' });
  await isCount(lines, 204);
});

verifies(
  'page.entries',
  'shows what the last words find, also if an earlier answer comes later',
  async () => {
    const { client } = shared.engine;
    const { entities } = await client['graph.entities']({ query: { limit: 200 } });
    for (const { entityId } of entities) await client['graph.erase']({ params: { id: entityId } });
    await added({ kind: 'topic', name: 'Sailing' });
    await added({ kind: 'topic', name: 'Rowing' });
    const page = await open();
    await page.getByText('2 entries', { exact: true }).waitFor();
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route(/q=sailing/u, async (route) => {
      asked.resolve();
      await held.promise;
      await route.continue();
    });
    await page.getByLabel('Search people and things').fill('sailing');
    await asked.promise;
    await page.getByLabel('Search people and things').fill('rowing');
    await card(page, 'Sailing').waitFor({ state: 'detached' });
    const late = page.waitForResponse(/q=sailing/u);
    held.resolve();
    await (await late).finished();
    await page.getByText('1 entry fits').waitFor();
    await isCount(card(page, 'Rowing'), 1);
    await isCount(card(page, 'Sailing'), 0);
  },
);

for (const [area, route, then] of [
  ['entries', /\/api\/kg\/entities\?/u, /entries|Nothing is known/u],
  ['merges', /\/api\/merges\?/u, /Nothing was merged yet/u],
  ['contacts', /\/api\/crm\/contacts\?/u, /There is no contact yet/u],
  ['data', /\/api\/datastore\/collections/u, /There is no collection yet/u],
] as const)
  it(`says why ${area} could not be read, and reads again`, async () => {
    const page = await open('/#/waiting', { mayComplain: /status of 500/u });
    const says = 'The store cannot be read. Start the engine again.';
    await page.route(route, async (one) => {
      const body = JSON.stringify({ type: 'about:blank', title: 'x', status: 500, code: 'x', detail: says });
      await one.fulfill({ status: 500, contentType: 'application/problem+json', body });
    });
    await page.goto(`${shared.engine.baseUrl}/#/${area}`);
    await page.getByRole('alert').getByText(says).waitFor();
    await isCount(page.getByText('Loading…'), 0);
    await isSound(page);
    await page.unroute(route);
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByRole('status').getByText(then).waitFor();
    await page.getByText(says).waitFor({ state: 'detached' });
  });
