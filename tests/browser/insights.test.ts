import { expect } from '@jest/globals';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { eventually, runElsewhere } from './in-page.ts';

const shared = withBrowser(demo);

const open = () => shared.open('/#/insights');

verifies(
  'page.insights',
  'shows what was noticed as it happens, its evidence, and the conversations in any order',
  async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const { threadId: first } = await runElsewhere(
      shared.engine,
      `${hostile} Which plants of the garden need water?`,
    );
    const page = await open();
    const noticed = page.getByRole('region', { name: 'What svc has noticed' });
    await noticed.getByText('Nothing yet.').waitFor();
    const { threadId: second } = await runElsewhere(
      shared.engine,
      `${hostile} which plants in the garden need watering?`,
    );
    await noticed.getByText(`A question like "${hostile} which plants`, { exact: false }).waitFor();
    await noticed.getByText('Seen in 2 runs', { exact: false }).click();
    const links = noticed.getByRole('link');
    await links.nth(1).waitFor();
    const places = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    // Each at the run that it is about.
    expect(places.map((one) => one?.split('/run/')[0])).toEqual([
      `#/threads/${second}`,
      `#/threads/${first}`,
    ]);
    await isSound(page);

    const rows = page.getByRole('table').locator('tbody tr');
    const orderOfRows = () =>
      rows.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    await eventually(async () =>
      expect(await orderOfRows()).toEqual([`#/threads/${second}`, `#/threads/${first}`]),
    );
    const lastRun = page.getByRole('columnheader', { name: 'Last run' });
    await eventually(async () => expect(await lastRun.getAttribute('aria-sort')).toBe('descending'));
    await lastRun.getByRole('button').click();
    await page.locator('th[aria-sort="ascending"]', { hasText: 'Last run' }).waitFor();
    await page.locator(`tbody tr:first-child a[href="#/threads/${first}"]`).waitFor();
    await links.first().click();
    await page.waitForURL(new RegExp(`#/threads/${second}`, 'u'));
  },
);
