import { afterEach, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { callAnswer, textAnswer } from '../servers/chat-completions.ts';
import { streams, type Reply } from '../servers/fake-provider.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { LOST, withBrowser } from './browser.ts';
import { card, eventually, hasTexts, hasValue, isCount, isFocused, narrow, send } from './in-page.ts';
import { liveAnswer, withModel } from './live-answer.ts';
import { fits, NARROW } from './wide.ts';

const shared = withBrowser(withModel);
const AREA = '/#/workflows';

type Draft = Parameters<(typeof shared.engine.client)['workflows.save']>[0]['body'];
type Steps = Draft['steps'];

const step = (
  stepId: string,
  dependsOn: string[] = [],
  more: Partial<Steps[number]> = {},
): Steps[number] => ({
  stepId,
  task: `TASK-${stepId}: do it`,
  dependsOn,
  ...more,
});
const save = async (name: string, steps: Steps, more: Partial<Draft> = {}) =>
  await shared.engine.client['workflows.save']({ body: { name, steps, ...more } });

afterEach(async () => {
  const { client } = shared.engine;
  const { workflowDefinitions } = await client['workflows.definitions']();
  for (const { workflowId } of workflowDefinitions)
    await client['workflows.delete']({ params: { id: workflowId } });
});

/** The model answers each step by its task; the n-th request of a step gets the n-th reply, and the last one all later ones. */
function answering(replies: Readonly<Record<string, readonly Reply[]>>): void {
  const asked = new Map<string, number>();
  shared.provider.reply(async (request, response) => {
    const task = JSON.stringify(request.body);
    const found =
      Object.keys(replies).find((stepId) => task.includes(`TASK-${stepId}: do it\\n\\n[A step of`)) ?? '';
    const nth = asked.get(found) ?? 0;
    asked.set(found, nth + 1);
    const all = replies[found] ?? [streams(...textAnswer('Fine.'))];
    await all[Math.min(nth, all.length - 1)]?.(request, response);
  });
}
const says = (text: string): Reply => streams(...textAnswer(text));
const fails: Reply = (_request, response) => {
  response.writeHead(400, { 'content-type': 'application/json' });
  response.end('{"error":{"message":"This model is not for you.","type":"invalid_request_error"}}');
};

/** The step in the drawing, in this state. */
const drawn = (page: Page, stepId: string, state = '') =>
  page.getByRole('list', { name: /^Steps of / }).getByRole('button', {
    name: new RegExp(`^${stepId}${state === '' ? '' : ` ?, ${state}`}`, 'u'),
  });

verifies(
  ['page.workflows', 'page.workflows.run'],
  'runs a workflow, shows its steps as they change and their results, and deletes it, by keyboard',
  async () => {
    const name = 'Report <b>May</b>';
    await save(
      name,
      [
        step('fetch', [], { tools: ['read_file'], budgetUsd: 0.5 }),
        step('check', ['fetch']),
        step('write', ['fetch', 'check'], { onFailure: 'continue' }),
      ],
      {
        description: 'What was sold.',
        parameters: [
          { name: 'day', description: 'The day of the week' },
          { name: 'count', type: 'number', default: 3 },
          { name: 'draft', type: 'boolean' },
        ],
        permissions: { folders: ['reports'] },
      },
    );
    const [fetch, write] = [liveAnswer(), liveAnswer()];
    answering({ fetch: [fetch.reply], check: [says('All right.')], write: [write.reply] });
    const page = await shared.open(AREA);
    const saved = card(page, name);
    await saved.getByText(/^3 steps · up to \$2\.50? for one run · made /u).waitFor();
    await saved.getByText('reports').waitFor();
    await saved.getByText('Its steps').press('Enter');
    await saved.getByText('TASK-write: do it').waitFor();
    await isSound(page);
    await saved.getByRole('button', { name: `Run: ${name}` }).press('Enter');
    await isFocused(page.getByRole('heading', { name, level: 2 }));
    await isSound(page);

    const form = page.getByRole('form', { name: `Run “${name}”` });
    await form.getByRole('button', { name: 'Run it now' }).press('Enter');
    await isFocused(form.getByLabel('day'));
    await form.getByLabel('day').fill('monday');
    await hasValue(form.getByLabel('count'), '3');
    await form.getByLabel('count').fill('many');
    await form.getByLabel('draft').selectOption('Yes');
    await form.getByRole('button', { name: 'Run it now' }).press('Enter');
    await isSound(page);
    await form.getByLabel('count').fill('4.5');
    await form.getByRole('button', { name: 'Run it now' }).press('Enter');

    await drawn(page, 'fetch', 'Running').waitFor();
    await drawn(page, 'check', 'Waiting').waitFor();
    await page.getByText('0 of 3 steps').waitFor();
    await page.getByRole('button', { name: `Running: ${name}` }).waitFor();
    await isSound(page);
    await fetch.say('# Sales\n\nAll is **well** <img src=x onerror=alert(1)>');
    // A connection that is lost is taken up again.
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await fetch.end();
    await drawn(page, 'fetch', 'Done').waitFor();
    await drawn(page, 'check', 'Done').waitFor();
    await drawn(page, 'write', 'Running').waitFor();
    await page.getByText('2 of 3 steps').waitFor();
    await write.say('It is written.');
    await write.end();
    await page.getByText('Ended, not checked').waitFor();
    await page.getByText('3 of 3 steps').waitFor();
    await isCount(page.getByRole('button', { name: 'Do the rest again' }), 0);

    await drawn(page, 'fetch').focus();
    await page.keyboard.press('ArrowRight');
    await isFocused(drawn(page, 'check'));
    await page.keyboard.press('End');
    await isFocused(drawn(page, 'write'));
    await page.keyboard.press('Home');
    await isFocused(drawn(page, 'fetch'));
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: 'Step fetch' });
    await panel.getByRole('heading', { name: 'Sales' }).waitFor();
    await panel.getByText('<img src=x onerror=alert(1)>').waitFor();
    await panel.getByText('TASK-fetch: do it').waitFor();
    await panel.getByText('read_file').waitFor();
    await drawn(page, 'fetch').and(page.locator('[aria-current]:focus')).waitFor();
    const given = page.getByRole('region', { name: 'What it was given' });
    await hasTexts(given.locator('dd'), ['monday', '4.5', 'Yes']);
    await isSound(page);
    await narrow(page);
    await fits(page);
    const run = page.url();
    await panel.getByRole('link', { name: 'Conversation of this step' }).press('Enter');
    await page.waitForURL(/#\/threads\//u);
    await page.getByText('All is well').first().waitFor();
    await page.goto(run);
    await page.reload();
    await drawn(page, 'write', 'Done').waitFor();

    await page.getByRole('link', { name: 'The workflow of this run' }).press('Enter');
    await page.getByRole('region', { name: 'Runs of this workflow' }).getByText('3 of 3 steps').waitFor();
    await page.getByRole('button', { name: `Delete: ${name}` }).press('Enter');
    await isSound(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByText('There is no workflow yet').waitFor();
    await isFocused(page.getByRole('heading', { name: 'Workflows', level: 2 }));
    await fits(page);
    await page
      .getByRole('article', { name: /^Report <b>May/u })
      .getByRole('link')
      .press('Enter');
    await page.getByText('Its workflow was deleted.').waitFor();
    await page.getByRole('link', { name: 'All workflows' }).press('Enter');
    await page.getByRole('link', { name: 'Statistics' }).press('Enter');
    const table = page.getByRole('region', { name: 'Steps' });
    await table.getByRole('row', { name: /^Report <b>May<\/b> fetch 1 0 /u }).waitFor();
    await isSound(page);
  },
);

verifies(
  'page.workflows.run',
  'shows why a step failed, keeps what is done, and does the rest again',
  async () => {
    const { engine } = shared;
    const { workflowId } = await save('Fragile', [
      step('first'),
      step('breaks', ['first']),
      step('last', ['breaks']),
    ]);
    answering({ first: [says('One.')], breaks: [fails, says('Two.')], last: [says('Three.')] });
    const page = await shared.open(AREA, { viewport: NARROW });
    await card(page, 'Fragile').getByRole('button', { name: 'Run: Fragile' }).press('Enter');
    await drawn(page, 'breaks', 'Failed').waitFor();
    await drawn(page, 'last', 'Skipped').waitFor();
    await page.getByText(/^The step breaks failed: /u).waitFor();
    await drawn(page, 'breaks').press('Enter');
    const panel = page.getByRole('region', { name: 'Step breaks' });
    await panel.locator('p.bad').waitFor();
    await isSound(page);
    await page.getByRole('button', { name: 'Do the rest again: Fragile' }).press('Enter');
    await drawn(page, 'last', 'Done').waitFor();
    await panel.getByText('attempt 2').waitFor();
    await panel.getByText('Two.').waitFor();
    await page.getByText('Ended, not checked').waitFor();
    const { workflows } = await engine.client['workflows.list']({ query: { workflowId } });
    const { steps } = await engine.client['workflows.steps']({
      params: { id: workflows[0]?.workflowRunId ?? '' },
    });
    expect(steps.map(({ stepId, attempt }) => [stepId, attempt])).toEqual([
      ['first', 1],
      ['breaks', 2],
      ['last', 1],
    ]);
  },
);

verifies('page.workflows.run', 'stops a run, and says what waits for an answer', async () => {
  await save('Careful', [step('asks'), step('hangs', ['asks'])]);
  const hanging = liveAnswer();
  const question = JSON.stringify({ question: 'Which?', options: ['This', 'That'] });
  answering({
    asks: [streams(...callAnswer('ask_user', question)), says('Thank you.')],
    hangs: [hanging.reply],
  });
  const page = await shared.open(AREA);
  await card(page, 'Careful').getByRole('button', { name: 'Run: Careful' }).press('Enter');
  await drawn(page, 'asks', 'Waits for you').waitFor();
  await isSound(page);
  const run = page.url();
  await page.getByRole('link', { name: 'All workflows' }).press('Enter');
  await page
    .getByRole('article', { name: /^Careful, / })
    .getByText('Waits for your answer')
    .waitFor();
  await page.goto(run);
  await page.getByRole('link', { name: 'Answer it', exact: true }).press('Enter');
  await page.locator('form.question').getByText('This', { exact: true }).click();
  await page.goto(run);
  await drawn(page, 'hangs', 'Running').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Stop: Careful' }).press('Enter');
  await drawn(page, 'hangs', 'Failed').waitFor();
  await page.getByRole('status').getByText('Stopped', { exact: true }).waitFor();
  await isFocused(page.getByRole('heading', { name: 'Careful', level: 2 }));
  await page.getByRole('button', { name: 'Do the rest again: Careful' }).waitFor();
  await isSound(page);
});

verifies(
  ['page.workflows.run', 'page.running.known'],
  'follows a run over a kill and a restart of the engine',
  async () => {
    const { env } = shared;
    const dataDir = temporaryDir();
    const first = await shared.another(env, dataDir);
    const hanging = liveAnswer();
    answering({ before: [says('One.')], cut: [hanging.reply, says('Two.')], after: [says('Three.')] });
    const { workflowId } = await first.client['workflows.save']({
      body: { name: 'Lasting', steps: [step('before'), step('cut', ['before']), step('after', ['cut'])] },
    });
    const { workflowRunId } = await first.client['workflows.start']({ params: { id: workflowId }, body: {} });
    await hanging.say('I begin');
    const page = await shared.open('/', { at: first.baseUrl, mayComplain: LOST });
    await page.getByRole('button', { name: 'Running: Lasting' }).press('Enter');
    await page.locator('#running-list').getByRole('link', { name: 'Lasting' }).press('Enter');
    await page.waitForURL(new RegExp(`#/workflows/run-${workflowRunId}$`, 'u'));
    await drawn(page, 'cut', 'Running').waitFor();
    first.process.kill('SIGKILL');
    await first.finished;
    await drawn(page, 'cut', 'Not known').waitFor();
    await drawn(page, 'before', 'Done').waitFor();
    await page.getByRole('status').getByText('Not known while svc is away').waitFor();
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: /^(?:Stop|Do the rest)/u })
        .count(),
    ).toBe(0);
    await shared.another({ ...env, SVC_HTTP_PORT: new URL(first.baseUrl).port }, dataDir);
    await drawn(page, 'after', 'Done').waitFor();
    await page.getByRole('status').getByText('Ended, not checked').waitFor();
  },
);

