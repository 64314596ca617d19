import { OWNER_ID } from '../doubles/people.ts';
import { EVERYONE } from '../../src/core/trust/people/model.ts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { grantId, threadId } from '../../src/core/kernel/ids.ts';
import type { HistoryChange as Change } from '../../src/adapters/out/sqlite/history/parts.ts';
import type { Grant } from '../../src/core/conversation/consent/model.ts';
import { verifies } from '../spec/verifies.ts';
import { aGrant, begunRun, NOON, type History, type OpenedHistory } from './history-builders.ts';
import { NASTY } from './journal.contract.ts';

const WHOLE = NASTY.toWellFormed();

/** What the journal does to grants, and what `GrantStore` answers. */
export function grantsContract(name: string, open: () => Promise<OpenedHistory>): void {
  describe(`Grants contract: ${name}`, () => {
    let opened: OpenedHistory;
    let history: History;
    beforeEach(async () => {
      opened = await open();
      history = opened.history;
    });
    afterEach(() => opened.close());

    const commit = (...changes: readonly Change[]) => history.journal.commit(changes);
    const giving = (...grants: readonly Grant[]) =>
      commit(...grants.map((grant): Change => ({ change: 'grant.give', grant })));
    const inForce = async (at: number) =>
      (await history.grants.inForce(EVERYONE, at)).map(({ grantId: id }) => id);

    it('keeps a grant unchanged, with NUL and astral characters', async () => {
      const { thread } = await begunRun(history.journal);
      const plain = aGrant({ class: 'write_local', target: null });
      const narrow = aGrant({ threadId: thread.threadId, tool: WHOLE, target: WHOLE });
      await giving(plain, narrow);
      for (const grant of [plain, narrow])
        expect(await history.grants.get(EVERYONE, grant.grantId)).toEqual(grant);
      expect(await history.grants.get(EVERYONE, grantId('none'))).toBeNull();
    });

    verifies(
      'security.consent.grants',
      'returns the grants valid at a time, newest first: given, not expired, not revoked',
      async () => {
        const early = aGrant();
        const later = aGrant({ createdAt: NOON + 10, expiresAt: NOON + 2_000 });
        const revoked = aGrant();
        await giving(early, later, revoked);
        await commit({ change: 'grant.revoke', grantId: revoked.grantId, at: NOON + 5 });
        expect(await inForce(NOON - 1)).toEqual([]);
        expect(await inForce(NOON)).toEqual([early.grantId]);
        expect(await inForce(NOON + 10)).toEqual([later.grantId, early.grantId]);
        expect(await inForce(NOON + 999)).toEqual([later.grantId, early.grantId]);
        expect(await inForce(NOON + 1_000)).toEqual([later.grantId]);
        expect(await inForce(NOON + 2_000)).toEqual([]);
      },
    );

    verifies('contract.lists.order', 'returns the latest grants first, whatever the clock said', async () => {
      const given = [5, 2, 9, 2].map((later) => aGrant({ createdAt: NOON + later }));
      for (const grant of given) await giving(grant);
      expect(await inForce(NOON + 10)).toEqual(given.toReversed().map(({ grantId: id }) => id));
    });

    it('keeps the first time of revocation, and ignores unknown grants', async () => {
      const grant = aGrant();
      await giving(grant);
      await commit({ change: 'grant.revoke', grantId: grant.grantId, at: NOON + 5 });
      await commit({ change: 'grant.revoke', grantId: grant.grantId, at: NOON + 9 });
      await commit({ change: 'grant.revoke', grantId: grantId('none'), at: NOON });
      expect(await history.grants.get(EVERYONE, grant.grantId)).toEqual({ ...grant, revokedAt: NOON + 5 });
    });

    it('deletes the grants of a thread with it, and refuses them for a deleted thread', async () => {
      const { thread } = await begunRun(history.journal);
      const mine = aGrant({ threadId: thread.threadId });
      const all = aGrant();
      await giving(mine, all);
      await commit({ change: 'thread.delete', threadId: thread.threadId, personId: OWNER_ID });
      expect(await inForce(NOON)).toEqual([all.grantId]);
      expect(await history.grants.get(EVERYONE, mine.grantId)).toBeNull();
      const refused = giving(aGrant({ threadId: threadId('none') }));
      await expect(refused).rejects.toMatchObject({ name: 'JournalConflict' });
    });
  });
}
