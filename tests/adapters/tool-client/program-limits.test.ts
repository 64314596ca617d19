import { told } from '../../harness/told.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ProgramWatch } from '../../../src/adapters/out/tool-client/program-watch.ts';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import { MIB } from '../../../src/core/kernel/bytes.ts';
import type { Clock } from '../../../src/core/ports/clock.ts';
import { toolServerLimits as limits } from '../../../src/core/execution/tool-servers/limits.ts';
import { HastyClock } from '../../doubles/hasty-clock.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { fakeCommands } from '../../servers/tool-servers/commands.ts';
import { verifies } from '../../spec/verifies.ts';
import { asked, connected, type ConnectOptions } from './connected.ts';

const started = (command: readonly string[], options: ConnectOptions = {}) =>
  connected({ kind: 'command', command }, options);

const failure = (code: string, message: RegExp) => ({ code, message: expect.stringMatching(message) });

verifies('tool-servers.program-limits', 'one that uses too much memory is ended, and why', async () => {
  await expect(
    told(started(fakeCommands.wild('allocates'), { machineBytes: 128 * MIB })),
  ).rejects.toMatchObject(
    failure(
      'tool_server_failed',
      /^The program of the tool server was ended: it used \d{2,3} MiB of memory with what it had started; 64 MiB are allowed on this machine\.$/u,
    ),
  );
});

verifies('tool-servers.program-limits', 'and so is one that has come to use too much', async () => {
  const look = Promise.withResolvers<void>();
  const clock: Clock = {
    now: () => systemClock.now(),
    monotonic: () => systemClock.monotonic(),
    deadline: (ms) => systemClock.deadline(ms),
    sleep: (ms, signal) => (ms === limits.programLookMs ? look.promise : systemClock.sleep(ms, signal)),
  };
  const { connection, ended } = await started(fakeCommands.good(), { machineBytes: 8 * MIB, clock });
  look.resolve();
  expect(await ended).toMatch(/was ended: it used \d+ MiB of memory .*; 4 MiB are allowed/u);
  await expect(told(connection.call(asked('echo')))).rejects.toMatchObject(
    failure('tool_server_failed', /of memory/u),
  );
});

verifies('tool-servers.program-limits', 'a program that starts too many others is ended', async () => {
  await expect(told(started(fakeCommands.wild('forks', '540')))).rejects.toMatchObject(
    failure('tool_server_failed', /was ended: it was [56]\d\d processes .*; 512 are allowed\.$/u),
  );
});

verifies('tool-servers.program-limits', 'a program opens no more files than it may', async () => {
  await expect(told(started(fakeCommands.opening()))).rejects.toMatchObject(
    failure('tool_server_away', /ended with the code 9\. In its own words: "EMFILE error after 40\d\d"/u),
  );
});

verifies('tool-servers.program-limits', 'a program writes no file without end', async () => {
  const file = join(temporaryDir(), 'endless');
  await expect(told(started(fakeCommands.wild('writes', file)))).rejects.toMatchObject(
    failure('tool_server_away', /ended with the code 9/u),
  );
  expect((await readFile(file)).length).toBe(0);
});

test('a program that uses little is left alone, and nothing is watched while no program runs', async () => {
  const clock = new HastyClock();
  const watch = new ProgramWatch({ clock, machineBytes: 1024 * MIB });
  expect(clock.slept).toEqual([]);
  const ends = [process.pid + 1, process.pid + 2].map((group) =>
    watch.watch(group, (why) => {
      throw why;
    }),
  );
  while (clock.slept.length < 3) await new Promise(setImmediate);
  for (const end of ends) end();
  while (!(await isQuiet(clock)));
  const { connection } = await started(fakeCommands.good(), { machineBytes: 1024 * MIB });
  expect(await connection.call(asked('echo', { input: { a: 1 } }))).toMatchObject({ isError: false });
});

/** Whether no sleep began for many turns of the event loop. */
async function isQuiet({ slept }: HastyClock): Promise<boolean> {
  const before = slept.length;
  for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
  return slept.length === before;
}
