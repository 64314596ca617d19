import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { callAnswer, textAnswer } from '../servers/chat-completions.ts';
import { streams } from '../servers/fake-provider.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { withBrowser } from './browser.ts';
import { hasTexts, hasValue, isCount, isFocused } from './in-page.ts';
import { liveAnswer, withModel } from './live-answer.ts';
import { fits, NARROW } from './wide.ts';

const shared = withBrowser(withModel);
const NEW = '/#/automation/new';

type Draft = Parameters<(typeof shared.engine.client)['workflows.save']>[0]['body'];

const save = async (name: string, more: Partial<Draft> = {}): Promise<string> => {
  const steps = [{ stepId: 'write', task: 'Write the report.', dependsOn: [] }];
  const { workflowId } = await shared.engine.client['workflows.save']({ body: { name, steps, ...more } });
  return workflowId;
};

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const press = async (page: Page, name: string) =>
  await page.getByRole('button', { name, exact: true }).press('Enter');

verifies(
  ['page.automation.workflows', 'page.automation', 'triggers.hub'],
  'makes an automation of a workflow, runs it, opens its run, and changes its time, by keyboard',
  async () => {
    const { engine, provider } = shared;
    const name = 'Sales <b>May</b>';
    const workflowId = await save(name, {
      parameters: [
        { name: 'day', description: 'The day of the week' },
        { name: 'title', type: 'number', default: 3 },
        { name: 'draft', type: 'boolean' },
      ],
      permissions: { folders: ['reports'] },
    });
    const page = await shared.open(NEW, { viewport: NARROW, mayComplain: /404|409/u });
    await field(page, 'Title').fill('Weekly sales');
    await field(page, 'When').selectOption('watch');
    await field(page, 'What happens').selectOption('run_workflow');
    await hasTexts(field(page, 'When').locator('option'), ['Again and again, on a schedule', 'Once']);
    await isCount(field(page, 'Task for the agent'), 0);
    await isCount(field(page, 'In one run ($)'), 0);
    await field(page, 'How often').selectOption('weekly');
    await field(page, 'At').fill('08:00');
    await field(page, 'Workflow').waitFor();
    await press(page, 'Save');
    await isFocused(field(page, 'Workflow'));
    await field(page, 'Workflow').selectOption({ label: name });
    await press(page, 'Save');
    await isFocused(field(page, 'day'));
    await isSound(page);
    await field(page, 'day').fill('monday');
    await field(page, 'draft').selectOption('Yes');
    await field(page, 'title').fill('many');
    await press(page, 'Save');
    await field(page, 'title').fill('4.5');
    await page.getByText(`The workflow is called "${name}".`).waitFor();
    await page.getByText('reports').first().waitFor();
    await fits(page);
    // What was typed survives a reload.
    await page.reload();
    await field(page, 'title').waitFor();
    await hasValue(field(page, 'title'), '4.5');
    await hasValue(field(page, 'draft'), 'true');
    await press(page, 'Save');
    await page.getByText('“Weekly sales” is saved.').waitFor();
    const [saved] = (await engine.client['triggers.list']()).triggers;
    expect(saved).toMatchObject({
      effect: 'run_workflow',
      schedule: '0 8 * * mon',
      workflowId,
      parameters: { day: 'monday', title: 4.5, draft: true },
    });

    const about = page.getByRole('region', { name: 'What it may do' });
    await hasTexts(about.locator('dd dd'), ['monday', '4.5', 'Yes']);
    const answer = liveAnswer();
    provider.reply(answer.reply, streams(...textAnswer('Fine.')));
    await press(page, 'Run now: Weekly sales');
    const history = page.locator('.history');
    const run = history.getByRole('link', { name: /^Steps and results: Weekly sales, / });
    await run.waitFor();
    await history.getByText('In progress').waitFor();
    await answer.say('It is written.');
    await answer.end();
    await history.getByText('Ended, not checked').waitFor();
    await isSound(page);
    await run.press('Enter');
    await page.getByText('1 of 1 step', { exact: true }).first().waitFor();
    const given = page.getByRole('region', { name: 'What it was given' });
    await hasTexts(given.locator('dd'), ['monday', '4.5', 'Yes']);
    await page.getByRole('link', { name: 'Open the automation' }).press('Enter');

    await press(page, 'Edit');
    await isFocused(field(page, 'Title'));
    await isCount(page.getByText('What it may do', { exact: true }), 0);
    await isCount(field(page, 'Workflow'), 0);
    await field(page, 'Title').fill('Sales');
    await field(page, 'When').selectOption('once');
    await field(page, 'Day and time').fill('2031-03-02T09:30');
    await isSound(page);
    await press(page, 'Save');
    await page.getByText(/^Once, on Sun, Mar 2, 2031/u).waitFor();
    const now = await engine.client['triggers.get']({ params: { id: saved?.triggerId ?? '' } });
    expect(now).toMatchObject({
      title: 'Sales',
      schedule: null,
      workflowId,
      parameters: { day: 'monday', title: 4.5, draft: true },
    });
    await page.getByRole('link', { name, exact: true }).press('Enter');
    await page.getByRole('heading', { name, level: 2 }).waitFor();
    await page.getByRole('button', { name: `Delete: ${name}` }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByRole('dialog').getByText('The automation “Sales” runs it.').waitFor();
    await isSound(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete and pause' }).press('Enter');
    await page.getByText('There is no workflow yet').waitFor();
    await page.goto(`${engine.baseUrl}/#/automation/${now.triggerId}`);
    await page.getByText('svc paused it. The workflow that it carries out was deleted.').waitFor();
    await isSound(page);
    await engine.client['triggers.delete']({ params: { id: now.triggerId } });
  },
);

verifies(
  'page.automation.workflows',
  'says that a step waits for its owner, and leads to the question',
  async () => {
    const { engine, provider } = shared;
    const question = JSON.stringify({ question: 'Which?', options: ['This', 'That'] });
    provider.reply(streams(...callAnswer('ask_user', question)), streams(...textAnswer('Thank you.')));
    const workflowId = await save('Careful');
    const { triggerId } = await engine.client['triggers.create']({
      body: { title: 'Asks', effect: 'run_workflow', schedule: '@daily', timeZone: 'UTC', workflowId },
    });
    const path = `/#/automation/${triggerId}`;
    const page = await shared.open(path);
    await press(page, 'Run now: Asks');
    const history = page.locator('.history');
    await history.getByText('Waits for you').waitFor();
    await isSound(page);
    await history.getByRole('link', { name: 'Answer it: Asks' }).press('Enter');
    await page.locator('form.question').getByText('This', { exact: true }).click();
    await page.goto(`${engine.baseUrl}${path}`);
    await history.getByText('Ended, not checked').waitFor();
    // The page reads anew what is deleted here, and the browser reports the 404.
    await engine.client['triggers.delete']({ params: { id: triggerId } });
    await engine.client['workflows.delete']({ params: { id: workflowId } });
  },
);
