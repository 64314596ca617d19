import { expect } from '@jest/globals';
import { Acceptances } from '../../../../src/core/keeping/migration/acceptance.ts';
import { DAY_MS } from '../../../../src/core/kernel/durations.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { verifies } from '../../../spec/verifies.ts';

verifies(
  'clock.jump_fails_closed',
  'a migration that was accepted while the clock was ahead is not accepted',
  async () => {
    const clock = new ManualClock();
    let text: string | null = null;
    const acceptances = new Acceptances({
      file: { read: async () => text, replace: async (now) => void (text = now) },
      ofEnvironment: null,
      restores: { outcomeFor: async () => null },
      clock,
    });
    await acceptances.open(
      { tokenId: 'a', proofKey: 'b'.repeat(64) },
      { expiresAt: clock.now() + DAY_MS, replace: false },
    );
    expect(await acceptances.now()).not.toBeNull();
    clock.jump(-100 * DAY_MS);
    expect(await acceptances.now()).toBeNull();
    clock.jump(100 * DAY_MS);
    await clock.advance(DAY_MS);
    expect(await acceptances.now()).toBeNull();
  },
);
