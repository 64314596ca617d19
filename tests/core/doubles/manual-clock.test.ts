import { describe, expect, it } from '@jest/globals';
import { ManualClock } from '../../doubles/manual-clock.ts';

describe('ManualClock', () => {
  it('wakes sleepers in due order, each at its own instant, the earlier sleeper first', async () => {
    const clock = new ManualClock(0);
    const woken: string[] = [];
    const sleeper = async (name: string, ms: number) => {
      await clock.sleep(ms);
      woken.push(`${name}@${clock.monotonic()}`);
    };
    const sleepers = [sleeper('c', 30), sleeper('a', 10), sleeper('b', 10), sleeper('late', 51)];
    clock.deadline(20).signal.addEventListener('abort', () => woken.push(`deadline@${clock.now()}`));
    await clock.advance(50);
    expect(woken).toEqual(['a@10', 'b@10', 'deadline@20', 'c@30']);
    expect(clock.waiting).toBe(1);
    await clock.advance(1);
    await Promise.all(sleepers);
    expect(woken.at(-1)).toBe('late@51');
  });

  it('lets a woken task finish, and sleep again, before it wakes the next one', async () => {
    const clock = new ManualClock(0);
    const seen: string[] = [];
    const ticking = (async () => {
      for (let tick = 1; tick <= 3; tick++) {
        await clock.sleep(10);
        for (let reaction = 0; reaction < 20; reaction++) await Promise.resolve();
        seen.push(`tick ${tick}@${clock.monotonic()}`);
      }
    })();
    const other = clock.sleep(15).then(() => seen.push('other'));
    await clock.advance(30);
    await Promise.all([ticking, other]);
    expect(seen).toEqual(['tick 1@10', 'other', 'tick 2@20', 'tick 3@30']);
  });

  it('a cancelled deadline never fires, however often it is cancelled', async () => {
    const clock = new ManualClock();
    const { signal, cancel } = clock.deadline(10);
    const atOnce = clock.deadline(0);
    cancel();
    cancel();
    atOnce.cancel();
    expect(clock.waiting).toBe(0);
    await clock.advance(100);
    expect([signal.aborted, atOnce.signal.aborted]).toEqual([false, false]);
  });

  it('refuses to go back, and to be advanced twice at once', async () => {
    const clock = new ManualClock();
    await expect(clock.advance(-1)).rejects.toThrow(RangeError);
    const first = clock.advance(1);
    await expect(clock.advance(1)).rejects.toThrow('await it');
    await first;
    await clock.advance(1);
    expect(clock.monotonic()).toBe(2);
  });
});
