import { expect, it } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnEngine } from '../harness/spawned-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { violationsOf } from './axe.ts';
import { openPage, withBrowser } from './browser.ts';

const shared = withBrowser(async () => ({ engine: await spawnEngine(temporaryDir(), { SVC_DEMO: '1' }) }));

async function runElsewhere(task: string, until: 'prompt' | 'done'): Promise<string> {
  const { sessionId, threadId } = await shared.engine.client['sessions.create']({ body: {} });
  const { events } = await shared.engine.client['runs.start']({ params: { id: sessionId }, body: { task } });
  for await (const event of events) if (event.type === until) break;
  return threadId;
}

it('says that nothing waits', async () => {
  const { page, complaints } = await openPage(shared.browser, shared.engine.baseUrl, { path: '/#/waiting' });
  await page.getByText('Nothing waits for you.').waitFor();
  expect(await page.getByRole('heading', { level: 2 }).and(page.locator(':focus')).count()).toBe(0);
  expect(complaints).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const)
  verifies(
    'page.waiting',
    `answers questions of any thread, and leads to changes to review, in ${colorScheme}`,
    async () => {
      const { page, complaints } = await openPage(shared.browser, shared.engine.baseUrl, {
        colorScheme,
        path: '/#/waiting',
      });
      await page.getByText('Nothing waits for you.').waitFor();
      const asking = await runElsewhere('ask', 'prompt');
      const changed = await runElsewhere(`write ${colorScheme}.txt: hello`, 'done');
      await page.getByRole('link', { name: 'Waiting for you 2' }).waitFor();
      const card = page.getByRole('article', { name: 'Question in “ask”' });
      await card.getByText('What would you like this machine to do').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await card.getByLabel('Or in your own words').fill('Sing');
      await page.keyboard.press('Enter');
      await card.waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Waiting for you 1' }).waitFor();
      const messages = await shared.engine.client['threads.messages']({ params: { id: asking } });
      expect(JSON.stringify(messages)).toContain('Sing');
      const link = page.getByRole('main').getByRole('link', { name: `write ${colorScheme}.txt` });
      await link.press('Enter');
      await page.waitForURL(new RegExp(changed, 'u'));
      await page.getByRole('button', { name: 'Keep all' }).click();
      await page.getByRole('link', { name: 'Waiting for you', exact: true }).press('Enter');
      await page.getByText('Nothing waits for you.').waitFor();
      expect(complaints).toEqual([]);
    },
  );