verifies('page.workflows.drawing', 'stays usable with 100 steps on a narrow screen', async () => {
  const names = Array.from({ length: 100 }, (_, nth) => `step-${nth}`);
  const { workflowId } = await save(
    'Large',
    names.map((name, nth) =>
      step(name, nth < 40 ? [] : nth === 99 ? names.slice(0, 60) : [names[nth - 40] ?? '', 'step-0']),
    ),
  );
  const page = await shared.open(`${AREA}/${workflowId}`, { viewport: NARROW });
  const list = page.getByRole('list', { name: 'Steps of Large' });
  await list.waitFor();
  await isCount(list.getByRole('listitem'), 100);
  await fits(page);
  await list.getByRole('button').first().focus();
  await page.keyboard.press('End');
  await list.getByRole('button').first().and(page.locator(':not(:focus)')).waitFor();
  const last = list.locator(':focus');
  // In sight within its box.
  const isInSight = `
    (() => {
      const [step, box] = [document.activeElement, document.querySelector('.drawing')].map((one) =>
        one.getBoundingClientRect());
      return step.left >= box.left && step.right <= box.right && step.top >= box.top && step.bottom <= box.bottom;
    })()`;
  await eventually(async () => expect(await page.evaluate(isInSight)).toBe(true));
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: /^Step step-/ }).waitFor();
  // Tab leads out of the drawing, not through all of its steps.
  await page.keyboard.press('Tab');
  await isFocused(page.getByRole('button', { name: 'Close' }));
  await isSound(page);
  await page.keyboard.press('Enter');
  await last.and(page.locator('.step')).waitFor();
});

