import { expect } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { demo, withBrowser } from './browser.ts';
import { isCount, runElsewhere } from './in-page.ts';

const shared = withBrowser(demo);

verifies('page.waiting', 'answers questions of any thread, and leads to changes to review', async () => {
  const page = await shared.open('/#/waiting');
  await page.getByText('Nothing waits for you.').waitFor();
  await isCount(page.getByRole('heading', { level: 2 }).and(page.locator(':focus')), 0);
  const { threadId: asking } = await runElsewhere(shared.engine, 'ask', { upTo: 'prompt' });
  const { threadId: changed } = await runElsewhere(shared.engine, 'write news.txt: hello');
  await page.getByRole('link', { name: 'Waiting 2' }).waitFor();
  const card = page.getByRole('article', { name: 'Question in “ask”' });
  await card.getByText('What would you like this machine to do').waitFor();
  await isSound(page);
  await card.getByLabel('Or in your own words').fill('Sing');
  await page.keyboard.press('Enter');
  await card.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Waiting 1' }).waitFor();
  const messages = await shared.engine.client['threads.messages']({ params: { id: asking } });
  expect(JSON.stringify(messages)).toContain('Sing');
  const link = page.getByRole('main').getByRole('link', { name: 'write news.txt' });
  await link.press('Enter');
  await page.waitForURL(new RegExp(changed, 'u'));
  await page.getByRole('button', { name: 'Keep all' }).click();
  await page.getByRole('link', { name: 'Waiting', exact: true }).press('Enter');
  await page.getByText('Nothing waits for you.').waitFor();
});

verifies('page.waiting', 'answers what a stop of the engine left open, as the next task', async () => {
  const dataDir = temporaryDir();
  const env = { SVC_DEMO: '1' };
  const stopped = await shared.another(env, dataDir);
  const { threadId } = await runElsewhere(stopped, 'ask', { upTo: 'prompt' });
  stopped.process.kill('SIGTERM');
  await stopped.finished;
  const engine = await shared.another(env, dataDir);
  const page = await shared.open('/#/today', { at: engine.baseUrl });
  await page.getByRole('main').getByRole('link', { name: '1 question' }).press('Enter');
  const card = page.getByRole('article', { name: 'Question in “ask”' });
  await card.getByText('What would you like this machine to do').waitFor();
  await isSound(page);
  await card.getByLabel('Or in your own words').fill('Sing');
  await page.keyboard.press('Enter');
  await card.waitFor({ state: 'detached' });
  const { messages } = await engine.client['threads.messages']({ params: { id: threadId } });
  const tasks = messages.filter(
    ({ role, content }) => role === 'user' && content.some(({ type }) => type === 'text'),
  );
  expect(tasks).toHaveLength(2);
  const task = JSON.stringify(tasks[1]);
  expect(task).toContain('Sing');
  // Words of the model would count as words of its owner.
  expect(task).not.toContain('What would you like');
  expect((await engine.client['prompts.list']()).left).toEqual([]);
});
