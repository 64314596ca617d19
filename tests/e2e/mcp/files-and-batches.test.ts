import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect } from '@jest/globals';
import { removeTemporaryDirs, temporaryDir } from '../../harness/in-process-engine.ts';
import { openTestPort } from '../../harness/tool-server.ts';
import { verifies } from '../../spec/verifies.ts';
import { until } from '../http/wire.ts';
import { httpHost, pipesHost, type Host } from './hosts.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  removeTemporaryDirs();
});

const base64 = (text: string) => Buffer.from(text).toString('base64');

verifies(
  'mcp.tools.svc_read_file',
  'files come from the workspace and over stdio from the start folder; secrets, links and the rest of the disk do not',
  async () => {
    const startDir = temporaryDir();
    const dataDir = join(startDir, 'data');
    mkdirSync(join(startDir, 'src'));
    writeFileSync(join(startDir, 'src', 'a.txt'), 'in the project');
    writeFileSync(join(startDir, '.env'), 'KEY=1');
    writeFileSync(join(startDir, 'large.bin'), Buffer.alloc(10 * 2 ** 20 + 1));
    const outside = join(temporaryDir(), 'outside.txt');
    writeFileSync(outside, 'outside');
    symlinkSync(outside, join(startDir, 'link.txt'));
    const host = await pipesHost({ dataDir, startDir });
    ends.push(host.stop);
    const read = async (path: string, by: Host = host) => {
      const { structured } = await by.call('svc_read_file', { path });
      return structured.code ?? structured;
    };
    const { structured: run } = await host.call('svc_run_start', { task: 'write src/b.txt: of the run' });
    await host.polled(run, ({ done }) => done === true);
    expect(await read('src/b.txt')).toEqual({ data: base64('of the run'), size: 10 });
    expect(await read('src/a.txt')).toEqual({ data: base64('in the project'), size: 14 });
    expect(await read(join(startDir, 'src', 'a.txt'))).toEqual({ data: base64('in the project'), size: 14 });
    expect(await read('.env')).toBe('secret_file');
    expect(await read(join(startDir, '.env'))).toBe('secret_file');
    expect(await read('large.bin')).toBe('output_file_limit');
    expect(await read('link.txt')).toBe('outside_workspace');
    expect(await read(outside)).toBe('outside_workspace');
    expect(await read('src/../../outside.txt')).toBe('outside_workspace');
    expect(await read('data/vault.key')).toBe('secret_file');
    expect(await read('data/history.db')).toBe('outside_workspace');
    expect(await read('nothing.txt')).toBe('file_not_found');

    const port = await openTestPort({ dataDir, startDir });
    ends.push(port.stop);
    const other = await httpHost(port.url);
    ends.push(other.close);
    expect(await read('src/b.txt', other)).toEqual({ data: base64('of the run'), size: 10 });
    expect(await read('src/a.txt', other)).toBe('file_not_found');
  },
);

verifies(
  ['mcp.tools.svc_batch', 'mcp.tools.svc_status', 'mcp.tools.svc_reset'],
  'a batch is submitted and its answers are fetched; a batch and a session of another principal do not exist',
  async () => {
    const [dataDir, startDir] = [temporaryDir(), temporaryDir()];
    const host = await pipesHost({ dataDir, startDir });
    ends.push(host.stop);
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
    ends.push(port.stop);
    const other = await httpHost(port.url);
    ends.push(other.close);
    const codes = async (given: { batch: unknown; run: unknown; session: unknown }) => {
      const calls = [
        other.call('svc_status', { batch_id: given.batch }),
        other.call('svc_poll', { run_id: given.run }),
        other.call('svc_reply', { run_id: given.run, answer: 'x' }),
        other.call('svc_reset', { session_id: given.session }),
        other.call('svc_abort', { session_id: given.session }),
      ];
      return (await Promise.all(calls)).map(({ structured: { code, error } }) => [code, error]);
    };
    const foreign = await codes({ batch: batch['batch_id'], run: run.run_id, session: run.session_id });
    const made = '01890000-0000-7000-8000-000000000000';
    expect(foreign).toEqual(await codes({ batch: made, run: made, session: made }));
    expect(foreign.map(([code]) => code)).toEqual([
      'batch_not_found',
      'tool_run_not_found',
      'tool_run_not_found',
      'tool_session_not_found',
      'tool_session_not_found',
    ]);
    const reset = await host.call('svc_reset', { session_id: run.session_id });
    expect(reset.structured).toEqual({ reset: true, aborted_runs: 0 });
  },
);

verifies('mcp.limits.attachments', '25 MB of attachments pass over HTTP', async () => {
  const port = await openTestPort({ dataDir: temporaryDir(), startDir: temporaryDir() });
  ends.push(port.stop);
  const file = (name: string, size: number) => ({
    name,
    mimetype: 'application/octet-stream',
    data: Buffer.alloc(size, 7).toString('base64'),
    size,
  });
  const files = [file('a.bin', 10 * 2 ** 20), file('b.bin', 10 * 2 ** 20), file('c.bin', 5 * 2 ** 20)];
  const host = await httpHost(port.url);
  ends.push(host.close);
  const { structured } = await host.call('svc_run_start', { task: 'help', files });
  expect(structured.run_id).toEqual(expect.any(String));
  await host.polled(structured, ({ done }) => done === true);
});
