import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import type { Spawned } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { eventually, isAlive } from '../boot/eventually.ts';
import { svcHere as here } from '../../harness/in-process-svc.ts';
import { exited } from '../../harness/spawned-engine.ts';
import { anEngine, begin, engineHere, svc } from './engines.ts';

const seen = ({ output }: Spawned, text: string): Promise<void> =>
  eventually(`"${text}" on stdout`, () => output.stdout.includes(text));

const leftIn = (dataDir: string): readonly string[] =>
  readdirSync(dataDir).filter((name) => /^engine\.(?!db$)|-wal$|-shm$|-journal$/u.test(name));

interface Event {
  readonly id: number;
  readonly type: string;
  readonly data: { readonly text?: string; readonly stopReason?: string };
}

const eventsIn = (stdout: string): readonly Event[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);

describe('svc run', () => {
  test('waits for an exiting engine instead of giving it the task', async () => {
    const dataDir = temporaryDir();
    const socket = join(dataDir, 'leaving.sock');
    const asked: string[] = [];
    const leaving = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      if (request.url === '/health') response.end('{"status":"ok"}');
      else if (asked.filter((one) => one === 'GET /readyz').length > 2) {
        rmSync(join(dataDir, 'engine.json'));
        leaving.close();
        leaving.closeAllConnections();
      } else
        response
          .writeHead(503, { 'content-type': 'application/problem+json' })
          .end('{"code":"not_ready","status":503,"detail":"draining"}');
    });
    leaving.listen(socket);
    await once(leaving, 'listening');
    writeFileSync(join(dataDir, 'engine.json'), JSON.stringify({ pid: process.pid, socket }));
    const { code, stdout } = await here(dataDir, ['run', 'count to 3']);
    expect([code, stdout]).toEqual([0, '1 2 3 \n']);
    expect(asked.filter((one) => one.startsWith('POST'))).toEqual([]);
  });

  verifies('cli.run.attaches', 'uses the running engine, which keeps running afterwards', async () => {
    const dataDir = temporaryDir();
    const engine = await engineHere(dataDir);
    const { code, stdout, stderr } = await here(dataDir, ['run', 'count to 5']);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '1 2 3 4 5 \n', stderr: '' });
    const { threads } = await engine.client['threads.list']();
    expect(threads).toMatchObject([{ title: 'count to 5', messageCount: 2 }]);
    const record = JSON.parse(readFileSync(join(dataDir, 'engine.json'), 'utf8')) as { pid: number };
    expect(record.pid).toBe(process.pid);
  });

  verifies('cli.run.attaches', 'becomes an engine when none runs, and leaves none behind', async () => {
    const dataDir = join(temporaryDir(), 'new');
    const run = begin(dataDir, ['run', 'write notes/a.txt: hello']);
    const { code, stdout, stderr } = await run.finished;
    expect(code).toBe(0);
    expect(stdout).toContain('notes/a.txt');
    expect(stderr).toContain('write_file');
    expect(readFileSync(join(dataDir, 'workspace/notes/a.txt'), 'utf8')).toContain('hello');
    expect(isAlive(run.process.pid ?? 0)).toBe(false);
    expect(leftIn(dataDir)).toEqual([]);
    expect((await svc(dataDir, ['status', '--json'])).stdout).toBe('{"running":false}\n');
    const engine = await startTestEngine({ dataDir });
    expect((await engine.client['threads.list']()).threads).toMatchObject([{ messageCount: 4 }]);
  });

  verifies('cli.run.attaches', 'another run attaches to it while it is the engine', async () => {
    const dataDir = temporaryDir();
    const first = begin(dataDir, ['run', 'count to 5000']);
    await seen(first, '10 ');
    const status = JSON.parse((await svc(dataDir, ['status', '--json'])).stdout) as object;
    expect(status).toMatchObject({ running: true, pid: first.process.pid, activeRuns: 1 });
    const second = await svc(dataDir, ['run', 'count to 3']);
    expect([second.code, second.stdout]).toEqual([0, '1 2 3 \n']);
    first.process.kill('SIGINT');
    expect((await first.finished).code).toBe(1);
  });

  verifies('cli.run.attaches', 'keeps its engine until the runs of others have ended', async () => {
    const dataDir = temporaryDir();
    const first = begin(dataDir, ['run', 'count to 100']);
    await seen(first, '1 ');
    const second = begin(dataDir, ['run', 'count to 250']);
    expect(await first.finished).toMatchObject({ code: 0, stderr: '' });
    const { code, stdout, stderr } = await second.finished;
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^1 2 .* 250 \n$/u);
    expect(leftIn(dataDir)).toEqual([]);
  });

  verifies('attachments.terminal', '--attach copies files into the workspace and attaches them', async () => {
    const dataDir = temporaryDir();
    const elsewhere = temporaryDir();
    for (const name of ['a.txt', 'b.txt']) writeFileSync(join(elsewhere, name), `words of ${name}`);
    const paths = [join(elsewhere, 'a.txt'), join(elsewhere, 'b.txt')] as const;
    const refused = await here(dataDir, ['run', '--attach', join(elsewhere, 'none'), 'count to 3']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    const args = ['run', '--attach', paths[0], '--attach', paths[1], 'count to 3'];
    expect(await here(dataDir, args)).toMatchObject({ code: 0, stdout: '1 2 3 \n', stderr: '' });
    expect(readFileSync(join(dataDir, 'workspace/attachments/b.txt'), 'utf8')).toBe('words of b.txt');
    const engine = await startTestEngine({ dataDir });
    const { runs } = await engine.client['history.runs']({ query: {} });
    expect(runs).toMatchObject([
      { attachments: [{ path: 'attachments/a.txt' }, { path: 'attachments/b.txt' }] },
    ]);
  });

  test('--json prints one event per line, and nothing else', async () => {
    const { code, stdout } = await here(temporaryDir(), ['run', '--json', 'count to 3']);
    const events = eventsIn(stdout);
    expect(code).toBe(0);
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
    expect(events.map(({ data }) => data.text ?? '').join('')).toContain('1 2 3 ');
    expect(events.at(-1)).toMatchObject({ type: 'done', data: { stopReason: 'end_turn', text: '1 2 3 ' } });
  });

  test.each([
    ['in an engine of its own', false],
    ['in the engine that runs', true],
  ])('Ctrl-C stops the run %s, and says so', async (_where, hasEngine) => {
    const dataDir = temporaryDir();
    const engine = hasEngine ? await anEngine(dataDir) : null;
    const run = begin(dataDir, ['run', 'count to 5000']);
    await seen(run, '10 ');
    const { code, stdout, stderr } = await exited(run, 'SIGINT');
    expect([code, stderr]).toEqual([1, 'The run ended early: aborted.\n']);
    expect(stdout).toMatch(/^1 2 3 .* \n$/u);
    expect(stdout).not.toContain(' 4000 ');
    if (engine) expect(await engine.client['engine.status']()).toMatchObject({ activeRuns: 0 });
    else expect(leftIn(dataDir)).toEqual([]);
  });

  test.each([
    ['in an engine of its own', false],
    ['in the engine that runs', true],
  ])('a reader that closes (`| head -1`) ends it quietly, %s', async (_where, hasEngine) => {
    const dataDir = temporaryDir();
    const engine = hasEngine ? await anEngine(dataDir) : null;
    const run = begin(dataDir, ['run', '--json', 'count to 5000']);
    await seen(run, '\n');
    run.process.stdout?.destroy();
    const { code, stderr } = await run.finished;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^(?:The run ended early: aborted\.\n)?$/u);
    if (engine) expect(await engine.client['engine.status']()).toMatchObject({ activeRuns: 0 });
    else expect(leftIn(dataDir)).toEqual([]);
    // As the help says, the thread keeps what was done.
    const { client } = engine ?? (await anEngine(dataDir));
    const { threads } = await client['threads.list']();
    const { messages } = await client['threads.messages']({ params: { id: threads[0]?.threadId ?? '' } });
    expect(messages).toMatchObject([
      { role: 'user', content: [{ text: 'count to 5000' }] },
      {
        role: 'assistant',
        content: [{ text: expect.stringMatching(/^1 /u) as unknown }, { type: 'note' }],
      },
    ]);
  });

  verifies(
    ['cli.exit-codes', 'cli.task'],
    'without a task it is refused with a message, and creates nothing',
    async () => {
      const dataDir = join(temporaryDir(), 'none');
      const refused = { code: 1, stdout: '', stderr: expect.stringMatching(/^svc: [^\n]+\n$/u) };
      for (const words of [[''], [' '], ['', '']])
        expect(await here(dataDir, ['run', ...words])).toMatchObject({ code: 2, stdout: '' });
      expect(await here(dataDir, ['run', '-'], {}, ' \n')).toMatchObject(refused);
      expect(existsSync(dataDir)).toBe(false);
    },
  );

  verifies('cli.task', 'a task needs no quotes, and - reads it from stdin, all its lines', async () => {
    const dataDir = temporaryDir();
    const engine = await anEngine(dataDir);
    expect((await svc(dataDir, ['run', 'count', 'to', '3'])).stdout).toBe('1 2 3 \n');
    expect((await svc(dataDir, ['run', '--json', 'count', 'to 3'])).code).toBe(0);
    expect((await svc(dataDir, ['run', '-'], {}, 'write a.txt: one\ntwo\n')).code).toBe(0);
    expect(readFileSync(join(dataDir, 'workspace/a.txt'), 'utf8')).toBe('one\ntwo');
    const { runs } = await engine.client['history.runs']();
    expect(runs.map(({ task }) => task)).toEqual(['write a.txt: one\ntwo', 'count to 3', 'count to 3']);
    const long = 'x'.repeat(3 << 20);
    expect(await svc(dataDir, ['run', '-'], {}, long)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^svc: [^\n]+\n$/u) as unknown,
    });
  });

  verifies('cli.exit-codes', 'reports an engine that dies in one sentence, with 1', async () => {
    const dataDir = temporaryDir();
    const engine = await anEngine(dataDir);
    const run = begin(dataDir, ['run', 'count to 5000']);
    await seen(run, '10 ');
    engine.process.kill('SIGKILL');
    const { code, stdout, stderr } = await run.finished;
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^\n?The engine stopped [^\n]+\n$/u)]);
    expect(stdout).toMatch(/^1 2 3 /u);
  });

  test('a killed engine is no obstacle: its record is stale, and no line of its log mixes with an answer', async () => {
    const dataDir = temporaryDir();
    const run = begin(dataDir, ['run', 'count to 5000']);
    await seen(run, '10 ');
    await exited(run, 'SIGKILL');
    expect(existsSync(join(dataDir, 'engine.json'))).toBe(true);
    const { code, stdout, stderr } = await svc(dataDir, ['run', 'count to 2']);
    expect([code, stdout, stderr]).toEqual([0, '1 2 \n', '']);
    expect(leftIn(dataDir)).toEqual([]);
  });

  test('a data directory with a path too long for a socket works like any other', async () => {
    const dataDir = join(temporaryDir(), ...Array.from({ length: 5 }, () => 'a-rather-long-name'.repeat(3)));
    expect((await svc(dataDir, ['run', 'count to 2'])).stdout).toBe('1 2 \n');
    const engine = await anEngine(dataDir);
    expect(existsSync(join(dataDir, 'engine.sock'))).toBe(false);
    const { socket } = JSON.parse(readFileSync(join(dataDir, 'engine.json'), 'utf8')) as { socket: string };
    const status = JSON.parse((await svc(dataDir, ['status', '--json'])).stdout) as object;
    expect(status).toMatchObject({ running: true, pid: engine.process.pid });
    engine.process.kill('SIGTERM');
    expect((await engine.finished).code).toBe(0);
    expect(existsSync(socket)).toBe(false);
  });
});
