// What hangs on an entity that goes is deleted in pieces: it may be very much.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CollectionChange } from '../../../../src/core/knowledge/collections/store.ts';
import { SubjectsForgotten } from '../../../../src/core/knowledge/collections/forgetting.ts';
import { collectionLimits } from '../../../../src/core/knowledge/collections/limits.ts';
import type { ContactChange } from '../../../../src/core/knowledge/contacts/store.ts';
import { Forgetting } from '../../../../src/core/knowledge/contacts/forgetting.ts';
import { contactLimits } from '../../../../src/core/knowledge/contacts/limits.ts';
import { entityId, interactionId } from '../../../../src/core/kernel/ids.ts';
import { OneAtATime } from '../../../../src/core/kernel/one-at-a-time.ts';
import type { Journal } from '../../../../src/core/ports/journal.ts';
import { freshDatastore } from '../../../harness/fresh-databases.ts';

type Change = ContactChange | CollectionChange;

const [gone, stays] = [entityId('gone'), entityId('stays')];
const store = freshDatastore();
afterAll(() => store.close());

const interactions = async (of: typeof gone): Promise<number> => await store.movedRows.countFor(of);

/** A journal that notes the sizes of its pieces, and dies at one of them. */
function dyingAt(nth: number): {
  readonly journal: Journal<Change>;
  readonly pieces: (number | undefined)[];
} {
  const pieces: (number | undefined)[] = [];
  const journal: Journal<Change> = {
    commit: async (changes, durability) => {
      if (pieces.length === nth) throw new Error('killed');
      for (const change of changes) pieces.push('atMost' in change ? change.atMost : undefined);
      await store.journal.commit(changes, durability);
    },
  };
  return { journal, pieces };
}

const ROWS = 2 * contactLimits.forgottenAtOnce + 100;
beforeAll(async () => {
  const at = (of: typeof gone, nth: number): Change => ({
    change: 'interaction.add',
    interaction: {
      interactionId: interactionId(`${of} ${nth}`),
      entityId: of,
      type: 'call',
      channel: null,
      summary: 'Called',
      at: nth,
    },
  });
  await store.journal.commit([...Array.from({ length: ROWS }, (_, nth) => at(gone, nth)), at(stays, 1)]);
});

test('interactions go in pieces, and go on after a death between two of them', async () => {
  const once = contactLimits.forgottenAtOnce;
  const dying = dyingAt(1);
  await expect(new Forgetting(dying.journal, store.contactRows).leave([gone])).rejects.toThrow('killed');
  expect([dying.pieces, await interactions(gone)]).toEqual([[once], ROWS - once]);
  const { journal, pieces } = dyingAt(Infinity);
  await new Forgetting(journal, store.contactRows).leave([gone]);
  expect(pieces).toEqual([once, undefined]);
  expect([await interactions(gone), await interactions(stays)]).toEqual([0, 1]);
});

test('values that name an entity are emptied in pieces', async () => {
  const once = collectionLimits.forgottenAtOnce;
  const left = [2 * once + 1, once + 1, once];
  const { journal, pieces } = dyingAt(Infinity);
  const forgotten = new SubjectsForgotten(journal, new OneAtATime(), {
    namesMoreThan: async (_ids, most) => (left.shift() ?? 0) > most,
  });
  await forgotten.leave([gone]);
  expect(pieces).toEqual([once, once, undefined]);
});
