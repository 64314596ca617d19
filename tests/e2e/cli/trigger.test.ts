import { afterAll, beforeAll, expect } from '@jest/globals';
import { addTrigger } from '../../../src/adapters/in/cli/trigger-verb.ts';
import { removeTemporaryDirs } from '../../harness/in-process-engine.ts';
import { svcHere } from '../../harness/in-process-svc.ts';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';

let engine: RestartableEngine;
beforeAll(async () => {
  engine = await startRestartable();
});
afterAll(async () => {
  await engine.stop();
  removeTemporaryDirs();
});

const svc = (...args: readonly string[]) => svcHere(engine.dataDir, ['trigger', ...args]);
const titles = async () =>
  (await engine.client['triggers.list']({ query: {} })).triggers.map(({ title }) => title);

verifies(
  'triggers.terminal',
  'svc trigger add shows the next times and what it may do, and asks',
  async () => {
    const added = [
      'add',
      'Report',
      '--schedule',
      '0 8 * * mon',
      '--time-zone',
      'Europe/Vienna',
      '--task',
      'Write it',
      '--host',
      'a.example',
    ];
    const unasked = await svc(...added);
    expect(unasked).toMatchObject({ code: 1, stdout: '' });
    expect(unasked.stderr).toMatch(
      /^At 08:00, only on Monday \(Europe\/Vienna\)\. The next times there:\n(?: {2}\d{4}-\d\d-\d\d 08:00\n){10}It may send to "a\.example" without asking\.\n/u,
    );
    expect(unasked.stderr).toContain('repeat it with --yes. Nothing was saved.');
    expect(await titles()).toEqual([]);

    /** What a person sees who answers with this line. */
    const answering = async (...lines: readonly string[]) => {
      const said = { out: '', err: '' };
      const code = await addTrigger({
        attachedOrOwn: async () => ({ client: engine.client, close: async () => undefined }) as never,
        out: (text) => void (said.out += text),
        err: (text) => void (said.err += text),
        readLines: async function* () {
          yield* lines;
        },
        interrupted: new AbortController().signal,
      })({ trigger: { title: 'Asked', schedule: '@daily', task: 'x' }, yes: false, json: false });
      return { code, ...said };
    };
    for (const lines of [['no'], ['maybe', 'yes'], []]) {
      const kept = await answering(...lines);
      expect([lines, kept.code, kept.out]).toEqual([lines, 1, '']);
      expect(kept.err).toMatch(/Save it\? Type yes: Nothing was saved\.\n$/u);
    }
    expect(await titles()).toEqual([]);
    const saved = await answering(' YES ');
    expect([saved.code, await titles()]).toEqual([0, ['Asked']]);
    expect(saved.err).toContain('It may read, and nothing else without asking you.');
    expect(await svc('remove', saved.out.trim())).toMatchObject({ code: 0, stderr: 'Deleted.\n' });

    const yes = await svc(...added, '--yes', '--json');
    expect(JSON.parse(yes.stdout)).toMatchObject({ title: 'Report', permissions: { hosts: ['a.example'] } });
    expect(yes).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('It may send to "a.example" without asking.'),
    });
    const allowed = await svcHere(engine.dataDir, ['consent']);
    expect(allowed.stdout).toMatch(/send to a\.example {2}with the trigger [0-9a-f]{12}\n$/u);
  },
);

