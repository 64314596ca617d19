import { expect, it } from '@jest/globals';
import { spawnEngine } from '../harness/spawned-engine.ts';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { violationsOf } from './axe.ts';
import { openPage, withBrowser } from './browser.ts';

const shared = withBrowser(async () => ({
  engine: await spawnEngine(temporaryDir(), { SVC_DEMO: '1' }),
}));

/** @returns the thread */
async function ran(task: string): Promise<string> {
  const { client } = shared.engine;
  const { sessionId, threadId } = await client['sessions.create']({ body: {} });
  const { events } = await client['runs.start']({ params: { id: sessionId }, body: { task } });
  for await (const event of events) if (event.type === 'error') throw new Error(event.data.error);
  return threadId;
}

const open = () => openPage(shared.browser, shared.engine.baseUrl, { path: '/#/insights' });

it('says that nothing was noticed yet', async () => {
  const { page, complaints } = await open();
  await page.getByText('Nothing yet. It takes a few runs.').waitFor();
  await page.getByText('No run has ended yet.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

verifies(
  'page.insights',
  'shows what was noticed as it happens, its evidence, and the conversations in any order',
  async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const first = await ran(`${hostile} Which plants of the garden need water?`);
    const { page, complaints } = await open();
    const noticed = page.getByRole('region', { name: 'What svc has noticed' });
    await noticed.getByText('Nothing yet.').waitFor();
    const second = await ran(`${hostile} which plants in the garden need watering?`);
    await noticed.getByText(`A question like "${hostile} which plants`, { exact: false }).waitFor();
    await noticed.getByText('Seen in 2 runs', { exact: false }).click();
    const links = noticed.getByRole('link');
    await links.nth(1).waitFor();
    const places = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(places).toEqual([`#/threads/${second}`, `#/threads/${first}`]);
    expect(await violationsOf(page)).toEqual([]);

    const rows = page.getByRole('table').locator('tbody tr');
    const orderOfRows = () =>
      rows.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(await orderOfRows()).toEqual([`#/threads/${second}`, `#/threads/${first}`]);
    const lastRun = page.getByRole('columnheader', { name: 'Last run' });
    expect(await lastRun.getAttribute('aria-sort')).toBe('descending');
    await lastRun.getByRole('button').click();
    await page.locator('th[aria-sort="ascending"]', { hasText: 'Last run' }).waitFor();
    await page.locator(`tbody tr:first-child a[href="#/threads/${first}"]`).waitFor();
    await links.first().click();
    await page.waitForURL(new RegExp(`#/threads/${second}`, 'u'));
    expect(complaints).toEqual([]);
  },
);