verifies('page.workflows', 'starts one run when the answer to the first request is lost', async () => {
  const { engine } = shared;
  answering({});
  const { workflowId } = await save('Paid', [step('only')]);
  const page = await shared.open(`${AREA}/${workflowId}`, { mayComplain: LOST });
  let lost = 0;
  await page.route('**/run', async (route) => {
    lost += 1;
    if (lost > 1) return await route.continue();
    await route.fetch();
    return await route.abort();
  });
  const form = page.getByRole('form', { name: 'Run “Paid”' });
  await form.getByRole('button', { name: 'Run it now' }).press('Enter');
  await form.getByRole('alert').getByText('svc').waitFor();
  await form.getByRole('button', { name: 'Run it now' }).press('Enter');
  await drawn(page, 'only', 'Done').waitFor();
  const { workflows } = await engine.client['workflows.list']({ query: { workflowId } });
  expect([lost, workflows.length]).toEqual([2, 1]);
});

verifies('page.workflows', 'lists workflows and runs in pages', async () => {
  const { engine } = shared;
  answering({});
  const { workflowId } = await save('Often', [step('only')]);
  for (let nth = 1; nth <= 22; nth += 1) await save(`Number ${nth}`, [step('only')]);
  for (let nth = 1; nth <= 22; nth += 1)
    await engine.client['workflows.start']({ params: { id: workflowId }, body: {} });
  const page = await shared.open(AREA);
  await card(page, 'Number 22').waitFor();
  await isCount(card(page, 'Often'), 0);
  await page.getByRole('button', { name: 'Show older workflows' }).press('Enter');
  await card(page, 'Often').waitFor();
  await card(page, 'Often').getByRole('link', { name: 'Open: Often' }).press('Enter');
  const runs = page.getByRole('region', { name: 'Runs of this workflow' });
  await runs.getByRole('button', { name: 'Show older runs' }).press('Enter');
  await runs.getByRole('article').nth(21).waitFor();
  await isCount(runs.getByRole('article'), 22);
});