verifies(
  'triggers.terminal',
  'svc trigger lists, shows, previews, tries, runs, pauses, stops and deletes',
  async () => {
    const [report] = (await engine.client['triggers.list']({ query: {} })).triggers;
    const id = report?.triggerId ?? '';
    const row = (state: string) =>
      new RegExp(`^${id} {2}Report {2}At 08:00, only on Monday \\(Europe/Vienna\\) {2}${state}`, 'u');
    expect((await svc()).stdout).toMatch(row('next \\d{4}-\\d\\d-\\d\\d \\d\\d:00'));
    const preview = await svc('preview', 'every 30m', '--time-zone', 'UTC');
    expect([preview.code, preview.stdout.trim().split('\n').length]).toEqual([0, 11]);
    expect((await svc('show', id.slice(0, 8))).stdout).toMatch(
      /schedule, run_agent: .*\nWrite it\nIt may send to "a\.example" without asking\.\n/u,
    );
    expect(await svc('history', id)).toMatchObject({ code: 0, stdout: '', stderr: 'It has not run yet.\n' });
    expect((await svc('pause', id)).stdout).toMatch(row('paused'));
    expect((await svc('resume', id)).stdout).toMatch(row('next'));
    expect((await svc('confirm', id)).code).toBe(0);
    expect((await svc('test', id)).stdout).toContain('It is tried.');
    const ended = async () => (await engine.client['triggers.get']({ params: { id } })).running;
    while (await ended()) await new Promise((resolve) => setImmediate(resolve));
    expect((await svc('history', id)).stdout).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d {2}test {2}ended \(not checked\)\n$/u,
    );
    const changed = await svc(
      'set',
      id,
      '--task',
      'Write it twice',
      '--host',
      'b.example',
      '--expect-words',
      'done',
    );
    expect(changed.stdout).toContain('Write it twice\nIt may send to "b.example" without asking.\n');
    expect(changed.stdout).toContain('Success is: {"kind":"answer","contains":"done"}');
    expect(await svc('set', id, '--expect-words', 'x', '--expect-file', 'y')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--expect-file and --expect-words exclude each other'),
    });
    expect((await svc('set', id, '--expect-status', '200')).code).toBe(1);
    // A trial is no time that it ran.
    expect((await svc()).stdout).toMatch(row('next'));
    expect((await svc()).stdout).not.toContain('last');
    expect((await svc('run', id)).stdout).toContain('It has begun.');
    while (await ended()) await new Promise((resolve) => setImmediate(resolve));
    expect((await svc()).stdout).toContain('last failed: The answer does not contain "done".');

    expect((await svc('add', 'Drink', '--remind', '--schedule', 'every 1h', '--yes')).code).toBe(0);
    const [drink] = JSON.parse((await svc('--json')).stdout).triggers as readonly {
      triggerId: string;
      kind: string;
    }[];
    expect(drink?.kind).toBe('reminder');
    expect((await svc('run', drink?.triggerId ?? '')).stdout).toContain('It has begun.');
    const notice = await svc('notices');
    expect(notice.stdout).toMatch(
      /^[0-9a-f]{12} {2}[-\d]+ [:\d]+ {2}Drink {2}Drink\n {2}See it with: svc trigger history [0-9a-f]{12}\n[0-9a-f]{12} {2}.+Failed: Report/u,
    );
    const failure = notice.stdout.split('\n')[2]?.slice(0, 12) ?? '';
    expect(await svc('dismiss', failure)).toMatchObject({ code: 0 });
    expect(await svc('dismiss', notice.stdout.slice(0, 12))).toMatchObject({
      code: 0,
      stderr: 'Dismissed.\n',
    });
    expect(await svc('notices')).toMatchObject({ code: 0, stderr: 'There is no notice.\n' });

    for (const [args, code, words] of [
      [['show', 'ffffffff'], 1, 'No trigger has this id.'],
      [['stop', id], 1, 'nothing to stop'],
      [['preview', 'soon'], 1, 'has one field'],
      [['preview', '@daily', '--time-zone', 'Mars/Base'], 1, 'Mars/Base'],
      [['add', 'x', '--schedule', 'soon', '--task', 'x', '--yes'], 1, 'has one field'],
      [['add', 'x', '--task', 'x', '--yes'], 1, 'Say when it is due'],
      [
        ['add', 'x', '--schedule', '@daily', '--task', 'x', '--profile', 'nope', '--yes'],
        1,
        'No model profile',
      ],
      [
        ['add', 'x', '--watch', 'https://a.example', '--interval', 'often', '--yes'],
        1,
        'watch intervalMinutes must be',
      ],
      [
        ['add', 'x', '--schedule', '@daily', '--task', 'x', '--max-usd', 'much', '--yes'],
        1,
        'ceilings runUsd must be',
      ],
      [
        ['add', 'x', '--backup', '--schedule', '@daily', '--max-usd-month', '1e999', '--yes'],
        1,
        'ceilings monthUsd must be',
      ],
      [['add', 'x', '--remind', '--backup', '--schedule', '@daily'], 2, 'backup'],
      [['add'], 2, 'title'],
      [['dismiss', 'ffffffff'], 1, 'No notice has this id.'],
    ] as const) {
      const refused = await svc(...args);
      expect([args, refused.code, refused.stdout]).toEqual([args, code, '']);
      expect(refused.stderr).toContain(words);
    }
    for (const one of [id, drink?.triggerId ?? '']) expect((await svc('remove', one)).code).toBe(0);
    expect(await svc()).toMatchObject({ code: 0, stdout: '', stderr: 'There are no triggers.\n' });
    expect((await svcHere(engine.dataDir, ['consent'])).stdout).toBe('');
  },
);
