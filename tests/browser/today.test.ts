import { expect, it } from '@jest/globals';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { eventually, isLoaded, narrow, runElsewhere } from './in-page.ts';
import { NARROW } from './wide.ts';

const shared = withBrowser(demo);

const open = () => shared.open('/#/today');

verifies(
  'page.today',
  'shows what waits, what ran, what comes next, the cost and the backup, each with its place',
  async () => {
    const { client } = shared.engine;
    const hostile = '<img src=x onerror=alert(1)> Say hello';
    const { threadId, runId } = await runElsewhere(shared.engine, hostile);
    const { triggerId } = await client['triggers.create']({
      body: { title: 'Morning report', schedule: '0 7 * * *', task: 'Say good morning' },
    });
    await client['tasks.create']({
      body: { title: 'Call the garden centre', dueAt: '2020-01-01T00:00:00Z' },
    });
    const page = await open();
    const main = page.getByRole('main');
    await main.getByText('1 run: 1 done').waitFor();
    const placeOf = (name: string) => main.getByRole('link', { name }).getAttribute('href');
    await eventually(async () => expect(await placeOf(hostile)).toBe(`#/threads/${threadId}/run/${runId}`));
    await eventually(async () => expect(await placeOf('Morning report')).toBe(`#/automation/${triggerId}`));
    await eventually(async () => expect(await placeOf('1 overdue task')).toBe('#/tasks'));
    await eventually(async () => expect(await placeOf('By day and model')).toBe('#/costs'));
    await eventually(async () => expect(await placeOf('Make one')).toBe('#/backups'));
    await isSound(page);

    const { backupId } = await client['backups.create']();
    for await (const _ of (await client['backups.events']({ params: { id: backupId } })).events);
    await page.reload();
    await main.getByText('None has been restored as a test yet.').waitFor();
    // A reload is the same visit.
    await main.getByText('In the last 24 hours').waitFor();
    await narrow(page);
    await isSound(page);
  },
);

it('is what a person sees who comes back by the bare address, and not after a reload', async () => {
  const page = await shared.open('/');
  const conversation = page.getByRole('textbox', { name: 'Message' });
  // The list of conversations has one of that name, too.
  const heading = page.locator('main').getByRole('heading', { name: 'Today', level: 2 });
  await conversation.waitFor();
  await page.reload();
  await conversation.waitFor();
  await page.evaluate(() => {
    const visits = JSON.parse(localStorage.getItem('svc.visits') ?? '') as { seenAt: number };
    localStorage.setItem('svc.visits', JSON.stringify({ ...visits, seenAt: visits.seenAt - 3_600_000 }));
  });
  await page.goto('about:blank');
  await page.goto(`${shared.engine.baseUrl}/`);
  await heading.waitFor();
  expect(new URL(page.url()).hash).toBe('#/today');
  await page.goto('about:blank');
  await page.goto(`${shared.engine.baseUrl}/`);
  await conversation.waitFor();
});

/** Counts what loads the browser's tables for dates: on a phone that took longer than all else of the start. */
const COUNT_DATES = `
  window.dateFormats = 0;
  Intl.DateTimeFormat = class extends Intl.DateTimeFormat {
    constructor(...given) {
      super(...given);
      window.dateFormats += 1;
    }
  };`;

it('writes no date on a phone before a pointer asks when exactly something was', async () => {
  await runElsewhere(shared.engine, 'Say hello');
  const page = await shared.open('/#/today', { viewport: NARROW });
  await page.addInitScript(COUNT_DATES);
  await page.reload();
  const time = page.locator('main time').first();
  await time.waitFor();
  await isLoaded(page);
  expect(await page.evaluate('dateFormats')).toBe(0);
  await time.hover();
  await page.locator('main time[title*=":"]').first().waitFor();
});
