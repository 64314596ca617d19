import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { openTestPort } from '../../harness/tool-server.ts';
import { verifies } from '../../spec/verifies.ts';
import { until } from '../http/wire.ts';
import { httpHost, pipesHost, type Host } from './hosts.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

verifies('mcp.tools.svc_read_file', 'only files of the workspace and the start folder come', async () => {
  const startDir = temporaryDir();
  const dataDir = join(startDir, 'data');
  mkdirSync(join(startDir, 'src'));
  writeFileSync(join(startDir, 'src', 'a.txt'), 'in the project');
  writeFileSync(join(startDir, '.env'), 'KEY=1');
  writeFileSync(join(startDir, 'large.bin'), Buffer.alloc(10 * 2 ** 20 + 1));
  symlinkSync('/etc/hostname', join(startDir, 'link.txt'));
  const host = await pipesHost({ dataDir, startDir });
  const read = async (path: string, by: Host = host) => {
    const { structured } = await by.call('svc_read_file', { path });
    return structured.code ?? structured;
  };
  const { structured: run } = await host.call('svc_run_start', { task: 'write src/b.txt: of the run' });
  await host.polled(run, ({ done }) => done === true);
  expect(await read('src/b.txt')).toEqual({ data: base64('of the run'), size: 10 });
  for (const path of ['src/a.txt', join(startDir, 'src', 'a.txt')])
    expect(await read(path)).toEqual({ data: base64('in the project'), size: 14 });
  for (const [path, code] of [
    ['.env', 'secret_file'],
    ['large.bin', 'output_file_limit'],
    ['link.txt', 'outside_workspace'],
    ['src/../../outside.txt', 'outside_workspace'],
    ['data/vault.key', 'secret_file'],
    ['data/history.db', 'outside_workspace'],
    ['nothing.txt', 'file_not_found'],
  ] as const)
    expect([path, await read(path)]).toEqual([path, code]);

  const port = await openTestPort({ dataDir, startDir });
  const other = await httpHost(port.url);
  expect(await read('src/b.txt', other)).toEqual({ data: base64('of the run'), size: 10 });
  expect(await read('src/a.txt', other)).toBe('file_not_found');
});

verifies(
  ['mcp.tools.svc_batch', 'mcp.tools.svc_status', 'mcp.tools.svc_reset'],
  'a batch is submitted and its answers are fetched; one of another principal does not exist',
  async () => {
    const [dataDir, startDir] = [temporaryDir(), temporaryDir()];
    const host = await pipesHost({ dataDir, startDir });
    const requests = [
      { id: 'a', task: 'help' },
      { id: 'b', task: 'hello', system: 'Be brief.' },
    ];
    const { structured: batch } = await host.call('svc_batch', { requests });
    expect(batch).toMatchObject({ batch_id: expect.any(String), reducedPrice: false });
    let status: Record<string, unknown> = {};
    await until('it has ended', async () => {
      status = (await host.call('svc_status', { batch_id: batch['batch_id'] })).structured;
      return status['status'] === 'ended';
    });
    expect(status).toMatchObject({
      batch_id: batch['batch_id'],
      counts: { succeeded: 2 },
      results: [
        { id: 'a', status: 'succeeded', text: expect.stringContaining('demo model') },
        { id: 'b', status: 'succeeded' },
      ],
      nextCursor: null,
    });
    const { structured: run } = await host.call('svc_run', { task: 'help' });
    const port = await openTestPort({ dataDir, startDir });
    const other = await httpHost(port.url);
    const asked = async (batchId: unknown) =>
      (await other.call('svc_status', { batch_id: batchId })).structured;
    expect(await asked(batch['batch_id'])).toEqual(await asked('01890000-0000-7000-8000-000000000000'));
    expect(await asked(batch['batch_id'])).toMatchObject({ code: 'batch_not_found' });
    const reset = await host.call('svc_reset', { session_id: run.session_id });
    expect(reset.structured).toEqual({ reset: true, aborted_runs: 0 });
  },
);

const file = (name: string, mb: number) => ({
  name,
  mimetype: 'application/octet-stream',
  data: Buffer.alloc(mb * 2 ** 20, 7).toString('base64'),
  size: mb * 2 ** 20,
});

for (const transport of ['HTTP', 'stdio'])
  verifies('mcp.limits.attachments', `25 MB pass over ${transport}, and no larger file`, async () => {
    const place = { dataDir: temporaryDir(), startDir: temporaryDir() };
    const overHttp = async () => await httpHost((await openTestPort(place)).url);
    const host = await (transport === 'HTTP' ? overHttp() : pipesHost(place));
    const files = [file('a.bin', 10), file('b.bin', 10), file('c.bin', 5)];
    const { structured } = await host.call('svc_run_start', { task: 'help', files });
    expect(structured.run_id).toEqual(expect.any(String));
    await host.polled(structured, ({ done }) => done === true);
    const large = await host.call('svc_run_start', { task: 'help', files: [file('a.bin', 11)] });
    expect(large.structured).toMatchObject({ code: 'attachment_limit' });
  });
