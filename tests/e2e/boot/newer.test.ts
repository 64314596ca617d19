import { afterEach, describe, expect } from '@jest/globals';
import Database from 'better-sqlite3';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeTemporaryDirs, startTestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { ask, asks, stores, taskDone, usedDirectory } from './used-directory.ts';

afterEach(removeTemporaryDirs);

/** The state that a newer version leaves: a later schema, and a table that this version does not know. */
function makeNewer(file: string): number {
  const connection = new Database(file);
  const known = connection.pragma('user_version', { simple: true }) as number;
  connection.exec('CREATE TABLE later (text TEXT)');
  connection.pragma('user_version = 9999');
  connection.pragma('wal_checkpoint(TRUNCATE)');
  connection.close();
  return known;
}

describe('a start on a store of a newer version', () => {
  for (const newer of stores)
    verifies(
      ['crash.newer-schema', 'crash.told-once'],
      `${newer} answers 503 with both versions, the other stores work, and its file stays byte for byte`,
      async () => {
        const dataDir = await usedDirectory();
        const file = join(dataDir, newer);
        const known = makeNewer(file);
        const before = readFileSync(file);
        const engine = await startTestEngine({ dataDir });
        const versions = `has schema version 9999, this version of svc knows up to ${known}. Start the newer version`;
        for (const store of stores)
          for (const route of asks[store]) {
            const answer = await ask(engine, route);
            if (store !== newer) expect(answer).not.toHaveProperty('code', expect.anything());
            else {
              expect(answer).toMatchObject({ status: 503, code: 'store_newer', store: newer });
              expect(answer.text).toContain(versions);
            }
            expect(answer.text).not.toContain(dataDir);
          }
        const ready = await ask(engine, 'GET /readyz');
        expect(ready).toMatchObject({ status: 503, code: 'store_newer', store: newer });
        expect(ready.text).toContain(versions);
        expect(await ask(engine, 'GET /health')).toMatchObject({ status: 200 });
        const { damagedStores, newerStores } = await engine.client['engine.status']({});
        expect({ damagedStores, newerStores }).toEqual({ damagedStores: [], newerStores: [newer] });
        if (newer !== 'history.db') expect(await taskDone(engine)).toContain('event: done');
        await engine.stop();
        expect(readFileSync(file).equals(before)).toBe(true);
        const told = engine.log.lines.filter(({ level }) => level === 'error' || level === 'warn');
        expect(told).toEqual([
          {
            level: 'error',
            event: expect.stringContaining('newer'),
            facts: { store: newer, code: 'store_newer', problem: expect.stringContaining(versions) },
          },
        ]);
      },
    );

  verifies('crash.newer-schema', 'serves everything again once the version is known', async () => {
    const dataDir = await usedDirectory();
    const file = join(dataDir, 'history.db');
    const known = makeNewer(file);
    await (await startTestEngine({ dataDir })).stop();
    const connection = new Database(file);
    connection.exec('DROP TABLE later');
    connection.pragma(`user_version = ${known}`);
    connection.close();
    const engine = await startTestEngine({ dataDir });
    expect((await engine.client['threads.list']()).threads).toHaveLength(1);
    expect(await ask(engine, 'GET /readyz')).toMatchObject({ status: 200 });
    await engine.stop();
  });
});
