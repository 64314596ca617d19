import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { personId } from '../../src/core/kernel/ids.ts';
import type { KeptWindow } from '../../src/core/outside/api-store/model.ts';
import type { RateStore } from '../../src/core/outside/api-store/store.ts';
import type { Journal } from '../../src/core/ports/journal.ts';
import type { HistoryChange as Change } from '../../src/adapters/out/sqlite/history/parts.ts';

export interface RatesUnderTest {
  readonly rates: RateStore;
  readonly journal: Journal<Change>;
  close(): Promise<void>;
}

/** `open` is called again after a close, and returns the stored windows if it is a file. */
export function rateStoreContract(name: string, open: () => RatesUnderTest): void {
  describe(`RateStore contract: ${name}`, () => {
    let opened: RatesUnderTest;
    beforeEach(() => {
      opened = open();
    });
    afterEach(() => opened.close());
    const count = (...windows: readonly KeptWindow[]) =>
      opened.journal.commit([{ change: 'rate.count', windows }]);
    const day: KeptWindow = {
      host: 'shop.example',
      window: 'day',
      used: 1,
      members: [[personId('ann'), 1]],
      endsAt: 86_400_000,
    };
    const sorted = async () =>
      (await opened.rates.windows()).toSorted((a, b) =>
        `${a.host} ${a.window}` < `${b.host} ${b.window}` ? -1 : 1,
      );

    it('has no windows at first', async () => {
      expect(await opened.rates.windows()).toEqual([]);
    });

    it('keeps each window of each host, and the last write counts', async () => {
      const hour = { ...day, window: 'hour', endsAt: 3_600_000 } as const;
      const other = { ...day, host: 'other.example:8443', used: 7 } as const;
      await count(day, hour, other);
      await count({ ...day, used: 2 }, { ...hour, used: 0, endsAt: 7_200_000 });
      expect(await sorted()).toEqual([other, { ...day, used: 2 }, { ...hour, used: 0, endsAt: 7_200_000 }]);
    });

    it('applies concurrent counts in the order of the calls', async () => {
      await Promise.all(Array.from({ length: 50 }, (_, index) => count({ ...day, used: index + 1 })));
      expect(await opened.rates.windows()).toEqual([{ ...day, used: 50 }]);
    });
  });
}
