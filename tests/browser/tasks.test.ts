import { expect } from '@jest/globals';
import { textAnswer } from '../servers/chat-completions.ts';
import { streams } from '../servers/fake-provider.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { withBrowser } from './browser.ts';
import { card, eventually, hasValue, isCount, isFocused } from './in-page.ts';
import { liveAnswer, withModel } from './live-answer.ts';
import { fits, NARROW } from './wide.ts';

const shared = withBrowser(withModel);
const AREA = '/#/tasks';

verifies('page.tasks', 'adds, changes, completes, finds and deletes tasks by keyboard', async () => {
  const page = await shared.open(AREA);
  await page.getByText('There is no task yet.').waitFor();
  const trip = '<b>Plan</b> the trip';
  await page.getByRole('textbox', { name: 'Add a task', exact: true }).fill(trip);
  await page.keyboard.press('Enter');
  await card(page, trip).waitFor();
  await isFocused(page.getByRole('textbox', { name: 'Add a task', exact: true }));
  await card(page, trip).getByRole('button', { name: 'Add a task in it' }).press('Enter');
  await isFocused(page.getByRole('textbox', { name: 'Add a task in' }));
  await page.keyboard.type('Book the train');
  await page.keyboard.press('Enter');
  await page.locator('li.depth-1').getByRole('article', { name: 'Book the train' }).waitFor();

  await card(page, 'Book the train').getByRole('button', { name: 'Edit' }).press('Enter');
  const form = page.getByRole('form', { name: 'Edit “Book the train”' });
  await isFocused(form.getByLabel('Title'));
  await form.getByLabel('Title').fill(' ');
  await page.keyboard.press('Enter');
  await form.getByLabel('Title').fill('Book the night train');
  await form.getByLabel('Priority').selectOption('urgent');
  await form.getByLabel('Due (optional)').fill('2026-01-02T09:30');
  await form.getByLabel('Who does it (optional)').fill('Anna');
  await isSound(page);
  await form.getByRole('button', { name: 'Save' }).press('Enter');
  const train = card(page, 'Book the night train');
  await train.getByText(/^overdue: it was due Jan 2, 2026/u).waitFor();
  await train.getByText('for Anna').waitFor();
  await isFocused(train.getByRole('button', { name: 'Edit' }));
  await isSound(page);

  await page.getByLabel('Search tasks').fill('night');
  await page.getByText('1 task', { exact: true }).waitFor();
  await train.getByText(`In “${trip}”`).waitFor();
  await page.getByLabel('Search tasks').fill('');
  await page.getByText('2 tasks', { exact: true }).waitFor();
  await train.getByRole('checkbox').press('Space');
  await train.getByText(/^done /u).waitFor();
  await page.getByLabel('Show', { exact: true }).selectOption('completed');
  await page.getByText('1 task', { exact: true }).waitFor();
  await page.getByLabel('Show', { exact: true }).selectOption('all');
  await train.getByRole('checkbox').press('Space');
  await train.getByText(/^overdue/u).waitFor();

  await card(page, trip)
    .getByRole('button', { name: `Delete: ${trip}` })
    .press('Enter');
  await isSound(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByText('There is no task yet.').waitFor();
  await isFocused(page.getByRole('heading', { name: 'Tasks', level: 2 }));
});

verifies('page.tasks', 'leaves the keyboard where a person goes on while a task is added', async () => {
  const page = await shared.open(AREA);
  const answers = Promise.withResolvers<void>();
  await page.route('**/api/running', async (route) => {
    await answers.promise;
    await route.continue();
  });
  const field = page.getByRole('textbox', { name: 'Add a task', exact: true });
  await field.fill('Pack');
  await field.press('Enter');
  // The list has it; what is read beside it has no answer yet.
  await card(page, 'Pack').getByRole('button', { name: 'Add a task in it' }).press('Enter');
  await page.keyboard.type('Bu');
  const read = page.waitForResponse('**/api/running');
  answers.resolve();
  await read;
  await hasValue(field, '');
  await page.keyboard.type('y soap');
  await page.keyboard.press('Enter');
  await page.locator('li.depth-1').getByRole('article', { name: 'Buy soap' }).waitFor();

  // Where nobody went on, the next one can be typed at once.
  await field.fill('Book');
  await field.press('Enter');
  await card(page, 'Book').waitFor();
  await isFocused(field);
});

verifies(
  ['page.tasks', 'page.tasks.claims', 'page.running'],
  'gives a task to the agent, stops its work, and lets it try again',
  async () => {
    const { provider } = shared;
    const hanging = liveAnswer();
    provider.reply(hanging.reply, streams(...textAnswer('It is **done**.')));
    const page = await shared.open(AREA, { viewport: NARROW });
    await page.getByRole('textbox', { name: 'Add a task', exact: true }).fill('Compare hotels');
    await page.getByRole('button', { name: 'Add, and give to the agent' }).press('Enter');
    const task = card(page, 'Compare hotels');
    await task.getByText('The agent works on it').waitFor();
    await page.getByRole('button', { name: 'Running: Compare hotels' }).waitFor();
    await isSound(page);
    await task.getByRole('button', { name: 'Stop: Compare hotels' }).press('Enter');
    await task.getByText('It was stopped.').waitFor();
    await fits(page);
    await task.getByRole('button', { name: 'Let the agent try again' }).press('Enter');
    await task.getByText('The agent says that it is done · not checked').waitFor();
    await task.locator('.report strong', { hasText: 'done' }).waitFor();
    await eventually(async () => expect(await task.getByRole('checkbox').isChecked()).toBe(false));
    await isSound(page);
    await task.getByRole('button', { name: 'Mark as done' }).press('Enter');
    await task.getByText(/^done /u).waitFor();
    await isFocused(task.getByRole('checkbox'));
    await isCount(task.getByText('The agent says that it is done'), 0);
    await task.getByRole('link', { name: 'Conversation of Compare hotels' }).press('Enter');
    await page.waitForURL(/#\/threads\//u);
    await page.getByText('It is done.').first().waitFor();
  },
);

verifies('page.tasks', 'shows hundreds of tasks in pages', async () => {
  const { engine } = shared;
  for (const { taskId } of (await engine.client['tasks.list']()).tasks)
    await engine.client['tasks.delete']({ params: { id: taskId } });
  for (let nth = 1; nth <= 60; nth += 1)
    await engine.client['tasks.create']({
      body: { title: `Task ${nth} ${'x'.repeat(100)}`, description: 'The **big** one' },
    });
  const page = await shared.open(AREA, { viewport: NARROW });
  await page.getByText('The newest 50 tasks').waitFor();
  await page.locator('.details strong').first().waitFor();
  await page.getByRole('button', { name: 'Show older tasks' }).press('Enter');
  await page.getByText('60 tasks', { exact: true }).waitFor();
  await fits(page);
});

verifies('page.drafts', 'keeps a task that is typed over a reload, until it is added', async () => {
  const { engine } = shared;
  const page = await shared.open(AREA);
  const field = page.getByRole('textbox', { name: 'Add a task', exact: true });
  await field.fill('Water the plants');
  await page.reload();
  await field.waitFor();
  await hasValue(field, 'Water the plants');
  await field.press('Enter');
  await card(page, 'Water the plants').waitFor();
  await card(page, 'Water the plants').getByRole('button', { name: 'Add a task in it' }).press('Enter');
  const inside = page.getByRole('textbox', { name: 'Add a task in “Water the plants”' });
  await inside.fill('The big one');
  await page.reload();
  await field.waitFor();
  await hasValue(field, '');
  await card(page, 'Water the plants').getByRole('button', { name: 'Add a task in it' }).press('Enter');
  await hasValue(inside, 'The big one');
  await inside.press('Escape');
  await card(page, 'Water the plants').getByRole('button', { name: 'Add a task in it' }).press('Enter');
  await hasValue(inside, '');
  const { tasks } = await engine.client['tasks.list']();
  for (const { taskId } of tasks) await engine.client['tasks.delete']({ params: { id: taskId } });
});
