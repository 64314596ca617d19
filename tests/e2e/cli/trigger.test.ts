import { englishTeller } from '../../../src/contract/words/of-terminal.ts';
import { beforeAll, expect } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { triggers } from '../../../src/contract/cli/triggers.ts';
import { svcHere } from '../../harness/in-process-svc.ts';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { typingAt } from './terminal.ts';
import { typing } from './typed.ts';

let engine: RestartableEngine;
beforeAll(async () => {
  engine = await startRestartable();
});

const { svc, said, refused } = typing('trigger', () => engine.dataDir);
const titles = async () =>
  (await engine.client['triggers.list']({ query: {} })).triggers.map(({ title }) => title);

verifies(
  'triggers.terminal',
  'svc trigger add shows the next times and what it may do, and asks',
  async () => {
    const added =
      "add Report --schedule '0 8 * * mon' --time-zone Europe/Vienna --task 'Write it' --host a.example";
    const unasked = await svc(added);
    expect(unasked).toMatchObject({ code: 1, stdout: '' });
    expect(unasked.stderr).toMatch(/(?:\n {2}\d{4}-\d\d-\d\d 08:00){10}\n/u);
    for (const fact of ['Europe/Vienna', '"a.example"', '--yes']) expect(unasked.stderr).toContain(fact);
    expect(await titles()).toEqual([]);

    /** What a person sees who answers with this line. */
    const answering = async (...lines: readonly string[]) => {
      const said = { out: '', err: '' };
      const typed = typingAt(engine, {
        out: (text) => void (said.out += text),
        err: (text) => void (said.err += text),
        readLines: async function* () {
          yield* lines;
        },
      });
      const code = await typed('trigger', 'add', 'Asked', '--schedule', '@daily', '--task', 'x');
      return { code, ...said };
    };
    for (const lines of [['no'], ['maybe', 'yes'], []]) {
      const kept = await answering(...lines);
      expect([lines, kept.code, kept.out]).toEqual([lines, 1, '']);
    }
    expect(await titles()).toEqual([]);
    const saved = await answering(' YES ');
    expect([saved.code, await titles()]).toEqual([0, ['Asked']]);
    await said(`remove ${saved.out.trim()}`);

    expect(JSON.parse(await said(`${added} --yes --json`))).toMatchObject({
      title: 'Report',
      permissions: { hosts: ['a.example'] },
    });
    const allowed = await svcHere(engine.dataDir, ['consent']);
    expect(allowed.stdout).toMatch(/a\.example .*[0-9a-f]{12}\n$/u);
  },
);

verifies(
  'triggers.terminal',
  'svc trigger confirm shows what is agreed to, and asks; what was changed since is not agreed to',
  async () => {
    let mine = await startRestartable();
    const { svc, said } = typing('trigger', () => mine.dataDir);
    await said("add Waits --remind --schedule '0 8 * * mon' --task 'Look here' --yes");
    const waiting = (await mine.client['triggers.list']({ query: {} })).triggers.find(
      ({ title }) => title === 'Waits',
    );
    const id = waiting?.triggerId ?? '';
    await mine.stop();
    const history = new Sqlite(join(mine.dataDir, 'history.db'));
    history
      .prepare("UPDATE triggers SET confirmed_at = NULL, next_due_at = NULL WHERE title = 'Waits'")
      .run();
    history.close();
    mine = await startRestartable({ dataDir: mine.dataDir });
    const isConfirmed = async (): Promise<boolean> =>
      (await mine.client['triggers.get']({ params: { id } })).confirmedAt !== null;

    const unasked = await svc('confirm Waits');
    expect(unasked).toMatchObject({ code: 1, stdout: '' });
    for (const fact of [id, 'Look here', 'At 08:00', '--yes']) expect(unasked.stderr).toContain(fact);
    expect(await isConfirmed()).toBe(false);

    const row = triggers.flatMap(({ commands = [] }) => commands).find(({ name }) => name === 'confirm');
    const shown = await row?.asks?.asksFirst?.(mine.client, { params: { id } }, englishTeller);
    await mine.client['triggers.set']({ params: { id }, body: { task: 'Something else' } });
    await expect(mine.client['triggers.set'](shown?.request as never)).rejects.toMatchObject({
      problem: { code: 'trigger_changed' },
    });
    expect(await isConfirmed()).toBe(false);
    expect(await said('confirm Waits --yes')).toContain(id);
    expect(await isConfirmed()).toBe(true);
    // There is nothing left to ask.
    await said('confirm Waits');
    await said(`remove ${id}`);
  },
);

