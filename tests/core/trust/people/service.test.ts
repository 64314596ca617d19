import { expect } from '@jest/globals';
import { refuseStorage } from '../../../../src/core/kernel/storage-refusals.ts';
import type { Journal } from '../../../../src/core/ports/journal.ts';
import { PeopleService } from '../../../../src/core/trust/people/service.ts';
import type { PeopleChange } from '../../../../src/core/trust/people/store.ts';
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
    const started = async (journal: Journal<PeopleChange>, firstId: number) => {
      const ids = new CountingIds(firstId);
      const people = new PeopleService({ journal, people: history.people, ids, clock: new ManualClock() });
      await people.load();
      return people.owner;
    };
    const full = { commit: () => Promise.reject(refuseStorage.disk_full()) };
    const unsaved = await started(full, 1);
    const thread = aThread({ personId: unsaved });
    await history.journal.commit([{ change: 'thread.create', thread }]);
    const owner = await started(history.journal, 1_000);
    expect(owner).not.toBe(unsaved);
    expect(await history.threads.get(owner, thread.threadId)).toMatchObject({ personId: owner });
    expect(await started(history.journal, 2_000)).toBe(owner);
  },
);
