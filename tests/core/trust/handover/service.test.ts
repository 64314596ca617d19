import { expect, test } from '@jest/globals';
import { personId, threadId } from '../../../../src/core/kernel/ids.ts';
import { refuseStorage } from '../../../../src/core/kernel/storage-refusals.ts';
import type { Handable } from '../../../../src/core/trust/handover/port.ts';
import { HandoverService } from '../../../../src/core/trust/handover/service.ts';
import { THE_OWNER } from '../../../doubles/people.ts';
import { CountingIds } from '../../../doubles/counting-ids.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { RecordingLog } from '../../../doubles/recording-log.ts';

const [from, to] = [personId('from'), personId('to')];

/** Accepts a conversation whose commit the disk refuses. @returns how often the copies were removed again */
async function accepting(code: 'disk_full' | 'storage_error'): Promise<number> {
  let undone = 0;
  const thing: Handable = {
    meant: async () => ({ id: 'thread', title: 'Boiler' }),
    whileIdle: async (_person, _id, work) => await work({ threadId: threadId('thread') }),
  };
  const handover = { handoverId: 'h', kind: 'thread', thingId: 'thread', from, to, createdAt: 1 } as const;
  const service = new HandoverService({
    journal: { commit: async () => Promise.reject(refuseStorage[code]()) },
    store: { get: async () => handover, withPerson: async () => [handover], filesIn: async () => ['a.txt'] },
    people: { get: async () => THE_OWNER, isOwner: () => true },
    things: { thread: thing, trigger: thing, workflow: thing },
    files: {
      copied: async () => ({
        files: { 'a.txt': 'handed-over/a.txt' },
        undo: async () => void (undone += 1),
      }),
    },
    ids: new CountingIds(),
    clock: new ManualClock(),
    log: new RecordingLog(),
  });
  const accepted = service.accept(
    { person: to, role: 'member', scopes: ['read', 'run', 'manage'], signedIn: 'passkey' },
    'h',
  );
  await expect(accepted).rejects.toMatchObject({ code });
  return undone;
}

test('copies go again where nothing was stored, and stay where it may have been', async () => {
  expect([await accepting('disk_full'), await accepting('storage_error')]).toEqual([1, 0]);
});
