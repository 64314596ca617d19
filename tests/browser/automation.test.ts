import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { callAnswer, textAnswer } from '../servers/chat-completions.ts';
import { streams } from '../servers/fake-provider.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { withBrowser } from './browser.ts';
import { card, eventually, hasValue, isCount, isFocused, look } from './in-page.ts';
import { liveAnswer, withModel } from './live-answer.ts';
import { shiftsOf, WATCH_SHIFTS } from './shifts.ts';
import { NARROW } from './wide.ts';

const shared = withBrowser(withModel);
const AREA = '/#/automation';

const ZONE = { timeZone: 'UTC' };

type NewTrigger = NonNullable<Parameters<(typeof shared.engine.client)['triggers.create']>[0]['body']>;

async function made(body: NewTrigger): Promise<string> {
  const { triggerId } = await shared.engine.client['triggers.create']({ body: { ...ZONE, ...body } });
  return triggerId;
}

/** The trigger has run, or waits. */
async function fired(id: string): Promise<void> {
  const { client } = shared.engine;
  await client['triggers.run']({ params: { id } });
  while (!(await client['triggers.get']({ params: { id } })).lastRun?.outcome);
}

/** Where the parts of the frame and of the area are. */
const placesOf = async (page: Page): Promise<unknown> =>
  await page.evaluate(`
    [...document.querySelectorAll('.app > header, .columns, #main, #main h2, #main p')]
      .map((element) => element.tagName + JSON.stringify(element.getBoundingClientRect()))`);

/** Deletes them when the page no longer asks for them. */
async function gone(page: Page, ...ids: readonly string[]): Promise<void> {
  await page.goto('about:blank');
  for (const id of ids) await shared.engine.client['triggers.delete']({ params: { id } });
}

verifies(
  ['triggers.hub', 'page.automation', 'page.automation.outcomes'],
  'lists triggers with what became of them, and why',
  async () => {
    const { provider } = shared;
    const named = (title: string) => `${title} <b>now</b>`;
    provider.reply(streams(...textAnswer('There is tea.')));
    const checked = await made({
      title: named('Checked'),
      schedule: '0 8 * * mon-fri',
      task: 'Report.',
      expectation: { kind: 'answer', contains: 'tea' },
      permissions: { hosts: ['api.example.org'] },
    });
    const ended = await made({ title: named('Ended'), schedule: 'every 2h', task: 'Report.' });
    const unmet = await made({
      title: named('Unmet'),
      schedule: '@daily',
      task: 'Report.',
      expectation: { kind: 'file', path: 'report.md' },
    });
    const backup = await made({ title: named('Backup'), effect: 'backup', schedule: '0 3 * * *' });
    for (const id of [checked, ended, unmet, backup]) await fired(id);

    // What follows the runs of a trigger may ask for them while it is deleted.
    const page = await shared.open(AREA, { mayComplain: /404 .*\/api\/triggers\/\w+\/runs/u });
    const good = card(page, named('Checked'));
    await good.getByText('At 8:00 AM, Monday through Friday (UTC)').waitFor();
    await good.getByText(/^Next: \w{3}, .*, in /u).waitFor();
    await good.getByText('Done, checked').waitFor();
    await card(page, named('Ended')).getByText('Ended, not checked').waitFor();
    await card(page, named('Unmet')).getByText('The file report.md is not there.').waitFor();
    await card(page, named('Backup')).getByText('its copy was opened and checked').waitFor();
    const tones = async () => await page.locator('.outcome.is-good').allTextContents();
    await eventually(async () => expect([...new Set(await tones())]).toEqual(['Done, checked']));
    await isSound(page);

    await good.getByRole('button', { name: `Pause: ${named('Checked')}` }).press('Enter');
    await good.getByText('No next time while it is paused.').waitFor();
    await good.getByRole('button', { name: `Resume: ${named('Checked')}` }).press('Enter');
    await good.getByText('On', { exact: true }).waitFor();
    await good.getByRole('button', { name: `Run now: ${named('Checked')}` }).press('Enter');
    await page.getByText(`“${named('Checked')}” has started.`).waitFor();

    await good.getByRole('link', { name: `Details and history: ${named('Checked')}` }).press('Enter');
    await isFocused(page.getByRole('heading', { level: 2 }));
    await page.getByText('The answer contains “tea”.').waitFor();
    const history = page.locator('.history > ol > li');
    await history.nth(1).waitFor();
    await history.first().getByText('Done, checked').waitFor();
    await eventually(async () => expect(await history.first().textContent()).toContain('you started it'));
    await isSound(page);

    await page.getByRole('button', { name: 'Delete' }).click();
    const asks = page.getByRole('dialog');
    await asks.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/#\/automation$/u);
    await card(page, named('Ended')).waitFor();
    await isCount(good, 0);
    await gone(page, ended, unmet, backup);
  },
);

