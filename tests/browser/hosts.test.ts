import { join } from 'node:path';
import { attach } from '../../src/adapters/in/cli/attach.ts';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnEngine } from '../harness/spawned-engine.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { withBrowser } from './browser.ts';

const dataDir = temporaryDir();
const shared = withBrowser(async () => ({ engine: await spawnEngine(dataDir, { SVC_DEMO: '1' }) }));

/** As the tool server does for a host. */
async function started(task: string, client: string | null = 'Some Host'): Promise<void> {
  const { client: engine, close } = attach(join(dataDir, 'engine.sock'));
  const common = { principal: 'stdio', waits: 'poll', canAsk: true, stateDir: null } as const;
  await engine['toolServer.start']({ body: { ...common, client, task } });
  await close();
}

verifies(
  'page.hosts',
  'shows what a host started as it happens, answers its question, and stops it',
  async () => {
    const page = await shared.open('/#/hosts');
    const hostile = `<img src=x onerror=alert(1)>`;
    await started('ask', hostile);
    const asking = page.getByRole('article', { name: 'ask', exact: true }).first();
    await asking.getByText('Waits for an answer').waitFor();
    await asking.getByText(`${hostile}, on this machine`).waitFor();
    await isSound(page);
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
  },
);
