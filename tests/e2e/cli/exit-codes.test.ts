import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { openApi } from '../../../src/contract/openapi.ts';
import { describedApi } from '../../../src/contract/http/rows.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { verifies } from '../../spec/verifies.ts';
import { svc as spawned } from './engines.ts';

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
        ['run', ''],
        ['run', ' ', '\t'],
        ['threads', 'show', ''],
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

  test('a named thing that cannot exist exits 1', async () => {
    const dir = temporaryDir();
    for (const args of [
      ['changes', 'list', 'a b'],
      ['changes', 'keep', 'all '],
      ['secret', 'delete', 'my key'],
      ['api', 'show', 'a b'],
      ['consent', 'revoke', 'a b'],
    ])
      expect(await svc(dir, args)).toMatchObject({ code: 1, stdout: '' });
  });

  test.each([
    [['run', 'tell', 'me', '-x'], '--'],
    [['--http-api', 'run', 'x'], 'run'],
    [['runs', 'timeline'], 'svc runs timeline --help'],
    [['threads', '--nosuch'], 'svc threads --help'],
    [['staus'], 'status'],
    [['consent', 'revok'], 'revoke'],
    [['api', 'anything', 'shop'], 'list, show'],
    [['help', 'nosuch'], 'run, chat, waiting'],
    [['help', 'config', 'sett'], 'set'],
    [['config', 'help', 'nosuch'], 'nosuch'],
  ])('%j exits 2 with what helps: %s', async (args, hint) => {
    expect(await svc(temporaryDir(), args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(hint),
    });
  });

  verifies('cli.help', 'help prints the help on stdout, also of a command and a subcommand', async () => {
    const dir = temporaryDir();
    for (const [args, same] of [
      [['help'], ['--help']],
      [
        ['help', 'run'],
        ['run', '--help'],
      ],
      [
        ['help', 'secret'],
        ['secret', 'help'],
      ],
      [
        ['secret', 'help', 'set'],
        ['help', 'secret', 'set'],
      ],
    ] as const) {
      const [one, other] = [await svc(dir, args), await svc(dir, same)];
      expect(one).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Usage: svc') });
      expect(other).toEqual(one);
    }
  });

  test('openapi prints the document generated from the rows', async () => {
    const { code, stdout, stderr } = await spawned(temporaryDir(), ['openapi']);
    expect([code, stderr]).toEqual([0, '']);
    const document = JSON.parse(JSON.stringify(openApi(describedApi(), version))) as object;
    expect(JSON.parse(stdout)).toEqual(document);
  });
});
