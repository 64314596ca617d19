import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest } from '@jest/globals';
import { temporaryDir } from '../../../harness/in-process-engine.ts';
import { verifies } from '../../../spec/verifies.ts';
import { everyDeath, everyFailurePoint } from '../faulty-disk.ts';
import { begun, erasingIn, next, seen, STAYS, write } from './erasing-parts.ts';

// Every call to the disk is a run of its own.
jest.setTimeout(90_000);

verifies(
  'data.delete.whatever-dies',
  'whatever call to the disk the process dies at, no engine starts on a part, and the next start erases the rest and nothing new',
  async () => {
    const found = new Set<string>();
    const calls = await everyDeath(async (disk) => {
      const dataDir = await begun();
      const hasStarted = await erasingIn(dataDir, { disk })
        .erasing.goOn()
        .then(
          () => true,
          () => false,
        );
      const before = await erasingIn(dataDir).erasing.last();
      found.add(`${before?.status} ${before?.phase} ${hasStarted}`);
      // An engine that starts writes anew, and that stays.
      const fresh = { 'history.db': 'new', 'workspace/new.txt': 'new' };
      if (hasStarted) write(dataDir, fresh);
      await next(dataDir);
      expect(seen(dataDir)).toEqual({ ...(hasStarted && fresh), ...STAYS });
      expect(await erasingIn(dataDir).erasing.last()).toMatchObject({
        status: 'completed',
        stores: [{ name: 'history.db', rows: 1 }, expect.anything(), expect.anything(), expect.anything()],
        unknown: [],
        stuck: [],
      });
    });
    expect(calls.filter((call) => call === 'unlink').length).toBeGreaterThan(5);
    expect([...found].filter((one) => one.startsWith('running') && one.endsWith('true'))).toEqual([]);
    for (const phase of [
      'running counting false',
      'running aside false',
      'running removing false',
      'completed ended true',
    ])
      expect([...found]).toContain(phase);
  },
);

verifies(
  ['data.delete.whatever-dies', 'data.delete.honest'],
  'whatever call to the disk fails, it is never told as complete while something is left, and what is left goes later',
  async () => {
    const found = new Set<string>();
    await everyFailurePoint('EIO', true, async (disk) => {
      const dataDir = await begun();
      await erasingIn(dataDir, { disk })
        .erasing.goOn()
        .catch(() => undefined);
      const status = (await erasingIn(dataDir).erasing.last())?.status ?? '';
      found.add(status);
      if (status === 'completed') expect(seen(dataDir)).toEqual(STAYS);
      await next(dataDir);
      expect(seen(dataDir)).toEqual(STAYS);
    });
    expect([...found].toSorted()).toEqual(['completed', 'incomplete', 'running']);
  },
);

verifies(
  'data.delete.reach',
  'a workspace elsewhere and a mounted folder are emptied and stay, whatever the process dies at',
  async () => {
    await everyDeath(async (disk) => {
      const workspace = temporaryDir();
      write(workspace, { 'a.txt': 'secret', 'deep/b.txt': 'secret' });
      const dataDir = await begun({ emptied: ['workspace', workspace], unknown: ['notes.txt'] });
      write(dataDir, { 'notes.txt': 'secret' });
      const hasStarted = await erasingIn(dataDir, { disk })
        .erasing.goOn()
        .then(
          () => true,
          () => false,
        );
      if (hasStarted) write(workspace, { 'a.txt': 'new' });
      await next(dataDir);
      expect(seen(dataDir)).toEqual(STAYS);
      expect(existsSync(join(dataDir, 'workspace'))).toBe(true);
      expect(seen(workspace)).toEqual(hasStarted ? { 'a.txt': 'new' } : {});
    });
  },
);
