import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { isSound } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { eventually, footer, isCount, isLoaded, narrow } from './in-page.ts';
import { fits, NARROW } from './wide.ts';

const shared = withBrowser(demo);

/** The places of all areas, and the parts of the settings. */
const source = readFileSync(new URL('../../src/page/app/areas.ts', import.meta.url), 'utf8');
const names = [...source.matchAll(/\bname: '([a-z-]+)'/gu)].map(([, name]) => name ?? '');
const parts = ['profiles', 'secrets', 'allowed', 'apis', 'google', 'browser'];
const places = [...names.map((name) => `/#/${name}`), ...parts.map((part) => `/#/settings/${part}`)];

const german = { locale: 'de-AT' } as const;
const languageOf = async (page: Page): Promise<unknown> =>
  await page.evaluate('document.documentElement.lang');

/** Carried out in the page. */
const direction = (element: unknown): string =>
  (
    globalThis as unknown as { getComputedStyle: (of: unknown) => { readonly direction: string } }
  ).getComputedStyle(element).direction;

/** What was loaded that holds a sentence of the other language. */
async function loadedWith(page: Page, sentence: string): Promise<readonly string[]> {
  const scripts = await page.evaluate(
    `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))`,
  );
  const found: string[] = [];
  for (const address of scripts as string[])
    if ((await (await fetch(address)).text()).includes(sentence)) found.push(address);
  return found;
}

it('is in the language of the browser, and loads the texts of no other', async () => {
  const page = await shared.open('/', german);
  await page.getByRole('button', { name: 'Senden' }).waitFor();
  await eventually(async () => expect(await languageOf(page)).toBe('de'));
  expect(await loadedWith(page, 'What should the agent do?')).toEqual([]);
  expect(await loadedWith(page, 'Was soll der Agent tun?')).toHaveLength(1);
});

it('is in the language that was chosen, in this browser, until the browser is to say it again', async () => {
  const page = await shared.open('/#/settings/browser', { locale: 'fr-FR' });
  await page.getByRole('radio', { name: 'As the browser says' }).and(page.locator(':checked')).waitFor();
  await page.getByRole('radio', { name: 'Deutsch' }).click();
  await page.getByRole('radio', { name: 'Wie im Browser' }).waitFor();
  await eventually(async () => expect(await languageOf(page)).toBe('de'));
  await page.reload();
  await page.getByRole('radio', { name: 'Deutsch' }).and(page.locator(':checked')).waitFor();
  await page.getByRole('radio', { name: 'Wie im Browser' }).click();
  await page.getByRole('radio', { name: 'As the browser says' }).waitFor();
  await eventually(async () => expect(await languageOf(page)).toBe('en'));
});

it('writes dates and amounts as the language does', async () => {
  const page = await shared.open('/#/today', german);
  await page.getByText(/Heute\s\$?\s?0\s?\$?\svon\s/u).waitFor();
});

it('shows a refusal in German, and one that it has no words for as English', async () => {
  const page = await shared.open('/#/automation/11111111-1111-4111-8111-111111111111', {
    ...german,
    mayComplain: /status of 40/u,
  });
  await page.getByText('Diese Automatik ist weg.').waitFor();
  await page.goto(`${shared.engine.baseUrl}/#/data`);
  await page.getByText('Sammlung anlegen').first().click();
  await page.getByLabel('Name', { exact: true }).fill('Ausgaben!');
  await page.getByLabel('Spalten, eine in jeder Zeile').fill('betrag number');
  await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
  await page.getByText('Namen bestehen aus Kleinbuchstaben').waitFor();
  await isCount(page.locator('main [lang="en"]'), 0);
  // As an engine of tomorrow may say it.
  const problem = { code: 'invalid_collection', detail: 'Tomorrow says it like this.', status: 400 };
  await page.route('**/api/datastore/collections', (route) =>
    route.fulfill({ status: 400, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
  await page
    .locator('main [lang="en"]')
    .filter({ hasText: /^Tomorrow says it like this\.$/u })
    .waitFor();
});

describe('in German', () => {
  it.each(places)('has %s without anything too wide, and without a fault', async (place) => {
    const page = await shared.open(place, german);
    await page.locator('main h2').first().waitFor();
    await isLoaded(page);
    await isSound(page);
    await narrow(page);
    for (const viewport of [NARROW, { width: 640, height: 400 }, { width: 3_840, height: 2_160 }]) {
      await page.setViewportSize(viewport);
      await fits(page);
    }
  });
});

describe('a text that is read from the right', () => {
  const texts = [
    ['Arabic', 'اكتب ملخصا عن الطاقة الشمسية'],
    ['Hebrew', 'כתוב סיכום על אנרגיה סולארית'],
  ] as const;
  const directionOf = async (page: Page, selector: string): Promise<unknown> =>
    await page.locator(selector).first().evaluate(direction);

  it.each(texts)(
    'in %s is laid out so, in the thread, its title and the field; code is not',
    async (_, text) => {
      const page = await shared.open();
      const field = page.locator('#task');
      await field.fill(text);
      await eventually(async () => expect(await directionOf(page, '#task')).toBe('rtl'));
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await footer(page).waitFor();
      await eventually(async () => expect(await directionOf(page, '.task')).toBe('rtl'));
      const title = page.locator('.threads .list a').filter({ hasText: text }).locator('[dir=auto]').first();
      expect(await title.evaluate(direction)).toBe('rtl');
      await fits(page);
      // The frame around it stays as the language of the page has it.
      await eventually(async () => expect(await directionOf(page, 'main')).toBe('ltr'));
      for (const element of await page.locator('.run pre').all())
        expect(await element.evaluate(direction)).toBe('ltr');
    },
  );
});

describe('the looks', () => {
  it('are denser where that is chosen, and stay so', async () => {
    const page = await shared.open('/#/settings/browser');
    const size = async () =>
      Number.parseFloat(String(await page.evaluate('getComputedStyle(document.documentElement).fontSize')));
    await page.getByRole('radio', { name: 'Comfortable' }).waitFor();
    const before = await size();
    await page.getByRole('radio', { name: 'Compact' }).check();
    await eventually(async () => expect(await size()).toBeLessThan(before));
    await page.reload();
    await page.getByRole('radio', { name: 'Compact' }).and(page.locator(':checked')).waitFor();
    await eventually(async () => expect(await size()).toBeLessThan(before));
    for (const place of places) {
      await page.goto(`${shared.engine.baseUrl}${place}`);
      await page.locator('main h2').first().waitFor();
      await isLoaded(page);
      await fits(page);
    }
    await isSound(page);
  });
});
