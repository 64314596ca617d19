import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { attach } from '../../src/adapters/in/cli/attach.ts';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnEngine } from '../harness/spawned-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { violationsOf } from './axe.ts';
import { openPage, withBrowser } from './browser.ts';

const dataDir = temporaryDir();
const shared = withBrowser(async () => ({ engine: await spawnEngine(dataDir, { SVC_DEMO: '1' }) }));

/** As the tool server does for a host. */
async function started(task: string, client: string | null = 'Some Host'): Promise<void> {
  const { client: engine, close } = attach(join(dataDir, 'engine.sock'));
  const common = { principal: 'stdio', waits: 'poll', canAsk: true, stateDir: null } as const;
  await engine['toolServer.start']({ body: { ...common, client, task } });
  await close();
}

it('says how a host is connected', async () => {
  const { page, complaints } = await openPage(shared.browser, shared.engine.baseUrl, { path: '/#/hosts' });
  await page.getByText('No agent host has started anything.').waitFor();
  await page.getByText('"--mcp-server"').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const)
  verifies(
    'page.hosts',
    `shows what a host started as it happens, answers its question, and stops it, in ${colorScheme}`,
    async () => {
      const { page, complaints } = await openPage(shared.browser, shared.engine.baseUrl, {
        colorScheme,
        path: '/#/hosts',
      });
      const hostile = `<img src=x onerror=alert(1)> ${colorScheme}`;
      await started('ask', hostile);
      const asking = page.getByRole('article', { name: 'ask', exact: true }).first();
      await asking.getByText('Waits for an answer').waitFor();
      await asking.getByText(`${hostile}, on this machine`).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await asking.getByLabel('Or in your own words').fill('Sing');
      await page.keyboard.press('Enter');
      await asking.getByText('Done').waitFor();

      await started('ask');
      const next = page.getByRole('article', { name: 'ask', exact: true }).first();
      await next.getByText('Some Host, on this machine').waitFor();
      await next.getByRole('button', { name: 'Stop: ask' }).click();
      await next.getByText('Stopped').waitFor();
      await next.getByRole('link', { name: 'Open the conversation: ask' }).click();
      await page.waitForURL(/#\/threads\//u);
      expect(complaints).toEqual([]);
    },
  );