verifies(
  'page.questions',
  'asks in German what the engine says in English, and takes the answer',
  async () => {
    const { engine, provider } = shared;
    const draft = JSON.stringify({
      name: 'Wochenbericht',
      steps: [{ id: 'only', task: 'TASK-only: It may read.' }],
    });
    provider.reply(streams(...callAnswer('save_workflow', draft)), says('It is saved.'));
    const page = await shared.open('/', { locale: 'de-AT' });
    await page.locator('#task').fill('Speichere das');
    await page.locator('#task').press('Enter');
    const question = page.locator('form.question');
    await question.getByText('Damit beginnt er noch nicht. Name: „Wochenbericht“.').waitFor();
    await question.getByText('Schritt 1 (only): „TASK-only: It may read.“.').waitFor();
    const english = (await engine.client['prompts.list']()).prompts.at(-1);
    expect(english?.question).toContain(
      'The agent wants to save a workflow. Saving does not start it. Name: "Wochenbericht".',
    );
    await isCount(question.getByText('Yes, do this', { exact: true }), 0);
    await question.getByRole('button', { name: 'Ja, das tun', exact: true }).click();
    await page.getByRole('region', { name: 'Unterhaltung' }).getByText('It is saved.').waitFor();
    const { workflowDefinitions } = await engine.client['workflows.definitions']();
    expect(workflowDefinitions.some(({ name }) => name === 'Wochenbericht')).toBe(true);
  },
);

