import { expect } from '@jest/globals';
import { Expiry } from '../../../../src/core/instance/expiry/service.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/core/kernel/durations.ts';
import { RecordingLog } from '../../../doubles/recording-log.ts';
import { verifies } from '../../../spec/verifies.ts';

verifies(
  'clock.jump_deletes_nothing',
  'what was waited for counts at the next start, whatever parts of milliseconds a clock counts',
  async () => {
    let [text, ran] = [null as string | null, 0.3];
    const leaving = new AbortController();
    const log = new RecordingLog();
    const expiry = (): Expiry =>
      new Expiry({
        file: {
          read: async () => (text === null ? { found: 'nothing' } : { found: 'text', text }),
          replace: async (next) => void (text = next),
        },
        clock: {
          now: () => 1_800_000_000_000 + Math.floor(ran),
          monotonic: () => ran,
          sleep: async () => {
            ran += 6 * MINUTE_MS + 0.4;
            leaving.abort();
          },
        },
        log,
        isKept: true,
      });
    const first = expiry();
    await first.begin(false);
    await first.watch(leaving.signal);
    const second = expiry();
    await second.begin(false);
    expect(second.waiting).toMatchObject({ code: 'clock_unknown', leftMs: 2 * DAY_MS - 6 * MINUTE_MS });
    // It is nothing to worry about.
    expect(log.events('warn')).toEqual([]);
  },
);