verifies('page.automation', 'tests a trigger, and lists what it would have done', async () => {
  const { provider } = shared;
  const input = JSON.stringify({ path: 'report.md', content: 'Good morning' });
  provider.reply(streams(...callAnswer('write_file', input)), streams(...textAnswer('I would have.')));
  const id = await made({
    title: 'Report',
    schedule: '@daily',
    task: 'Write it.',
    expectation: { kind: 'file', path: 'report.md' },
  });
  const page = await shared.open(AREA, { viewport: NARROW });
  await card(page, 'Report').getByRole('button', { name: 'Test: Report' }).click();
  // It counts for nothing, so its history alone has it.
  await isFocused(page.getByRole('heading', { name: 'Report', level: 2 }));
  const history = page.locator('.history');
  await history.getByText('This was a test. Nothing was carried out.').waitFor();
  await history.getByText('Write the file "report.md" in the workspace.').waitFor();
  await history.getByText('In detail').press('Enter');
  await history.getByText('Good morning').waitFor();
  await isSound(page);
  await gone(page, id);
});

verifies(
  'page.automation',
  'shows the next ten times before anything is saved, keeps what was typed, and edits it again',
  async () => {
    const { engine } = shared;
    const page = await shared.open(AREA, {
      viewport: NARROW,
      timezoneId: 'Europe/Vienna',
      mayComplain: /400/u,
    });
    await page.getByRole('link', { name: 'New automation' }).press('Enter');
    await isFocused(page.getByRole('heading', { name: 'New automation', level: 2 }));
    const field = (name: string) => page.getByLabel(name, { exact: true });
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await isFocused(field('Title'));
    await isSound(page);
    await page.keyboard.type('Morning report');
    // What most people want is chosen, and not written.
    await field('How often').selectOption('weekly');
    await page.getByRole('checkbox', { name: 'Tuesday' }).check();
    await page.getByRole('checkbox', { name: 'Monday' }).uncheck();
    await field('At').fill('18:00');
    await page.getByText('At 6:00 PM, only on Tuesday (Europe/Vienna)').waitFor();
    await isSound(page);
    await field('How often').selectOption('own');
    await hasValue(field('Pattern'), '0 18 * * tue');
    await field('Pattern').fill('every now and then');
    await field('Pattern').and(page.locator('[aria-invalid]')).waitFor();
    await field('Pattern').fill('0 8 * * mon-fri');
    await page.getByText('At 8:00 AM, Monday through Friday (Europe/Vienna)').waitFor();
    await isCount(page.locator('.times li'), 10);
    await eventually(async () =>
      expect(await page.locator('.times li').first().textContent()).toContain('8:00'),
    );
    await field('Time zone').fill('Europe/Vienn');
    await page.getByText('"Europe/Vienn" is not a time zone.').waitFor();
    await field('Time zone').fill('UTC');

    await field('Task for the agent').fill('Write the report.');
    await field('What success is').selectOption('matches');
    await field('Regular expression').fill('(tea');
    await field('Send to these hosts').fill('https://api.example.org/path');
    await field('In one run ($)').fill('half');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await field('In one run ($)').fill('0.5');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await isFocused(field('Send to these hosts'));
    await field('Send to these hosts').fill('api.example.org');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await field('Regular expression').and(page.locator('[aria-invalid]:focus')).waitFor();
    await hasValue(field('Task for the agent'), 'Write the report.');
    await isSound(page);
    await field('Regular expression').fill('tea|coffee');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('“Morning report” is saved.').waitFor();
    const [saved] = (await engine.client['triggers.list']()).triggers;
    expect(saved).toMatchObject({
      title: 'Morning report',
      schedule: '0 8 * * mon-fri',
      timeZone: 'UTC',
      expectation: { kind: 'answer', matches: 'tea|coffee' },
      permissions: { hosts: ['api.example.org'], folders: [], tools: [] },
      ceilings: { runUsd: 0.5, monthUsd: null },
    });

    await page.getByRole('button', { name: 'Edit' }).press('Enter');
    await isFocused(field('Title'));
    await field('When').selectOption('once');
    await field('Day and time').fill('2031-03-02T09:30');
    await page.getByText(/Sun, Mar 2, 2031, 9:30\sAM, in \d+ years/u).waitFor();
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText(/^Once, on Sun, Mar 2, 2031/u).waitFor();
    const now = await engine.client['triggers.get']({ params: { id: saved?.triggerId ?? '' } });
    expect(now).toMatchObject({ schedule: null, runAt: '2031-03-02T08:30:00.000Z', title: 'Morning report' });
    await gone(page, now.triggerId);
  },
);