verifies('page.workflows', 'leads from a conversation to the workflow and to its run', async () => {
  const { engine, provider } = shared;
  const draft = JSON.stringify({ name: 'Asked for', steps: [{ id: 'only', task: 'TASK-only: do it' }] });
  provider.reply(streams(...callAnswer('save_workflow', draft)), says('It is saved.'));
  const page = await shared.open();
  const ask = async (text: string) => {
    await send(page, text);
    await page.locator('form.question').getByRole('button').first().click();
  };
  await ask('Save it as a workflow');
  await page.getByRole('region', { name: 'Conversation' }).getByText('It is saved.').waitFor();
  const link = page.getByRole('link', { name: 'Open the workflow “Asked for”' });
  await link.waitFor();
  const { workflowDefinitions } = await engine.client['workflows.definitions']();
  const call = JSON.stringify({ workflow_id: workflowDefinitions[0]?.workflowId });
  answering({ only: [says('Done.')], '': [streams(...callAnswer('run_workflow', call)), says('It runs.')] });
  await ask('Run it');
  await page.getByRole('link', { name: 'Open this run of the workflow' }).waitFor();
  await page.getByRole('region', { name: 'Conversation' }).getByText('It runs.').waitFor();
  await isSound(page);
  const conversation = page.url();
  // As it is drawn from what is stored.
  await page.reload();
  await page.getByRole('link', { name: 'Open this run of the workflow' }).press('Enter');
  await drawn(page, 'only', 'Done').waitFor();
  await page.getByText('the agent started it').waitFor();
  await page.goto(conversation);
  await link.press('Enter');
  await page.getByRole('heading', { name: 'Asked for', level: 2 }).waitFor();
  await page.getByText('made by the agent').waitFor();
});