verifies(
  'triggers.terminal',
  'svc trigger lists, shows, previews, tries, runs, pauses, stops and deletes',
  async () => {
    const [report] = (await engine.client['triggers.list']({ query: {} })).triggers;
    const id = report?.triggerId ?? '';
    const ended = async () => {
      while ((await engine.client['triggers.get']({ params: { id } })).running)
        await new Promise((resolve) => setImmediate(resolve));
    };
    const row = (state: string) => new RegExp(`^${id} {2}Report {2}.* {2}${state}`, 'u');
    expect(await said('')).toMatch(row('next \\d{4}-'));
    expect((await said("preview 'every 30m' --time-zone UTC")).trim().split('\n')).toHaveLength(11);
    const shown = await said(`show ${id.slice(0, 8)}`);
    for (const fact of ['schedule', 'Write it', 'a.example']) expect(shown).toContain(fact);
    expect(await said(`history ${id}`)).toBe('');
    expect(await said(`pause ${id}`)).toMatch(row('paused'));
    expect(await said(`resume ${id}`)).toMatch(row('next'));
    await said(`confirm ${id}`);
    await said(`test ${id}`);
    await ended();
    expect(await said(`history ${id}`)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}test {2}ended [^\n]+\n$/u);
    const changed = await said(`set ${id} --task 'Write it twice' --host b.example --expect-words done`);
    for (const fact of ['Write it twice', 'b.example', '"contains":"done"']) expect(changed).toContain(fact);
    // A trial is no time that it ran.
    expect(await said('')).not.toContain('last');
    await said(`run ${id}`);
    await ended();
    expect(await said('')).toContain('last failed');

    await said("add Drink --remind --schedule 'every 1h' --yes");
    const [drink] = JSON.parse(await said('--json')).triggers as readonly {
      triggerId: string;
      kind: string;
    }[];
    expect(drink?.kind).toBe('reminder');
    await said(`run ${drink?.triggerId}`);
    const notices = await said('notices');
    const ids = notices.match(/^[0-9a-f]{12}/gmu) ?? [];
    expect(ids).toHaveLength(2);
    expect(notices).toContain('svc trigger history');
    for (const one of ids) await said(`dismiss ${one}`);
    expect(await said('notices')).toBe('');

    await refused(
      2,
      `set ${id} --expect-words x --expect-file y`,
      'add x --remind --backup --schedule @daily',
      'add',
    );
    await refused(
      1,
      `set ${id} --expect-status 200`,
      'show ffffffff',
      `stop ${id}`,
      'preview soon',
      'preview @daily --time-zone Mars/Base',
      'add x --schedule soon --task x --yes',
      'add x --task x --yes',
      'add x --schedule @daily --task x --profile nope --yes',
      'add x --watch https://a.example --interval often --yes',
      'add x --schedule @daily --task x --max-usd much --yes',
      'add x --backup --schedule @daily --max-usd-month 1e999 --yes',
      'dismiss ffffffff',
    );
    for (const one of [id, drink?.triggerId]) await said(`remove ${one}`);
    expect(await said('')).toBe('');
    expect((await svcHere(engine.dataDir, ['consent'])).stdout).toBe('');
  },
);
