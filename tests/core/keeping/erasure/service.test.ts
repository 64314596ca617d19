import { expect, test } from '@jest/globals';
import { Erasing } from '../../../../src/core/keeping/erasure/erasing.ts';
import type { ErasureDisk, Found } from '../../../../src/core/keeping/erasure/port.ts';
import { ErasureService } from '../../../../src/core/keeping/erasure/service.ts';
import { refuseStorage } from '../../../../src/core/kernel/storage-refusals.ts';
import { CountingIds } from '../../../doubles/counting-ids.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { RecordingLog } from '../../../doubles/recording-log.ts';
import { verifies } from '../../../spec/verifies.ts';

interface Given {
  /** What each attempt to stop the runs comes to. */
  readonly stops?: readonly boolean[];
  readonly found?: Partial<Found>;
  readonly isDraining?: boolean;
  readonly isFull?: boolean;
}

/** A service over files in memory, whose engine restarts without doing anything. */
function serviceWith({ stops = [true, true], found = {}, isDraining = false, isFull = false }: Given = {}) {
  const calls: string[] = [];
  const left = [...stops];
  let text: string | null = null;
  const nothing: Found = { names: [], unknown: [], mounted: [], mountedWithin: [] };
  const disk = {
    record: async () => text,
    setRecord: async (next: string) => {
      text = next;
      if (isFull) throw refuseStorage.disk_full();
    },
    removeRecord: async () => void (text = null),
    find: async () => ({ ...nothing, ...found }),
  } as unknown as ErasureDisk;
  const note = (call: string) => () => void calls.push(call);
  const log = new RecordingLog();
  const standing = () => ({ variables: [], projectFile: null, workspaceElsewhere: null });
  const stores = {
    look: async () => ({ stores: [], words: [], indexFolders: [] }),
    erase: async () => undefined,
  };
  const service = new ErasureService({
    erasing: new Erasing({ disk, stores, outside: [], standing, clock: new ManualClock(), log }),
    disk,
    runs: { stop: async () => left.shift() ?? true },
    backups: { hold: () => note('release'), close: note('close') },
    restart: {
      quiet: async () => void calls.push('quiet'),
      begin: note('restart'),
      isOver: async () => undefined,
    },
    gate: { refuseWrites: note('refuse writes'), allowWrites: note('allow writes') },
    isHosted: false,
    isDraining: () => isDraining,
    workspaceElsewhere: null,
    backupFolder: () => null,
    isConnected: () => false,
    ids: new CountingIds(),
    log,
  });
  const wishes = { confirm: 'DELETE_ALL_DATA', keepBackups: false, workspace: false, removeUnknown: [] };
  return { service, calls, erase: () => service.erase(wishes), record: () => text };
}

verifies(
  'data.delete.refused',
  'a run that does not stop is refused before the engine is quiet; one that has begun meanwhile costs a restart, and nothing is erased',
  async () => {
    const first = serviceWith({ stops: [false] });
    await expect(first.erase()).rejects.toMatchObject({ code: 'runs_did_not_stop' });
    expect(first.calls).toEqual(['release']);
    const second = serviceWith({ stops: [true, false] });
    await expect(second.erase()).rejects.toMatchObject({ code: 'runs_did_not_stop' });
    expect(second.calls).toEqual(['quiet', 'allow writes', 'close', 'release', 'restart', 'release']);
    for (const { record, service } of [first, second]) {
      expect(record()).toBeNull();
      expect(await service.last()).toBeNull();
    }
  },
);

verifies(
  'data.delete.honest',
  'on a full disk nothing is begun, also where the write reached the disk',
  async () => {
    const { erase, record, calls } = serviceWith({ isFull: true });
    await expect(erase()).rejects.toMatchObject({ code: 'disk_full' });
    expect(record()).toBeNull();
    expect(calls.slice(-2)).toEqual(['restart', 'release']);
  },
);

verifies(
  ['data.delete.honest', 'data.delete.whatever-dies'],
  'an engine that could not start anew is told as incomplete',
  async () => {
    const { erase, calls, record } = serviceWith();
    const refusal = await erase().catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'erasure_incomplete',
      facts: { remains: [{ what: { code: 'remains.everything' }, how: { code: 'how.start' } }] },
    });
    expect(calls).toEqual(['quiet', 'refuse writes', 'close', 'release', 'restart']);
    expect(record()).toContain('"status": "running"');
  },
);

test('an engine that takes no new work does not begin one', async () => {
  const { erase, calls } = serviceWith({ isDraining: true });
  await expect(erase()).rejects.toMatchObject({ code: 'draining' });
  expect(calls).toEqual(['release']);
});

verifies('data.delete.unknown', 'mounted file systems are refused even if they are named', async () => {
  const { service } = serviceWith({ found: { unknown: ['apis/mnt'], mountedWithin: ['apis/mnt'] } });
  const wishes = { confirm: 'DELETE_ALL_DATA', keepBackups: false, workspace: false };
  await expect(service.erase({ ...wishes, removeUnknown: ['apis/mnt'] })).rejects.toMatchObject({
    code: 'unknown_entries',
    says: [{ code: 'erasure.mounted' }],
    facts: { names: ['apis/mnt'] },
  });
});
