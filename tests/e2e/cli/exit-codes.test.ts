import { afterEach, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { openApi } from '../../../src/contract/openapi.ts';
import { describedApi } from '../../../src/contract/http/rows.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { verifies } from '../../spec/verifies.ts';
import { endAll, svc as spawned } from './engines.ts';

afterEach(endAll);

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

describe('the command line', () => {
  verifies('cli.exit-codes', 'without arguments it prints the help on stderr, and exits 2', async () => {
    const { code, stdout, stderr } = await spawned(temporaryDir(), []);
    expect([code, stdout]).toEqual([2, '']);
    for (const word of ['Usage: svc', '--http-api', 'run', 'status', 'openapi'])
      expect(stderr).toContain(word);
  });

  verifies('cli.exit-codes', '--help and --version print on stdout, and exit 0', async () => {
    const dir = temporaryDir();
    const [help, told] = await Promise.all([spawned(dir, ['--help']), spawned(dir, ['--version'])]);
    expect([help.code, help.stderr, told.code, told.stdout, told.stderr]).toEqual([
      0,
      '',
      0,
      `${version}\n`,
      '',
    ]);
    expect(help.stdout).toContain('Usage: svc');
    expect(help.stdout).toContain('2 usage error');
  });

  verifies(
    'cli.exit-codes',
    'an unknown argument exits 2, with one line on stderr and nothing on stdout',
    async () => {
      const wrong = [
        ['--nonsense'],
        ['nonsense'],
        ['run'],
        ['status', 'a'],
        ['run', '--nonsense'],
        ['status', '--loud'],
        ['--http-api', 'x'],
        ['consent', 'list', 'x'],
        ['run', 'x', '--wait', '--no-input'],
        ['chat', '--no-input', '--wait'],
      ];
      const dir = temporaryDir();
      for (const finished of await Promise.all(wrong.map((args) => svc(dir, args)))) {
        expect([finished.code, finished.stdout]).toEqual([2, '']);
        expect(finished.stderr).toMatch(/^error: [^\n]+\n$/u);
      }
    },
  );

  test('a named thing that cannot exist has its own message', async () => {
    const dir = temporaryDir();
    const wrong: readonly (readonly [readonly string[], string])[] = [
      [['changes', 'list', 'a b'], 'not the id of a thread'],
      [['changes', 'keep', 'all '], 'not the id of a thread'],
      [['secret', 'delete', 'my key'], 'not the name of a secret'],
      [['api', 'show', 'a b'], 'not the id of an API'],
      [['consent', 'revoke', 'a b'], 'not the id of a consent'],
      [['secret', 'delete', 'NOPE'], 'See the list of secrets for their names.'],
    ];
    for (const [args, said] of wrong)
      expect(await svc(dir, args)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(said) as unknown,
      });
  });

  test('a task that begins with - gets a hint how to write it, and other words which help to read', async () => {
    const dir = temporaryDir();
    expect(await spawned(dir, ['run', 'tell', 'me', '-x'])).toMatchObject({
      code: 2,
      stderr: "error: unknown option '-x': if it is part of the task, quote the task, or put -- before it\n",
    });
    expect((await svc(dir, ['runs', 'timeline'])).stderr).toBe(
      "error: missing required argument 'id': see svc runs timeline --help\n",
    );
    expect((await svc(dir, ['threads', '--nosuch'])).stderr).toBe(
      "error: unknown option '--nosuch': see svc threads --help\n",
    );
    expect((await svc(dir, ['run', '--help'])).stdout).toContain('svc run -- what does --wait do');
    const { code, stderr } = await svc(dir, ['--http-api', 'run', 'x']);
    expect([code, stderr]).toEqual([2, expect.stringContaining("drop it, or drop 'run'")]);
  });

  test('help for an unknown command says so, and a subcommand has its own help', async () => {
    const dir = temporaryDir();
    expect((await svc(dir, ['help', 'nosuch'])).stderr).toBe(
      "error: unknown command 'nosuch': it is one of run, chat, status, changes, threads, config, secret, backup, runs, waiting, answer, graph, merges, contacts, deals, api, token, consent, tags, mcp, task, trigger, workflow, data, erase, migrate, export, import, google, say, transcribe, openapi\n",
    );
    expect((await svc(dir, ['help', 'config', 'sett'])).stderr).toContain('did you mean set?');
    expect((await svc(dir, ['config', 'help', 'nosuch'])).stderr).toContain("unknown command 'nosuch'");
    for (const args of [
      ['help', 'config', 'set'],
      ['config', 'help', 'set'],
    ])
      expect((await svc(dir, args)).stdout).toContain('Usage: svc config set [options] <key> <value>');
  });

  test('an unknown command is named, with a suggestion', async () => {
    const dir = temporaryDir();
    const [first, near, far] = await Promise.all([
      svc(dir, ['staus']),
      svc(dir, ['consent', 'revok']),
      svc(dir, ['api', 'anything', 'shop']),
    ]);
    expect(first).toMatchObject({
      code: 2,
      stderr: "error: unknown command 'staus': did you mean status?\n",
    });
    expect(near).toMatchObject({
      code: 2,
      stderr: "error: unknown command 'revok': did you mean revoke?\n",
    });
    expect(far).toMatchObject({
      code: 2,
      stderr: "error: unknown command 'anything': it is one of list, show\n",
    });
  });

  verifies('cli.help', 'help prints the help on stdout, also of a command and a subcommand', async () => {
    const dir = temporaryDir();
    const asked = [
      ['help'],
      ['help', 'run'],
      ['help', 'secret'],
      ['secret', 'help'],
      ['secret', 'help', 'set'],
    ];
    const [all, run, secret, below, set] = await Promise.all(asked.map((args) => svc(dir, args)));
    for (const one of [all, run, secret, below, set]) expect(one).toMatchObject({ code: 0, stderr: '' });
    expect(all?.stdout).toBe((await svc(dir, ['--help'])).stdout);
    expect(run?.stdout).toContain('Usage: svc run');
    expect(secret?.stdout).toContain('Usage: svc secret');
    expect(below?.stdout).toBe(secret?.stdout);
    expect(set?.stdout).toContain('Usage: svc secret set');
    expect(await svc(dir, ['help', 'nonsense'])).toMatchObject({ code: 2, stdout: '' });
  });

  test('openapi prints the document generated from the rows', async () => {
    const { code, stdout, stderr } = await spawned(temporaryDir(), ['openapi']);
    expect([code, stderr]).toEqual([0, '']);
    const document = JSON.parse(JSON.stringify(openApi(describedApi(), version))) as object;
    expect(JSON.parse(stdout)).toEqual(document);
  });
});
