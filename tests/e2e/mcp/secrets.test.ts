import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { spawnEngine } from '../../harness/spawned-engine.ts';
import { openTestPipes } from '../../harness/tool-server.ts';
import { compatEnv } from '../../servers/chat-completions.ts';
import { startFakeProvider } from '../../servers/fake-provider.ts';
import { obedientProvider, order } from '../../servers/obedient-provider.ts';
import { verifies } from '../../spec/verifies.ts';
import { pipesTransport } from './hosts.ts';

const task = order('ask_secret', { name: 'SHOP_KEY', prompt: 'For the shop.', hosts: ['shop.test'] });
const VALUE = 'sk-value-of-the-shop-0123456789';

verifies(
  ['mcp.tools.svc_run', 'secrets.not-in-the-stream'],
  'a secret is asked for by a link to the page of the engine and never typed into the host',
  async () => {
    const provider = await startFakeProvider(obedientProvider());
    const dataDir = temporaryDir();
    const engine = await spawnEngine(dataDir, compatEnv(provider));
    const asked: unknown[] = [];
    const pipes = await openTestPipes({ dataDir, startDir: temporaryDir(), env: { SVC_DEMO: '' } });
    const run = async (elicitation: { url: object }) => {
      const client = new Client({ name: 'x', version: '1' }, { capabilities: { elicitation } });
      client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
        asked.push(params);
        const { prompts } = await engine.client['prompts.list']();
        const [{ promptId, threadId } = { promptId: '', threadId: '' }] = prompts;
        await engine.client['secrets.put']({ params: { name: 'SHOP_KEY' }, body: { value: VALUE } });
        await engine.client['threads.secret-saved']({
          params: { id: threadId },
          body: { saved: true, promptId },
        });
        return { action: 'accept' };
      });
      await client.connect(pipesTransport(pipes));
      return await client.callTool({ name: 'svc_run', arguments: { task } });
    };
    const { structuredContent } = await run({ url: {} });
    expect(structuredContent).toMatchObject({ text: 'Done as told.' });
    expect(asked).toMatchObject([{ mode: 'url', url: `${engine.baseUrl}/` }]);
    expect(JSON.stringify([pipes.got, provider.arrived]).includes(VALUE)).toBe(false);
  },
);

verifies('mcp.tools.svc_run', 'a host that cannot open a page is not asked for a secret', async () => {
  const provider = await startFakeProvider(obedientProvider());
  const env = compatEnv(provider, { SVC_DEMO: '' });
  const pipes = await openTestPipes({ dataDir: temporaryDir(), startDir: temporaryDir(), env });
  const client = new Client({ name: 'x', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => {
    throw new Error('it must not be asked');
  });
  await client.connect(pipesTransport(pipes));
  const { structuredContent } = await client.callTool({ name: 'svc_run', arguments: { task } });
  expect(structuredContent).toMatchObject({ text: 'Done as told.' });
  const told = JSON.stringify(provider.arrived.at(-1)?.body);
  expect(told.includes('does not want to give SHOP_KEY')).toBe(true);
});
