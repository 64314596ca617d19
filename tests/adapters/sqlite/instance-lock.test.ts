import { afterEach, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { lockDirectory } from '../../../src/adapters/out/sqlite/instance-lock.ts';
import { verifies } from '../../spec/verifies.ts';
import { newFile } from './database-files.ts';

const lockSource = import.meta.resolve('../../../src/adapters/out/sqlite/instance-lock.ts');
const children: ChildProcess[] = [];

/** Another process that tries to get the lock, and keeps it on success. */
async function anotherProcess(file: string): Promise<{ got: string; kill: () => Promise<void> }> {
  const script = `
    const { lockDirectory } = await import(${JSON.stringify(lockSource)});
    try { globalThis.held = lockDirectory(process.argv[1]); process.send('held'); }
    catch (error) { process.send(error.name); }
    process.on('message', () => undefined);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, file], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  const [got] = (await once(child, 'message')) as [string];
  const kill = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return { got, kill };
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

describe('the lock of a data directory', () => {
  verifies(
    'engine.one-per-directory',
    'is held by one process, and is free when that one was killed',
    async () => {
      const file = newFile();
      const first = await anotherProcess(file);
      expect(first.got).toBe('held');
      expect((await anotherProcess(file)).got).toBe('DirectoryInUse');
      expect(() => lockDirectory(file)).toThrow('another engine');
      await first.kill();
      const mine = lockDirectory(file);
      expect((await anotherProcess(file)).got).toBe('DirectoryInUse');
      mine.release();
    },
  );

  verifies(
    'engine.one-per-directory',
    'survives a second attempt in its own process, unlike POSIX locks',
    async () => {
      const file = newFile();
      const first = lockDirectory(file);
      expect(() => lockDirectory(file)).toThrow('another engine');
      expect((await anotherProcess(file)).got).toBe('DirectoryInUse');
      first.release();
      expect((await anotherProcess(file)).got).toBe('held');
    },
  );

  it('is not reported as DirectoryInUse when the file cannot be opened at all', () => {
    expect(() => lockDirectory('/nonexistent/lock.db')).toThrow(/directory does not exist/u);
  });
});
