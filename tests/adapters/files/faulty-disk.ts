import type { FileHandle } from 'node:fs/promises';
import { systemDisk, type Disk } from '../../../src/adapters/out/files/disk.ts';

/** Called before every call to the disk: throwing makes the call fail before it has any effect. */
export type Ask = (call: string, path: string) => void;

/** The disk, and the files opened from it, which ask first. Closing and removing always work, as on a full disk. */
export function askingDisk(ask: Ask): Disk {
  const asked = Object.entries(systemDisk as unknown as Record<string, unknown>)
    .filter(
      (entry): entry is [string, (...input: unknown[]) => Promise<unknown>] => typeof entry[1] === 'function',
    )
    .map(([call, run]) => [
      call,
      async (...input: unknown[]) => {
        const path = String(input[0]);
        if (call !== 'unlink') ask(call, path);
        const result = await run(...input);
        return call === 'open' ? askingHandle(result as FileHandle, path, ask) : result;
      },
    ]);
  return Object.fromEntries(asked) as Disk;
}

function askingHandle(handle: FileHandle, path: string, ask: Ask): FileHandle {
  return new Proxy(handle, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member !== 'function') return member;
      return async (...input: unknown[]) => {
        if (key !== 'close') ask(`file.${String(key)}`, path);
        return (await member.apply(target, input)) as unknown;
      };
    },
  });
}

export const failure = (code: string, call = 'call') =>
  Object.assign(new Error(`${code}: planted, ${call}`), { code, syscall: call });

/** A machine without `/proc`. */
export const withoutProc = askingDisk((call, path) => {
  if (path.startsWith('/proc/')) throw failure('ENOENT', call);
});

export interface Failed {
  readonly call: string;
  /** Whether the new file had taken its place by then. */
  readonly wasRenamed: boolean;
}

/**
 * Runs the scenario with the first call to the disk failing, then the second, and so on until no call is left to fail.
 * @returns the names of the calls that failed
 */
export async function everyFailurePoint(
  code: string,
  mayUseProc: boolean,
  scenario: (disk: Disk, failed: () => Failed | undefined) => Promise<void>,
): Promise<readonly string[]> {
  const all: string[] = [];
  for (let point = 1; ; point += 1) {
    let calls = 0;
    let wasRenamed = false;
    let failed: Failed | undefined;
    const disk = askingDisk((call, path) => {
      if (!mayUseProc && path.startsWith('/proc/')) throw failure('ENOENT', call);
      calls += 1;
      if (calls === point) {
        failed = { call, wasRenamed };
        throw failure(code, call);
      }
      if (call === 'rename') wasRenamed = true;
    });
    await scenario(disk, () => failed);
    if (failed === undefined) return all;
    all.push(failed.call);
  }
}

/**
 * Runs the scenario in a process that dies before its first call to the disk, then before the second, and so on until it
 * survives. No call after the death has an effect, not even cleaning up.
 * @returns the names of the calls that it did not live to make
 */
export async function everyDeath(
  scenario: (disk: Disk, died: () => boolean) => Promise<void>,
): Promise<readonly string[]> {
  const all: string[] = [];
  for (let last = 0; ; last += 1) {
    let calls = 0;
    let missed: string | undefined;
    const ask: Ask = (call) => {
      calls += 1;
      if (calls <= last) return;
      missed ??= call;
      throw failure('EIO', call);
    };
    const unlink: Disk['unlink'] = async (path) => {
      ask('unlink', String(path));
      await systemDisk.unlink(path);
    };
    await scenario({ ...askingDisk(ask), unlink }, () => missed !== undefined);
    if (missed === undefined) return all;
    all.push(missed);
  }
}
