// Kills the process while it submits a batch.
import { expect } from '@jest/globals';
import { attach } from '../../../src/adapters/in/cli/attach.ts';
import { readEngineRecord } from '../../../src/main/serving/engine-record.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { spawnEngine } from '../../harness/spawned-engine.ts';
import { startFakeProvider } from '../../servers/fake-provider.ts';
import { MessageBatchesServer } from '../../servers/message-batches.ts';
import { verifies } from '../../spec/verifies.ts';
import { until } from '../http/wire.ts';

const clientOf = (dataDir: string) => attach(readEngineRecord(dataDir)?.socket ?? '');

verifies(
  ['batches.intention', 'batches.results'],
  'after a kill between a submission and its answer, the batch is found and its results are fetched, without a second submission',
  async () => {
    const vendor = new MessageBatchesServer();
    const taken = Promise.withResolvers<void>();
    const server = await startFakeProvider((request, response) => {
      if (request.method !== 'POST') return vendor.reply(request, response);
      vendor.add(request.body?.['requests'] as Parameters<typeof vendor.add>[0]);
      // The answer never comes.
      taken.resolve();
    });
    const env = {
      SVC_LLM_PROVIDER: 'primary',
      PRIMARY_API_KEY: 'sk-primary-0123456789',
      PRIMARY_BASE_URL: server.url,
    };
    const dataDir = temporaryDir();
    const first = await spawnEngine(dataDir, env);
    const before = clientOf(dataDir);
    const requests = [
      { id: 'a', task: 'one' },
      { id: 'b', task: 'two' },
    ];
    const submitted = before.client['batches.submit']({ body: { principal: 'stdio', requests } });
    submitted.catch(() => undefined);
    await taken.promise;
    first.process.kill('SIGKILL');
    await first.finished;
    await expect(submitted).rejects.toBeDefined();
    await before.close();

    vendor.end();
    const second = await spawnEngine(dataDir, env);
    const { client, close } = clientOf(dataDir);
    // Its submitter never learned the id, which begins the names of the requests.
    const [name = ''] = vendor.batches[0]?.requests.map(({ custom_id }) => custom_id) ?? [];
    const id = name.replace(/-\d+$/u, '');
    const status = () => client['batches.get']({ params: { id }, body: { principal: 'stdio' } });
    expect(await status()).toMatchObject({ status: 'in_progress', counts: { processing: 2 } });
    await until('the batch has ended', async () => (await status()).status !== 'in_progress');
    expect(await status()).toMatchObject({
      status: 'ended',
      results: [
        { id: 'a', text: 'Done: one' },
        { id: 'b', text: 'Done: two' },
      ],
    });
    expect(server.arrived.filter(({ method }) => method === 'POST')).toHaveLength(1);
    await close();
    second.process.kill('SIGTERM');
    await second.finished;
    await server.close();
  },
);
