import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { around } from '../../../src/core/kernel/around.ts';
import { refusal } from '../http/problems.ts';
import { engine, made, startOn } from './uploads.ts';

test('a disk that fills up while a backup comes home leaves nothing of it, and with space it comes', async () => {
  let isFull = false;
  let written = 0;
  /** The disk takes a piece, and then no more. */
  async function* filling(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      if (isFull && written > 0)
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
          code: 'ENOSPC',
          syscall: 'write',
        });
      written += piece.length;
      yield piece;
    }
  }
  await startOn({
    storedFiles: (files) =>
      around(files, {
        receive: (id, text, wanted, content, signal) =>
          files.receive(id, text, wanted, (path, stop) => filling(content(path, stop)), signal),
      }),
  });
  const { client, dataDir } = engine;
  const { backupId, upload } = (await made()).backup;
  expect(upload.status).toBe('complete');
  const params = { id: backupId };
  await client['backups.delete']({ params });

  isFull = true;
  expect(await refusal(client['google.fetch-backup']({ params }))).toMatchObject({
    code: 'disk_full',
    detail: expect.stringContaining('free some space and try again.'),
  });
  expect(written).toBeGreaterThan(0);
  expect(readdirSync(join(dataDir, 'backups'))).toEqual([]);
  expect((await client['backups.list']()).backups).toEqual([]);
  expect((await client['google.backups']()).backups).toMatchObject([{ backupId, isHere: false }]);

  isFull = false;
  expect(await client['google.fetch-backup']({ params })).toMatchObject({ ok: true, problems: [] });
  expect((await client['backups.list']()).backups).toMatchObject([{ backupId, status: 'complete' }]);
});