for (const viewport of [undefined, NARROW])
  verifies(
    ['page.running', 'page.automation'],
    `shows on every page what runs, moves nothing, and stops it, ${viewport ? 'narrow' : 'wide'}`,
    async () => {
      const { engine, provider } = shared;
      const answers = [liveAnswer(), liveAnswer()];
      provider.reply(...answers.map(({ reply }) => reply));
      const ids = [
        await made({ title: 'Long report', schedule: '@daily', task: 'Write.' }),
        await made({ title: 'Other report', schedule: '@daily', task: 'Write.' }),
      ];
      const page = await shared.open('/#/hosts', viewport ? { viewport } : {});
      await page.addInitScript(WATCH_SHIFTS);
      await page.reload();
      await page.getByText('No agent host has started anything.').waitFor();
      const before = await placesOf(page);
      await engine.client['triggers.run']({ params: { id: ids[0]! } });
      const line = page.getByRole('button', { name: 'Running: Long report' });
      await line.waitFor();
      // It is said when it begins, and stands there once.
      await page.locator('[role="status"][aria-live="polite"]', { has: line }).waitFor();
      await isCount(page.getByText('Running: Long report'), 1);
      await engine.client['triggers.run']({ params: { id: ids[1]! } });
      const both = page.getByRole('button', { name: '2 things run: Long report, Other report' });
      await both.waitFor();
      await eventually(async () => expect(await placesOf(page)).toEqual(before));
      await isSound(page);

      await both.press('Enter');
      const list = page.getByRole('group', { name: 'What runs now' });
      await list.getByText('Automation · since').first().waitFor();
      await isSound(page);
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'hidden' });
      await isFocused(both);
      await both.press('Enter');
      await list.getByRole('button', { name: 'Stop: Other report' }).press('Enter');
      await list.getByText('Other report').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Stop: Long report' }).press('Enter');
      await line.waitFor({ state: 'detached' });
      await isFocused(page.locator('#main'));
      await eventually(async () => expect(await placesOf(page)).toEqual(before));
      // New threads move others at the side, and a number in the header may come and go.
      expect((await shiftsOf(page)).sum).toBeLessThan(0.1);

      await page.goto(`${engine.baseUrl}${AREA}`);
      await card(page, 'Long report').getByText('Stopped').waitFor();
      await gone(page, ...ids);
    },
  );

