import { afterEach, describe, expect } from '@jest/globals';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { verifies } from '../../spec/verifies.ts';
import { engineHere, endAll, svc as spawned } from './engines.ts';

afterEach(endAll);

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
    const lacks =
      'The provider "custom" is selected, but these settings are missing: its address ("api_base_url" or PRIMARY_BASE_URL).\n';
    expect([plain.code, plain.stderr, json.code, json.stderr]).toEqual([0, lacks, 0, '']);
    const lines = plain.stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split(/ {2,}/u))).toEqual([
      ['key', 'value', 'source'],
      ['backup_retention_days', '7', 'user'],
      ['backup_clouddrive', 'false', 'default'],
      ['provider', 'custom', 'env'],
      ['api_key', '[redacted]', 'user'],
      ['default_tier', 'balanced', 'default'],
      ['max_cost_per_run_usd', '50', 'default'],
      ['max_cost_per_day_usd', '100', 'default'],
      ['max_cost_per_month_usd', '500', 'default'],
      ['max_pages_per_run', '60', 'default'],
      ['max_page_hosts_per_run', '20', 'default'],
      ['memory_extraction', 'true', 'default'],
      ['require_token', 'false', 'default'],
    ]);
    expect(new Set(lines.map((line) => line.search(/\S+$/u))).size).toBe(1);
    expect(JSON.parse(json.stdout)).toEqual(await engine.client['config.get']());
  });

  verifies('cli.config', 'reports ignored settings on stderr, without a control character', async () => {
    const dataDir = withFile('{"nonsense\u009b2J":1}');
    const { code, stdout, stderr } = await svc(dataDir, ['config'], { LOG_LEVEL: 'error' });
    expect([code, stdout.split('\n')[0]?.split(/ +/u)]).toEqual([0, ['key', 'value', 'source']]);
    expect(stderr).toMatch(/^config\.json in the data directory: "nonsense 2J" is no known key; [^\n]+\n$/u);
  });

  verifies(
    ['config.file.user', 'config.data-dir'],
    'uses ~/.svc/config.json without a data directory',
    async () => {
      const home = temporaryDir();
      const nowhere = '';
      const set = ['config', 'set', 'backup_retention_days', '7'];
      expect(await spawned(nowhere, set, { HOME: home })).toMatchObject({ code: 0 });
      expect(fileIn(join(home, '.svc'))).toEqual({ backup_retention_days: 7 });
      expect(readdirSync(home)).toEqual(['.svc']);
    },
  );

  verifies('cli.config', 'says that a demo which was asked for stays', async () => {
    const dataDir = temporaryDir();
    await engineHere(dataDir, { SVC_DEMO: '1' });
    const { code, stderr } = await svc(dataDir, ['config', 'set', 'provider', 'primary']);
    expect([code, stderr]).toEqual([
      0,
      'provider is set, and has no effect yet: the demo model answers until the engine is started without --demo and SVC_DEMO.\n',
    ]);
    expect(fileIn(dataDir)).toEqual({ provider: 'primary' });
    // Any other key counts at once.
    expect((await svc(dataDir, ['config', 'set', 'backup_retention_days', '7'])).stderr).toContain(
      'It takes effect',
    );
  });

  verifies('cli.config', 'set and unset change the user file in the running engine', async () => {
    const dataDir = temporaryDir();
    const { client } = await engineHere(dataDir);
    expect(await svc(dataDir, ['config', 'set', 'provider', 'cloud_hosted'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr:
        'provider is set. It takes effect with the next message.\n' +
        'The provider "cloud_hosted" is selected, but these settings are missing: the project ("gcp_project_id" or GCP_PROJECT_ID); the region ("gcp_region" or GCP_REGION).\n',
    });
    expect((await client['engine.status']()).model).toMatchObject({
      problem: expect.stringContaining('cloud_hosted'),
    });
    expect(fileIn(dataDir)).toEqual({ provider: 'cloud_hosted' });
    const again = await svc(dataDir, ['config', 'set', 'provider', 'cloud_hosted', '--json']);
    expect([again.code, again.stderr]).toEqual([0, '']);
    expect(JSON.parse(again.stdout)).toEqual(await client['config.get']());
    expect(await svc(dataDir, ['config', 'unset', 'provider'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'provider is not set. This takes effect with the next message.\n',
    });
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
      ['backup_encrypt', 'yes'],
      ['mcp_servers', 'a'],
      ['backup_retention_days', 'null'],
    ] as const) {
      const { code, stderr } = await svc(dataDir, ['config', 'set', key, value]);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(new RegExp(`^svc: ${key} must be [^\n]+, written as JSON\\.\n$`, 'u')),
      ]);
    }
    expect(fileIn(dataDir)).toMatchObject({ backup_retention_days: 12, backup_encrypt: true });
  });

  verifies(
    'cli.config',
    'a secret comes from stdin; one on the command line is accepted with a hint',
    async () => {
      const dataDir = temporaryDir();
      const { client } = await engineHere(dataDir);
      const piped = await svc(dataDir, ['config', 'set', 'api_key', '-'], {}, `${SECRET}\n`);
      expect([piped.code, piped.stdout, piped.stderr]).toEqual([
        0,
        '',
        'api_key is set. It takes effect with the next message.\n',
      ]);
      expect(fileIn(dataDir)).toEqual({ api_key: SECRET });
      const typed = await svc(dataDir, ['config', 'set', 'api_key', `${SECRET}-2`]);
      expect([typed.code, typed.stdout]).toEqual([0, '']);
      expect(typed.stderr).toMatch(/^Your shell history [^\n]+"svc config set api_key -"/u);
      expect(fileIn(dataDir)).toEqual({ api_key: `${SECRET}-2` });
      expect([typed.stderr, (await svc(dataDir, ['config'])).stdout].join()).not.toContain(SECRET);

      const profile = '{"a":{"provider":"custom","api_key":"sk-planted"}}';
      expect((await svc(dataDir, ['config', 'set', 'model_profiles', profile])).stderr).toContain('history');
      expect(await svc(dataDir, ['config', 'set', 'api_key', '-'], {}, ' \n')).toMatchObject({
        code: 1,
        stderr: 'svc: there was no api_key on stdin.\n',
      });
      expect(
        await svc(dataDir, ['config', 'set', 'api_key', '-'], {}, 'x'.repeat(3 * 1024 * 1024)),
      ).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^svc: [^\n]{1,200}\n$/u),
      });
      expect((await client['config.get']()).config.api_key).toBe('[redacted]');
      expect((await svc(dataDir, ['config', 'set', '--help'])).stdout).toContain('svc config set api_key -');
    },
  );

  verifies('cli.config', 'an unknown key exits 1, with similar keys', async () => {
    const dataDir = join(temporaryDir(), 'none');
    for (const [key, meant] of [
      ['provder', 'did you mean provider?'],
      ['api-key', 'did you mean api_key or api_key_for?'],
      ['compat_model', 'did you mean compat_model_id?'],
      ['xyzzy', 'see svc config set --help.'],
      ['__proto__', 'see svc config set --help.'],
    ] as const) {
      const expected = { code: 1, stdout: '', stderr: `svc: there is no key "${key}": ${meant}\n` };
      expect(await svc(dataDir, ['config', 'set', key, 'x'])).toMatchObject(expected);
      expect(await svc(dataDir, ['config', 'unset', key])).toMatchObject(expected);
    }
    expect(readdirSync(join(dataDir, '..'))).toEqual([]);
  });

  verifies('cli.config', 'a refused value exits 1, with the reason', async () => {
    const dataDir = temporaryDir();
    await engineHere(dataDir);
    for (const [key, value, reason] of [
      ['provider', 'nobody', 'must be one of primary, compat, custom, cloud_hosted'],
      ['api_base_url', 'example.org', 'must be an http or https URL '],
      ['backup_retention_days', '40000', 'must be a whole number from 0 to 36500'],
      ['backup_retention_days', '1.5', 'must be a whole number from 0 to 36500'],
      ['backup_encrypt', '1', 'must be true or false'],
      ['worker_profile', '', 'must be a '],
      ['api_key', '[redacted]', 'is "[redacted]", which keeps the stored key, but none is stored'],
    ] as const) {
      const { code, stdout, stderr } = await svc(dataDir, ['config', 'set', key, value]);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr.split('\n').filter((line) => line.startsWith('svc:'))).toEqual([
        expect.stringContaining(`svc: ${key} ${reason}`),
      ]);
      expect(stderr).not.toContain('pattern');
    }
    const many = await svc(dataDir, [
      'config',
      'set',
      'mcp_servers',
      '[{"name":"a"},{"url":"http://b.example"}]',
    ]);
    expect(many.code).toBe(1);
    expect(many.stderr).toMatch(/^svc: mcp_servers\.0\.url [^\n]+\nsvc: mcp_servers\.1\.name [^\n]+\n$/u);
    expect(readdirSync(dataDir)).not.toContain('config.json');
  });

  verifies('cli.config', 'an unusable file is kept, and --replace starts another', async () => {
    const broken = `{"api_key":"${SECRET}",`;
    const dataDir = withFile(broken);
    await engineHere(dataDir);
    const set = ['config', 'set', 'provider', 'custom'];
    const refused = await Promise.all([svc(dataDir, set), svc(dataDir, ['config', 'unset', 'provider'])]);
    for (const { code, stdout, stderr } of refused) {
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(
        /^config\.json in the data directory: It is not JSON[^\n]+\nsvc: [^\n]+--replace[^\n]+\n$/u,
      );
      expect(stderr).not.toContain(SECRET);
    }
    expect(readFileSync(join(dataDir, 'config.json'), 'utf8')).toBe(broken);

    expect((await svc(dataDir, [...set, '--replace'])).code).toBe(0);
    expect(fileIn(dataDir)).toEqual({ provider: 'custom' });
    const kept = readdirSync(dataDir).filter((name) => name.startsWith('config.json.replaced-'));
    expect(kept.map((name) => readFileSync(join(dataDir, name), 'utf8'))).toEqual([broken]);
  });

  verifies('cli.config', 'says when the new value has no effect', async () => {
    const env = { SVC_LLM_PROVIDER: 'custom', SVC_BALANCED_MODEL: 'x'.repeat(300), LOG_LEVEL: 'error' };
    const dataDir = temporaryDir();
    await engineHere(dataDir, env);
    const set = await svc(dataDir, ['config', 'set', 'provider', 'compat']);
    expect([set.code, set.stderr]).toEqual([
      0,
      expect.stringMatching(/^provider [^\n]+ has no effect: a variable /u),
    ]);
    const unset = await svc(dataDir, ['config', 'unset', 'provider']);
    expect([unset.code, unset.stderr]).toEqual([
      0,
      expect.stringMatching(/^provider [^\n]+ still set by a variable /u),
    ]);
    const blocked = await svc(dataDir, ['config', 'set', 'balanced_model', 'y']);
    expect([blocked.code, blocked.stderr]).toEqual([
      0,
      expect.stringMatching(
        /^balanced_model [^\n]+ has no effect\.\nThe environment variable SVC_BALANCED_MODEL /u,
      ),
    ]);
  });

  verifies(['cli.config', 'cli.exit-codes'], 'a usage error exits 2, with one line on stderr', async () => {
    const wrong = [
      ['foo'],
      ['set', 'provider'],
      ['set', 'a', 'b', 'c'],
      ['unset'],
      ['set', 'a', 'b', '--loud'],
    ];
    for (const args of wrong) {
      const { code, stdout, stderr } = await svc(temporaryDir(), ['config', ...args]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^error: [^\n]+\n$/u);
    }
  });
});
