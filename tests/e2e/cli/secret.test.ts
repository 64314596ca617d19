import { PassThrough } from 'node:stream';
import { join } from 'node:path';
import { rmSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { unseenLine } from '../../../src/main/process/standard-input.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { verifies } from '../../spec/verifies.ts';
import { engineHere } from './engines.ts';

const VALUE = 'Vault/1212+geheim"wert~mehr';
const quiet = { LOG_LEVEL: 'error' };

describe('svc secret', () => {
  verifies(
    'secrets.terminal',
    'stores from stdin, lists names, deletes; a value is never shown',
    async () => {
      const dataDir = join(temporaryDir(), 'data');
      const engine = await engineHere(dataDir, { SVC_SECRET_GIVEN: 'by the environment' });
      const set = ['secret', 'set', 'GITHUB_TOKEN'];
      const said = [
        await svc(dataDir, [...set, '--hosts', 'api.github.com, GitHub.com:8443'], {}, `${VALUE}\n`),
        await svc(dataDir, ['secret', 'set', 'GIVEN'], {}, 'mine'),
        await svc(dataDir, ['secret']),
        await svc(dataDir, ['secret', 'list', '--json']),
        await svc(dataDir, ['secret', 'delete', 'GIVEN']),
      ];
      expect(said.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
      const [stored, given, list, json] = said;
      expect(stored?.stderr).toContain('api.github.com, github.com:8443');
      expect(given?.stderr).toContain('SVC_SECRET_GIVEN');
      expect(list?.stdout).toMatch(
        /^GITHUB_TOKEN {2}\d{4}-\d\d-\d\d {2}api\.github\.com, github\.com:8443\nGIVEN {2}environment /u,
      );
      expect(JSON.parse(json?.stdout ?? '')).toMatchObject({
        secrets: [{ name: 'GITHUB_TOKEN' }, { name: 'GIVEN' }],
      });
      // Without hosts they stay unchanged.
      expect(await svc(dataDir, set, {}, `${VALUE}2`)).toMatchObject({ code: 0 });
      const { secrets } = await engine.client['secrets.list']();
      expect(secrets[0]?.hosts).toEqual(['api.github.com', 'github.com:8443']);
      expect(JSON.stringify([said, secrets])).not.toContain('Vault/1212');
    },
  );

  verifies(
    'secrets.terminal',
    'refuses a value as an argument and an empty one, and says what is wrong',
    async () => {
      const dataDir = join(temporaryDir(), 'data');
      const asArgument = await svc(dataDir, ['secret', 'set', 'A', VALUE], quiet, '');
      expect(asArgument.code).toBe(2);
      for (const [args, input] of [
        [['set', 'A'], '\n'],
        [['set', 'lower'], VALUE],
        [['delete', 'NONE'], ''],
      ] as const)
        expect(await svc(dataDir, ['secret', ...args], quiet, input)).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(/^svc: [^\n]+\n$/u),
        });
      rmSync(join(dataDir, 'vault.key'));
      const locked = await svc(dataDir, ['secret'], quiet);
      expect([locked.code, locked.stdout]).toEqual([0, '']);
      expect(locked.stderr).toContain('vault.key is missing');
    },
  );
});

describe('a hidden line', () => {
  const typed = (...keys: readonly string[]) => {
    const terminal = new PassThrough();
    const line = unseenLine(terminal, new AbortController().signal);
    for (const key of keys) terminal.write(key);
    return line;
  };

  test('is the text typed up to Enter, with corrections applied', async () => {
    expect(await typed('secr', 'x\u007fet', ' "1"', '\r', 'more')).toBe('secret "1"');
  });

  test('is empty when the person cancels', async () => {
    expect(await typed('secr', '\u0003')).toBeNull();
    expect(await typed('\u0004')).toBeNull();
    const stop = new AbortController();
    const line = unseenLine(new PassThrough(), stop.signal);
    stop.abort();
    expect(await line).toBeNull();
  });
});
