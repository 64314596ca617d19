import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { GroupUsages, sharedOnceIn } from '../../../src/adapters/out/tool-client/group-usage.ts';
import { MIB } from '../../../src/core/kernel/bytes.ts';

/** A shell that holds a large text, and three more that it forked and that share its memory. */
const FORKS =
  'text=$(head -c 10485760 /dev/zero | tr "\\000" a); for n in 1 2 3; do (sleep 60; :) & done; echo "ready ${#text}"; wait';

const onLinux = existsSync('/proc/self/smaps_rollup') ? test : test.skip;

onLinux('memory that forked processes share can be counted once', async () => {
  const shell = spawn('sh', ['-c', FORKS], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const group = shell.pid ?? 0;
  try {
    expect(String(await once(shell.stdout, 'data'))).toContain('ready 10485760');
    const [usage] = [...(await new GroupUsages().of(new Set([group]))).values()];
    expect(usage?.processes).toBeGreaterThanOrEqual(4);
    expect(usage?.bytes).toBeGreaterThan(4 * 10 * MIB);
    const sharedOnce = await sharedOnceIn(group);
    expect(sharedOnce).toBeGreaterThan(10 * MIB);
    expect(sharedOnce).toBeLessThan(3 * 10 * MIB);
  } finally {
    process.kill(-group, 'SIGKILL');
  }
});
