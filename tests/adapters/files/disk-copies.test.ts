import { afterEach, describe, expect, it } from '@jest/globals';
import { statSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskCopies } from '../../../src/adapters/out/files/disk-copies.ts';
import { copiesContract, inPieces } from '../../ports/copies.contract.ts';
import { askingDisk, everyFailurePoint } from './faulty-disk.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';

const gate = new WriteGate();

const places: string[] = [];
async function aPlace(): Promise<string> {
  const place = await fs.mkdtemp(join(tmpdir(), 'disk-copies-'));
  places.push(place);
  return place;
}
afterEach(async () => {
  for (const place of places.splice(0)) await fs.rm(place, { recursive: true });
});

copiesContract('disk', async () => {
  const folder = join(await aPlace(), 'changesets');
  return { copies: new DiskCopies({ gate, folder }), close: async () => undefined };
});

describe('copies on disk', () => {
  it('are private, and so is their folder', async () => {
    const folder = join(await aPlace(), 'changesets');
    await new DiskCopies({ gate, folder }).keep('1', inPieces('secret'), 10);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, '1')).mode & 0o777).toBe(0o600);
  });

  it('never lead out of their folder, whatever a row names', async () => {
    const place = await aPlace();
    const folder = join(place, 'changesets');
    const copies = new DiskCopies({ gate, folder });
    await copies.keep('1', inPieces('a'), 10);
    await fs.writeFile(join(place, 'vault.key'), 'precious');
    await copies.remove(['../vault.key', '.', '']);
    expect(await fs.readFile(join(place, 'vault.key'), 'utf8')).toBe('precious');
    const read = async () => {
      for await (const _ of copies.content('../vault.key'));
    };
    await expect(read()).rejects.toMatchObject({ code: 'copy_damaged' });
    await expect(copies.keep('../new', inPieces('a'), 10)).rejects.toMatchObject({ code: 'copy_damaged' });
    expect(await fs.readdir(place)).toEqual(['changesets', 'vault.key']);
  });

  it('are durable: the file is synced, then its name', async () => {
    const folder = join(await aPlace(), 'changesets');
    const calls: string[] = [];
    const disk = askingDisk((call, path) => calls.push(`${call} ${path.split('/').at(-1)}`));
    await new DiskCopies({ gate, folder, disk }).keep('1', inPieces('a'), 10);
    expect(calls.slice(calls.indexOf('open 1'))).toEqual([
      'open 1',
      'file.appendFile 1',
      'file.sync 1',
      'open changesets',
      'file.sync changesets',
    ]);
  });

  it.each(['ENOSPC', 'EIO'])('leave nothing behind when any call fails with %s', async (code) => {
    const expected = code === 'ENOSPC' ? 'disk_full' : 'storage_error';
    const failed = await everyFailurePoint(code, true, async (disk, failure) => {
      const folder = join(await aPlace(), 'changesets');
      const outcome: unknown = await new DiskCopies({ gate, folder, disk })
        .keep('1', inPieces('a', 'b'), 10)
        .catch((error: unknown) => error);
      if (failure() === undefined) expect(outcome).toMatchObject({ sizeBytes: 2 });
      else {
        expect(outcome).toMatchObject({ name: 'Refusal', code: expected });
        expect(await new DiskCopies({ gate, folder }).all()).toEqual([]);
      }
    });
    expect(failed).toEqual(expect.arrayContaining(['mkdir', 'open', 'file.appendFile', 'file.sync']));
  });
});
