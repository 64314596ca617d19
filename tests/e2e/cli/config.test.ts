import { describe, expect } from '@jest/globals';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { verifies } from '../../spec/verifies.ts';
import { engineHere, svc as spawned } from './engines.ts';

const SECRET = 'sk-planted-secret-0123456789';

const fileIn = (dataDir: string): unknown => JSON.parse(readFileSync(join(dataDir, 'config.json'), 'utf8'));

function withFile(text: string): string {
  const dataDir = join(temporaryDir(), 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(join(dataDir, 'config.json'), text);
  return dataDir;
}

describe('svc config', () => {
  verifies('cli.config', 'prints key, value and source; --json the answer of the engine', async () => {
    const dataDir = withFile(`{"api_key":"${SECRET}","backup_retention_days":7}`);
    const engine = await engineHere(dataDir, { SVC_LLM_PROVIDER: 'custom' });
    const [plain, json] = await Promise.all([svc(dataDir, ['config']), svc(dataDir, ['config', '--json'])]);
    // What is missing is said on stderr.
    expect([plain.code, json.code, json.stderr]).toEqual([0, 0, '']);
    expect(plain.stderr).toContain('api_base_url');
    const rows = plain.stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/u));
    expect(rows).toEqual(
      expect.arrayContaining([
        ['key', 'value', 'source'],
        ['backup_retention_days', '7', 'user'],
        ['provider', 'custom', 'env'],
        ['api_key', '[redacted]', 'user'],
        ['default_tier', 'balanced', 'default'],
      ]),
    );
    expect(JSON.parse(json.stdout)).toEqual(await engine.client['config.get']());
  });

  verifies('cli.config', 'reports ignored settings on stderr, without a control character', async () => {
    const dataDir = withFile('{"nonsense\u009b2J":1}');
    const { code, stderr } = await svc(dataDir, ['config']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^"nonsense\\u\{9b\}2J" [^\n]*\n$/u);
  });

  verifies(
    ['config.file.user', 'config.data-dir'],
    'uses ~/.svc/config.json without a data directory',
    async () => {
      const home = temporaryDir();
      const set = ['config', 'set', 'backup_retention_days', '7'];
      expect(await spawned('', set, { HOME: home })).toMatchObject({ code: 0 });
      expect(fileIn(join(home, '.svc'))).toEqual({ backup_retention_days: 7 });
      expect(readdirSync(home)).toEqual(['.svc']);
    },
  );

  verifies('cli.config', 'set and unset change the user file in the running engine', async () => {
    const dataDir = temporaryDir();
    const { client } = await engineHere(dataDir);
    const set = ['config', 'set', 'provider', 'cloud_hosted'];
    const first = await svc(dataDir, set);
    expect([first.code, first.stdout]).toEqual([0, '']);
    for (const missing of ['gcp_project_id', 'gcp_region']) expect(first.stderr).toContain(missing);
    expect(fileIn(dataDir)).toEqual({ provider: 'cloud_hosted' });
    const again = await svc(dataDir, [...set, '--json']);
    expect([again.code, again.stderr]).toEqual([0, '']);
    expect(JSON.parse(again.stdout)).toEqual(await client['config.get']());
    expect(await svc(dataDir, ['config', 'unset', 'provider'])).toMatchObject({ code: 0, stdout: '' });
    expect((await client['engine.status']()).model).toMatchObject({ id: 'demo', provider: 'demo' });
    expect(fileIn(dataDir)).toEqual({});
  });

  verifies('cli.config', 'becomes an engine for a moment when none runs', async () => {
    const dataDir = join(temporaryDir(), 'new');
    expect((await svc(dataDir, ['config', 'set', 'default_tier', 'deep'])).code).toBe(0);
    expect(fileIn(dataDir)).toEqual({ default_tier: 'deep' });
    expect(statSync(join(dataDir, 'config.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('engine.'))).toEqual([]);
    expect((await svc(dataDir, ['config'])).stdout).toMatch(/^default_tier +deep +user$/mu);
  });

  verifies('cli.looks', 'creates no database and no key, whatever is read or set', async () => {
    const dataDir = join(temporaryDir(), 'new');
    const looks = [
      ['config'],
      ['config', 'set', 'default_tier', 'deep'],
      ['secret'],
      ['api'],
      ['consent'],
      ['changes'],
    ];
    for (const args of looks) expect(await svc(dataDir, args)).toMatchObject({ code: 0 });
    // The lock is an empty file.
    expect(readdirSync(dataDir)).toEqual(['config.json', 'lock.db']);
    expect(statSync(join(dataDir, 'lock.db')).size).toBe(0);
    expect((await svc(dataDir, ['secret', 'set', 'TOKEN'], {}, 'a value')).code).toBe(0);
    const key = readFileSync(join(dataDir, 'vault.key'), 'utf8');
    expect((await svc(dataDir, ['secret'])).stdout).toMatch(/^TOKEN /u);
    rmSync(join(dataDir, 'history.db'));
    expect((await svc(dataDir, ['secret'])).stdout).toMatch(/^TOKEN /u);
    expect([
      existsSync(join(dataDir, 'history.db')),
      readFileSync(join(dataDir, 'vault.key'), 'utf8'),
    ]).toEqual([false, key]);
  });

  verifies('cli.looks', 'an unfinished vault never uses a key that is not stored', async () => {
    const dataDir = temporaryDir();
    writeFileSync(join(dataDir, 'vault.db'), '');
    expect((await svc(dataDir, ['config'], { LOG_LEVEL: 'error' })).code).toBe(0);
    expect((await svc(dataDir, ['secret', 'set', 'TOKEN'], { LOG_LEVEL: 'error' }, 'a value')).code).toBe(0);
    expect((await svc(dataDir, ['secret'], { LOG_LEVEL: 'error' })).stdout).toMatch(/^TOKEN /u);
  });

  verifies(
    'cli.looks',
    'several concurrent commands on a new directory, one of them a run, lose nothing',
    async () => {
      const dataDir = join(temporaryDir(), 'new');
      const all = await Promise.all([
        svc(dataDir, ['config', 'set', 'default_tier', 'deep']),
        svc(dataDir, ['run', 'count to 500']),
        svc(dataDir, ['config']),
        svc(dataDir, ['secret']),
      ]);
      expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
      const engine = await engineHere(dataDir);
      expect((await engine.client['threads.list']()).threads).toMatchObject([{ messageCount: 2 }]);
      expect(fileIn(dataDir)).toEqual({ default_tier: 'deep' });
    },
  );

  verifies('cli.config', 'a value is text, or JSON where its key needs another type', async () => {
    const dataDir = temporaryDir();
    await engineHere(dataDir);
    const values: readonly (readonly [string, string, unknown])[] = [
      ['balanced_model', '4', '4'],
      ['backup_retention_days', '12', 12],
      ['backup_encrypt', 'true', true],
      ['mcp_servers', '[{"name":"a","url":"http://a.example"}]', [{ name: 'a', url: 'http://a.example' }]],
      ['model_profiles', '{"b":{"provider":"primary"}}', { b: { provider: 'primary' } }],
    ];
    const finished = await Promise.all(
      values.map(([key, value]) => svc(dataDir, ['config', 'set', key, value])),
    );
    expect(finished.map(({ code }) => code)).toEqual(values.map(() => 0));
    expect(fileIn(dataDir)).toEqual(Object.fromEntries(values.map(([key, , value]) => [key, value])));
    for (const [key, value] of [
      ['backup_retention_days', 'soon'],
      ['mcp_servers', 'a'],
      ['backup_retention_days', 'null'],
    ] as const) {
      const { code, stderr } = await svc(dataDir, ['config', 'set', key, value]);
      expect([code, stderr]).toEqual([1, expect.stringContaining(`svc: ${key} `)]);
    }
    expect(fileIn(dataDir)).toMatchObject({ backup_retention_days: 12, backup_encrypt: true });
  });

  verifies(
    'cli.config',
    'a secret comes from stdin; one on the command line is accepted with a hint',
    async () => {
      const dataDir = temporaryDir();
      const { client } = await engineHere(dataDir);
      const set = (key: string, value: string, input?: string) =>
        svc(dataDir, ['config', 'set', key, value], {}, input);
      expect(await set('api_key', '-', `${SECRET}\n`)).toMatchObject({ code: 0, stdout: '' });
      expect(fileIn(dataDir)).toEqual({ api_key: SECRET });
      const typed = await set('api_key', `${SECRET}-2`);
      expect([typed.code, typed.stdout]).toEqual([0, '']);
      const hint = '"svc config set api_key -"';
      expect(typed.stderr).toContain(hint);
      expect(fileIn(dataDir)).toEqual({ api_key: `${SECRET}-2` });
      expect([typed.stderr, (await svc(dataDir, ['config'])).stdout].join()).not.toContain(SECRET);

      const profile = '{"a":{"provider":"custom","api_key":"sk-planted"}}';
      expect((await set('model_profiles', profile)).stderr).toMatch(/^Your shell history/u);
      for (const input of [' \n', 'x'.repeat(3 * 1024 * 1024)])
        expect(await set('api_key', '-', input)).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(/^svc: [^\n]{1,200}\n$/u),
        });
      expect((await client['config.get']()).config.api_key).toBe('[redacted]');
    },
  );

  verifies('cli.config', 'an unknown key exits 1, with similar keys, and creates nothing', async () => {
    const dataDir = join(temporaryDir(), 'none');
    for (const [key, meant] of [
      ['compat_model', 'compat_model_id'],
      ['xyzzy', 'svc config set --help'],
      ['__proto__', 'svc config set --help'],
    ] as const)
      for (const args of [
        ['set', key, 'x'],
        ['unset', key],
      ])
        expect(await svc(dataDir, ['config', ...args])).toMatchObject({
          code: 1,
          stdout: '',
          stderr: expect.stringContaining(meant),
        });
    expect(readdirSync(join(dataDir, '..'))).toEqual([]);
  });

  verifies('cli.config', 'a refused value exits 1, and names where it is wrong', async () => {
    const dataDir = temporaryDir();
    await engineHere(dataDir);
    for (const [key, value, places] of [
      ['provider', 'nobody', ['provider']],
      ['backup_retention_days', '40000', ['backup_retention_days']],
      ['api_key', '[redacted]', ['api_key']],
      [
        'mcp_servers',
        '[{"name":"a"},{"url":"http://b.example"}]',
        ['mcp_servers.0.url', 'mcp_servers.1.name'],
      ],
    ] as const) {
      const { code, stdout, stderr } = await svc(dataDir, ['config', 'set', key, value]);
      expect([code, stdout]).toEqual([1, '']);
      const told = [...stderr.matchAll(/^svc: (\S+) /gmu)].map(([, place]) => place);
      expect(told).toEqual(places);
    }
    expect(readdirSync(dataDir)).not.toContain('config.json');
  });

  verifies('cli.config', 'an unusable file is kept, and --replace starts another', async () => {
    const broken = `{"api_key":"${SECRET}",`;
    const dataDir = withFile(broken);
    await engineHere(dataDir);
    const set = ['config', 'set', 'provider', 'custom'];
    const refused = await Promise.all([svc(dataDir, set), svc(dataDir, ['config', 'unset', 'provider'])]);
    for (const { code, stdout, stderr } of refused) {
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('--replace')]);
      expect(stderr).not.toContain(SECRET);
    }
    expect(readFileSync(join(dataDir, 'config.json'), 'utf8')).toBe(broken);

    expect((await svc(dataDir, [...set, '--replace'])).code).toBe(0);
    expect(fileIn(dataDir)).toEqual({ provider: 'custom' });
    const kept = readdirSync(dataDir).filter((name) => name.startsWith('config.json.replaced-'));
    expect(kept.map((name) => readFileSync(join(dataDir, name), 'utf8'))).toEqual([broken]);
  });

  verifies('cli.config', 'says when the new value has no effect', async () => {
    const noEffect = async (env: Record<string, string>, ...args: readonly string[]) => {
      const dataDir = temporaryDir();
      await engineHere(dataDir, env);
      const { code, stderr } = await svc(dataDir, ['config', ...args]);
      return [code, /no effect|still set/u.test(stderr)];
    };
    const custom = { SVC_LLM_PROVIDER: 'custom' };
    expect(await noEffect(custom, 'set', 'provider', 'compat')).toEqual([0, true]);
    expect(await noEffect(custom, 'unset', 'provider')).toEqual([0, true]);
    expect(await noEffect({ SVC_DEMO: '1' }, 'set', 'provider', 'primary')).toEqual([0, true]);
    expect(await noEffect({}, 'set', 'provider', 'primary')).toEqual([0, false]);
  });

  verifies(['cli.config', 'cli.exit-codes'], 'a usage error exits 2, with one line on stderr', async () => {
    const wrong = [
      ['foo'],
      ['set', 'provider'],
      ['set', 'a', 'b', 'c'],
      ['unset'],
      ['set', 'a', 'b', '--loud'],
    ];
    for (const args of wrong)
      expect(await svc(temporaryDir(), ['config', ...args])).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^error: [^\n]+\n$/u),
      });
  });
});
