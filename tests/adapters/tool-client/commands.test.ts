import { told } from '../../harness/told.ts';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { fakeCommands } from '../../servers/tool-servers/commands.ts';
import { until } from '../../e2e/http/wire.ts';
import { verifies } from '../../spec/verifies.ts';
import { asked, connected, never } from './connected.ts';

const started = (command: readonly string[], environment = {}) =>
  connected({ kind: 'command', command }, { environment });

const textOf = (result: { readonly content: readonly unknown[] }): string =>
  (result.content[0] as { readonly text: string }).text;

verifies('tool-servers.revisions', 'a program of any revision is a tool server', async () => {
  for (const speaks of ['both', 'older'] as const) {
    const { connection } = await started(fakeCommands.good(speaks));
    expect(connection.protocol).toBe(speaks === 'both' ? '2026-07-28' : '2025-11-25');
    expect(await connection.definitions(never)).toHaveLength(4);
    expect(textOf(await connection.call(asked('echo', { input: { text: 'ä\n' } })))).toBe('{"text":"ä\\n"}');
    const answer = { action: 'accept', content: { colour: 'red' } } as const;
    const told = await connection.call(asked('ask', { fill: async () => answer }));
    expect(JSON.parse(textOf(told))).toEqual(answer);
  }
});

verifies('tool-servers.programs', 'a command gets the given environment alone, and no shell', async () => {
  const args = ['$HOME', '; touch here', '*'];
  const { connection } = await started(fakeCommands.good('both', ...args), { HOME: homedir(), LANG: 'C' });
  const {
    variables,
    folder,
    arguments: got,
  } = JSON.parse(textOf(await connection.call(asked('environment'))));
  expect({ variables, folder, got }).toEqual({
    variables: {
      PATH: process.env['PATH'],
      HOME: homedir(),
      LANG: 'C',
      SVC_STARTED_AS: expect.any(String),
    },
    folder: homedir(),
    got: args,
  });
});

test('a command of an older revision that ends when it is greeted in a newer one is started again', async () => {
  const { connection } = await started(fakeCommands.strict());
  expect(connection.protocol).toBe('2025-06-18');
  expect(await connection.definitions(never)).toHaveLength(1);
});

test('a command that ends during a call ends the call, and says why', async () => {
  const { connection, ended, log } = await started(fakeCommands.good());
  await expect(connection.call(asked('end'))).rejects.toMatchObject({ code: 'tool_server_away' });
  expect(await ended).toBe(
    'The program of the tool server ended with the code 3. In its own words: "I have had enough."',
  );
  await connection.close();
  expect(log.lines.filter(({ event }) => event === 'tool server said')).toMatchObject([
    { level: 'debug', facts: { server: 'fake', lines: ['I have had enough.'] } },
  ]);
});

test.each([
  [
    fakeCommands.missing(),
    'There is no program "svc-no-such-program" on the PATH of the engine.',
    'tool_server_program_missing',
  ],
  [
    ['/dev/null'],
    'The program "/dev/null" may not be started by the user of the engine.',
    'tool_server_program_missing',
  ],
  [['a\0b'], 'The program "a b" could not be started (ERR_INVALID_ARG_VALUE).'],
  [fakeCommands.deadAtStart(), 'ended with the code 7. In its own words: "no such table"'],
])('%j cannot be started', async (command, why, code = 'tool_server_away') => {
  await expect(told(started(command))).rejects.toMatchObject({
    code,
    message: expect.stringContaining(why),
  });
});

verifies('tool-servers.bounded', 'a line that never ends, ends the connection', async () => {
  await expect(told(started(fakeCommands.endlessLine()))).rejects.toMatchObject({
    code: 'tool_server_failed',
    message: expect.stringContaining('more than 8 MiB'),
  });
});

verifies('tool-servers.programs', 'a program that ignores all is ended with its children', async () => {
  const file = join(temporaryDir(), 'pids');
  const stop = new AbortController();
  const going = connected({ kind: 'command', command: fakeCommands.stubborn(file) }, { signal: stop.signal });
  while (!existsSync(file)) await pause(5);
  const pids = readFileSync(file, 'utf8').trim().split(' ').map(Number);
  expect(pids.map(isAlive)).toEqual([true, true, true]);
  stop.abort();
  await expect(going).rejects.toMatchObject({ code: 'tool_server_away' });
  // All are killed by now; the machine needs a moment to end them.
  await until('all of them have ended', () => !pids.some(isAlive));
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that nothing has waited for yet is dead, too.
    return !/^\d+ \(.*\) Z/u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
