import type { Expiry } from '../../src/core/instance/expiry/service.ts';
import { firstRecord, pastOf } from '../../src/core/instance/expiry/model.ts';
import type { Clock } from '../../src/core/ports/clock.ts';

/** Nothing is wrong with the clock: what is older than it is kept is over. */
export const trusting = ({ now }: Pick<Clock, 'now'>): Pick<Expiry, 'past'> => ({
  past: (keptMs) => pastOf(firstRecord(now(), true), now(), keptMs),
});

/** What is dated before this time is over. */
export const olderThan = (before: number) => trusting({ now: () => before }).past(0);
