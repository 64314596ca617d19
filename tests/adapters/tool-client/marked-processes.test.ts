import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { endMarked, MARK } from '../../../src/adapters/out/tool-client/marked-processes.ts';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';

const AS_A_BROWSER = `trap 'echo saved > "$0"; exit 0' TERM; echo ready; while :; do sleep 0.05; done`;

test('a process that left the group is asked to end first; one of another program goes on', async () => {
  const folder = temporaryDir();
  const marks = [randomUUID(), randomUUID()] as const;
  const [ours, other] = marks.map((mark) =>
    spawn('sh', ['-c', AS_A_BROWSER, join(folder, mark)], {
      env: { PATH: process.env['PATH'], [MARK]: mark },
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  if (!ours || !other) throw new Error('They did not start.');
  const ended = once(ours, 'exit');
  try {
    await Promise.all([once(ours.stdout, 'data'), once(other.stdout, 'data')]);
    await endMarked(marks[0], systemClock);
    expect(await ended).toEqual([0, null]);
    expect(readFileSync(join(folder, marks[0]), 'utf8')).toBe('saved\n');
    expect([other.exitCode, other.signalCode]).toEqual([null, null]);
  } finally {
    other.kill('SIGKILL');
  }
});
