import { expect } from '@jest/globals';
import { refuseDamaged, refuseStorage } from '../../../../src/core/kernel/storage-refusals.ts';
import type { Journal } from '../../../../src/core/ports/journal.ts';
import { personId } from '../../../../src/core/kernel/ids.ts';
import { scopes, type Person } from '../../../../src/core/trust/people/model.ts';
import { PeopleService } from '../../../../src/core/trust/people/service.ts';
import type { PeopleChange, PeopleStore } from '../../../../src/core/trust/people/store.ts';
import { AccessChanged } from '../../../../src/core/trust/people/changed.ts';
import { Ongoing } from '../../../../src/core/kernel/ongoing.ts';
import { THE_OWNER } from '../../../doubles/people.ts';
import { MemoryTokenFile } from '../../../doubles/memory-token-file.ts';
import { RecordingLog } from '../../../doubles/recording-log.ts';
import { CountingIds } from '../../../doubles/counting-ids.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { freshHistory } from '../../../harness/fresh-databases.ts';
import { aThread } from '../../../ports/history-builders.ts';
import { verifies } from '../../../spec/verifies.ts';

verifies(
  'people.owner',
  'on a disk that is full at the first start, too, and has what they made then',
  async () => {
    const history = freshHistory();
    const started = async (
      journal: Journal<PeopleChange>,
      firstId: number,
      people: PeopleStore = history.people,
    ) => {
      const ids = new CountingIds(firstId);
      const service = new PeopleService({
        journal,
        people,
        known: { id: null },
        file: new MemoryTokenFile(),
        changed: new AccessChanged(),
        ongoing: new Ongoing(),
        ids,
        clock: new ManualClock(),
        log: new RecordingLog(),
      });
      await service.load();
      const me = await service.me({ person: service.owner, role: 'owner', scopes, signedIn: 'open' });
      expect(me).toMatchObject({ personId: service.owner, role: 'owner' });
      return service.owner;
    };
    const full = { commit: () => Promise.reject(refuseStorage.disk_full()) };
    const unsaved = await started(full, 1);
    const thread = aThread({ personId: unsaved });
    await history.journal.commit([{ change: 'thread.create', thread }]);
    const owner = await started(history.journal, 1_000);
    expect(owner).not.toBe(unsaved);
    expect(await history.threads.get(owner, thread.threadId)).toMatchObject({ personId: owner });
    expect(await started(history.journal, 2_000)).toBe(owner);
    // With another owner, all of this would be hidden, and what is stored then would be of no one.
    const unread = { ...history.people, owner: () => Promise.reject(refuseStorage.storage_error()) };
    await expect(started(history.journal, 3_000, unread)).rejects.toMatchObject({ code: 'storage_error' });
    const damaged = { ...history.people, owner: () => Promise.reject(refuseDamaged('history.db')) };
    expect(await started(history.journal, 4_000, damaged)).not.toBe(owner);
  },
);

verifies(
  'people.disabled-tokens',
  'also where nothing but the file could be written when they were disabled',
  async () => {
    const history = freshHistory();
    let isFull = false;
    const ids = new CountingIds();
    const service = new PeopleService({
      journal: {
        commit: async (changes) => {
          if (isFull) throw refuseStorage.disk_full();
          await history.journal.commit(changes);
        },
      },
      people: history.people,
      known: { id: null },
      file: new MemoryTokenFile(),
      changed: new AccessChanged(),
      ongoing: new Ongoing(),
      ids,
      clock: new ManualClock(),
      log: new RecordingLog(),
    });
    await service.load();
    const ann: Person = { ...THE_OWNER, personId: personId(ids.next()), name: 'Ann', role: 'member' };
    const token = {
      tokenId: ids.next(),
      hash: 'hash',
      personId: ann.personId,
      name: 'editor',
      scopes: ['read'] as const,
      createdAt: 1,
      lastUsedAt: null,
      expiresAt: null,
    };
    await history.journal.commit([
      { change: 'person.add', person: ann },
      { change: 'token.made', token },
    ]);
    isFull = true;
    await expect(service.set(ann.personId, { disabled: true })).rejects.toMatchObject({ code: 'disk_full' });
    expect(service.mayWork(ann.personId)).toBe(false);
    isFull = false;
    expect(await history.signIn.token('hash')).not.toBeNull();
    await service.set(ann.personId, { disabled: false });
    expect(service.mayWork(ann.personId)).toBe(true);
    expect(await history.signIn.token('hash')).toBeNull();
  },
);