verifies('page.automation.outcomes', 'offers what was cut off again, in one click', async () => {
  const { env, provider } = shared;
  const dataDir = temporaryDir();
  const first = await shared.another(env, dataDir);
  const hanging = liveAnswer();
  provider.reply(hanging.reply, streams(...textAnswer('Done now.')));
  const body = { title: 'Cut off', schedule: '@daily', task: 'Write.', ...ZONE };
  const { triggerId } = await first.client['triggers.create']({ body });
  await first.client['triggers.run']({ params: { id: triggerId } });
  await hanging.say('I begin');
  first.process.kill('SIGKILL');
  await first.finished;
  const { baseUrl } = await shared.another(env, dataDir);
  const page = await shared.open(AREA, { at: baseUrl });
  await card(page, 'Cut off').getByText('Cut off: svc stopped').waitFor();
  await card(page, 'Cut off').getByRole('button', { name: 'Run again: Cut off' }).click();
  await card(page, 'Cut off').getByText('Ended, not checked').waitFor();
});

it('makes a reminder for a chosen day and time, and changes it the same way', async () => {
  const { client } = shared.engine;
  const page = await shared.open('/#/tasks');
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await page.getByRole('textbox', { name: 'Add a task', exact: true }).fill('Water the plants');
  await page.getByRole('link', { name: 'Be reminded at a set time instead' }).click();
  await page.getByRole('heading', { name: 'New reminder', level: 2 }).waitFor();
  // What was typed comes along, and it is for the next morning.
  await hasValue(field('What to remind you of'), 'Water the plants');
  await hasValue(field('When'), 'once');
  await page
    .getByText(/ 9:00 AM/u)
    .first()
    .waitFor();
  await field('When').selectOption('schedule');
  await field('How often').selectOption('weekly');
  // Where it will be seen is said, and that this browser can tell of it.
  const form = page.getByRole('form', { name: 'New reminder' });
  await form.getByRole('link', { name: 'Waiting' }).waitFor();
  await form.getByRole('button', { name: 'Turn on notifications of this browser' }).waitFor();
  await isSound(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Water the plants', level: 2 }).waitFor();
  const [saved] = (await client['triggers.list']()).triggers;
  expect(saved).toMatchObject({ effect: 'notify', schedule: '0 9 * * mon', title: 'Water the plants' });
  // It reads as what it is, and not as work.
  await page.getByText('It has not reminded you yet.').first().waitFor();
  await page.getByRole('button', { name: 'Remind me now: Water the plants' }).waitFor();
  await page.getByRole('heading', { name: 'What it does', level: 3 }).waitFor();
  await page.getByText('Reminder', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await hasValue(field('What to remind you of'), 'Water the plants');
  await isCount(page.getByText('What it may do', { exact: true }), 0);
  await hasValue(field('How often'), 'weekly');
  await field('At').fill('07:30');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“Water the plants” is saved.').last().waitFor();
  const params = { id: saved?.triggerId ?? '' };
  expect((await client['triggers.get']({ params })).schedule).toBe('30 7 * * mon');
  await gone(page, params.id);
});

verifies(
  'page.drafts',
  'keeps what is typed for a new automation over a reload, until it is saved or cancelled',
  async () => {
    const { engine } = shared;
    const page = await shared.open(`${AREA}/new`);
    const field = (name: string) => page.getByLabel(name, { exact: true });
    const fill = async () => {
      await field('Title').fill('Weekly report');
      await field('When').selectOption('watch');
      await field('Address of the page').fill('https://shop.test/tea');
      await field('Task for the agent').fill('Tell me the price.');
    };
    await fill();
    await page.reload();
    await field('Address of the page').waitFor();
    await hasValue(field('Title'), 'Weekly report');
    await hasValue(field('Address of the page'), 'https://shop.test/tea');
    await hasValue(field('Task for the agent'), 'Tell me the price.');
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByRole('link', { name: 'New automation' }).press('Enter');
    await hasValue(field('Title'), '');
    await fill();
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('“Weekly report” is saved.').waitFor();
    await page.goto(`${engine.baseUrl}${AREA}/new`);
    await page.reload();
    await field('Title').waitFor();
    await hasValue(field('Title'), '');
    const [saved] = (await engine.client['triggers.list']()).triggers;
    await gone(page, saved?.triggerId ?? '');
  },
);

verifies('page.notices', 'runs what failed again, also where its automation is not loaded', async () => {
  const { engine, provider } = shared;
  provider.reply(streams(...textAnswer('Nothing.')), streams(...textAnswer('Nothing again.')));
  const expectation = { kind: 'file' as const, path: 'never.md' };
  const id = await made({ title: 'Far below', schedule: '@daily', task: 'Write.', expectation });
  await fired(id);
  const page = await shared.open('/#/hosts');
  // As if as many as a page of the list has were made after it.
  await page.route(/\/api\/triggers\?/u, async (route) => {
    await route.fulfill({ json: { triggers: [], nextCursor: 'older' } });
  });
  await page.goto(`${engine.baseUrl}/#/waiting`);
  await page.reload();
  const again = page.getByRole('button', { name: /^Run again/u });
  await again.press('Enter');
  await page.getByText('“Far below” has started.').waitFor();
  for (;;) {
    const { runs } = await engine.client['triggers.runs']({ params: { id } });
    if (runs.length === 2 && runs.every(({ endedAt }) => endedAt !== null)) break;
  }
  await gone(page, id);
  for (const { noticeId } of (await engine.client['notices.list']()).notices)
    await engine.client['notices.dismiss']({ params: { id: noticeId } });
});

verifies(
  ['page.notices', 'page.automation'],
  'counts notices and what waits for an OK, dismisses the one and confirms the other',
  async () => {
    const { engine } = shared;
    const reminder = await made({
      title: 'Water the plants',
      effect: 'notify',
      schedule: '@daily',
      task: 'The big one: <img src=x onerror=alert(1)>',
    });
    const asked = await made({ title: 'Backups', effect: 'backup', schedule: '0 3 * * *' });
    const page = await shared.open('/#/waiting');
    await page.getByText('Nothing waits for you.').waitFor();
    // As one that the agent made, and its owner has not seen.
    let isConfirmed = false;
    await page.route(/\/api\/triggers(?:\/[^/]*|\?.*)?$/u, async (route) => {
      if (route.request().method() === 'PATCH') isConfirmed = true;
      const response = await route.fetch();
      const text = await response.text();
      const unseen = (one: { triggerId: string }) =>
        one.triggerId === asked && !isConfirmed ? { ...one, confirmedAt: null, nextRunAt: null } : one;
      const answer = JSON.parse(text) as { triggers?: { triggerId: string }[] };
      const json = answer.triggers ? { ...answer, triggers: answer.triggers.map(unseen) } : answer;
      await route.fulfill({ response, json });
    });
    await fired(reminder);
    await look(page);
    await page.getByRole('link', { name: 'Waiting 2' }).waitFor();
    await page.getByText('The big one: <img src=x onerror=alert(1)>').waitFor();
    await isSound(page);
    await page.getByRole('button', { name: 'Dismiss: Water the plants' }).press('Enter');
    await page.getByRole('link', { name: 'Waiting 1' }).waitFor();
    await isFocused(page.getByRole('heading', { level: 2 }));
    expect((await engine.client['notices.list']()).notices).toEqual([]);

    await page.getByRole('main').getByRole('link', { name: 'Backups' }).press('Enter');
    await page.getByText('It makes a backup of everything that svc keeps.').waitFor();
    await page.locator('.times li').nth(9).waitFor();
    await isSound(page);
    await page.getByRole('button', { name: 'Allow it: Backups' }).press('Enter');
    await page.getByText('“Backups” is on.').waitFor();
    await page.getByRole('link', { name: 'Waiting', exact: true }).waitFor();
    await gone(page, reminder, asked);
  },
);
