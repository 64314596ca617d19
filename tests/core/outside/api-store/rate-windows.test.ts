import { expect, test } from '@jest/globals';
import type { RateStore } from '../../../../src/core/outside/api-store/store.ts';
import type { RateLimit } from '../../../../src/core/outside/api-store/model.ts';
import { personId } from '../../../../src/core/kernel/ids.ts';
import { isRefusal } from '../../../../src/core/kernel/refusal.ts';
import { refuseStorage } from '../../../../src/core/kernel/storage-refusals.ts';
import type { Change } from '../../../../src/core/features.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { aProfile, apisOver, type ApiOptions } from '../../../harness/apis.ts';
import { verifies } from '../../../spec/verifies.ts';
import { freshHistory } from '../../../harness/fresh-databases.ts';

const URL_ = 'https://shop.example/v1';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

const limited = (rate_limit: RateLimit, more: ApiOptions = {}) =>
  apisOver({ profiles: [aProfile({ rate_limit })], ...more });

/** The window that refused it, or `went`. */
const outcome = (going: Promise<unknown>): Promise<unknown> =>
  going.then(
    () => 'went',
    (error: unknown) => (isRefusal(error) ? error.facts['window'] : error),
  );
const counted = async (calls: readonly Promise<unknown>[]): Promise<number> =>
  (await Promise.all(calls.map(outcome))).filter((one) => one === 'went').length;
const times = (count: number) => Array.from({ length: count });

const windows = [
  ['minute', 60 * SECOND],
  ['hour', HOUR],
  ['day', DAY],
] as const;
for (const [window, ms] of windows)
  verifies(
    [
      'apis.rate_limit',
      'apis.rate_limit.minute',
      'apis.rate_limit.hour',
      'apis.rate_limit.day',
      'apis.request.limited',
    ],
    `a ${window} begins with its first request and ends when it is over; the refusal states all of it`,
    async () => {
      const { admit, apis, clock } = await limited({ [`requests_per_${window}`]: 2 });
      expect(apis.get('shop').limits).toEqual([{ window, max: 2, used: 0, resetsAt: null }]);
      await admit(URL_);
      const resetsAt = clock.now() + ms;
      expect(apis.get('shop').limits).toEqual([{ window, max: 2, used: 1, resetsAt }]);
      await admit(URL_);
      await clock.advance(ms - 1);
      await expect(admit(URL_)).rejects.toMatchObject({
        code: 'rate_limited',
        facts: { host: 'shop.example', window, max: 2, retryAfterMs: 1 },
      });
      await clock.advance(1);
      expect(await counted([admit(URL_), admit(URL_), admit(URL_)])).toBe(2);
    },
  );

verifies(
  ['apis.rate_limit.second', 'apis.request.waits'],
  'over the limit of a second a request waits for at most two, which it says, and is refused beyond',
  async () => {
    const { admit, apis, clock } = await limited({ requests_per_second: 2 });
    const stopped = new AbortController();
    const waits: unknown[] = [];
    const going = times(8).map((_, nth) =>
      admit(URL_, nth === 7 ? { signal: stopped.signal } : {}).then(
        ({ waitedMs }) => waits.push(waitedMs),
        (error: unknown) => waits.push(isRefusal(error) ? error.code : error),
      ),
    );
    await clock.advance(0);
    stopped.abort();
    await clock.advance(999);
    expect(waits).toEqual([0, 0, 'rate_limited']);
    expect(apis.get('shop').limits).toMatchObject([{ window: 'second', max: 2, used: 2 }]);
    await clock.advance(1_001);
    await Promise.all(going);
    expect(waits).toEqual([0, 0, 'rate_limited', 1_000, 1_000, 2_000, 2_000, 'rate_limited']);
  },
);

verifies(
  ['apis.rate.exact', 'security.profile-first'],
  'of a hundred concurrent requests, exactly as many pass as the window allows',
  async () => {
    const { admit, history } = await limited({ requests_per_minute: 60, requests_per_day: 37 });
    expect(await counted(times(100).map(() => admit(URL_)))).toBe(37);
    const kept = await history.rates.windows();
    expect(kept.map(({ window, used }) => [window, used]).toSorted()).toEqual([
      ['day', 37],
      ['minute', 37],
    ]);
  },
);

verifies(
  ['apis.rate_limit.combined', 'apis.rate.exact'],
  'windows combine, a refusal uses up none of them, and the longest wait is named',
  async () => {
    const { admit, apis, clock } = await limited({ requests_per_second: 1, requests_per_day: 3 });
    const used = () => apis.get('shop').limits.map((limit) => limit.used);
    const going = counted(times(5).map(() => admit(URL_)));
    await clock.advance(2 * SECOND);
    expect(await going).toBe(3);
    expect(used()).toEqual([1, 3]);
    expect(await outcome(admit(URL_))).toBe('day');
    await clock.advance(SECOND);
    expect(await outcome(admit(URL_))).toBe('day');
    expect(used()).toEqual([0, 3]);
  },
);

verifies('apis.rate_limit.combined', 'the strictest window of two profiles on one host applies', async () => {
  const profiles = [
    aProfile({ rate_limit: { requests_per_day: 5, requests_per_hour: 4 } }),
    aProfile({
      id: 'other',
      base_url: 'https://SHOP.example:8443/other',
      rate_limit: { requests_per_day: 2 },
    }),
    aProfile({ id: 'third', base_url: 'https://third.example' }),
  ];
  const { admit, apis } = await apisOver({ profiles });
  expect(await counted(times(3).map(() => admit(URL_)))).toBe(2);
  for (const id of ['shop', 'other'])
    expect(apis.get(id).limits).toMatchObject([
      { window: 'hour', max: 4, used: 2 },
      { window: 'day', max: 2, used: 2 },
    ]);
  expect(await counted(times(20).map(() => admit('https://third.example/')))).toBe(20);
});

verifies(
  ['apis.rate.durable', 'security.profile-first'],
  'minute, hour and day windows resume after a restart with their remaining time; a second does not',
  async () => {
    const history = freshHistory();
    const clock = new ManualClock();
    const limit = {
      requests_per_second: 1,
      requests_per_minute: 1,
      requests_per_hour: 1,
      requests_per_day: 2,
    };
    const before = await limited(limit, { history, clock });
    await before.admit(URL_);
    await clock.advance(30 * SECOND);
    const restarted = () => limited(limit, { history, clock });
    expect((await restarted()).apis.get('shop').limits).toMatchObject([
      { used: 0, resetsAt: null },
      { used: 1, resetsAt: clock.now() + 30 * SECOND },
      { used: 1, resetsAt: clock.now() + HOUR - 30 * SECOND },
      { used: 1, resetsAt: clock.now() + DAY - 30 * SECOND },
    ]);
    expect(await outcome((await restarted()).admit(URL_))).toBe('hour');
    await clock.advance(HOUR);
    const later = await restarted();
    await later.admit(URL_);
    expect(await outcome((await restarted()).admit(URL_))).toBe('day');
    await clock.advance(DAY - HOUR - 30 * SECOND);
    expect(await outcome((await restarted()).admit(URL_))).toBe('went');
  },
);

verifies(
  'people.shares',
  'one member makes at most half of the requests of a window, all members three quarters, and are told so',
  async () => {
    const history = freshHistory();
    const clock = new ManualClock();
    const { admit } = await limited({ requests_per_hour: 8 }, { history, clock });
    const [ann, ben] = [{ personId: personId('ann') }, { personId: personId('ben') }];
    expect(await counted(times(6).map(() => admit(URL_, ann)))).toBe(4);
    await clock.advance(MINUTE);
    await expect(admit(URL_, ann)).rejects.toMatchObject({
      code: 'rate_share_used',
      facts: { host: 'shop.example', window: 'hour', max: 8, share: 4, retryAfterMs: HOUR - MINUTE },
    });
    const again = await limited({ requests_per_hour: 8 }, { history, clock });
    await expect(again.admit(URL_, ann)).rejects.toMatchObject({ code: 'rate_share_used' });
    const unsent = await again.admit(URL_, ben);
    await unsent.unsent?.();
    expect(await counted(times(4).map(() => again.admit(URL_, ben)))).toBe(2);
    expect(await counted(times(4).map(() => again.admit(URL_)))).toBe(2);
    await expect(again.admit(URL_, ben)).rejects.toMatchObject({ code: 'rate_limited' });
    await clock.advance(HOUR - MINUTE);
    expect(await counted(times(6).map(() => again.admit(URL_, ben)))).toBe(4);
  },
);

verifies('apis.rate.clock', 'no clock jump ends a window early or extends it', async () => {
  const history = freshHistory();
  const clock = new ManualClock();
  const running = await limited({ requests_per_hour: 1 }, { history, clock });
  await running.admit(URL_);
  for (const jump of [-3 * HOUR, 40 * DAY, -40 * DAY]) {
    clock.jump(jump);
    await expect(running.admit(URL_)).rejects.toMatchObject({ facts: { retryAfterMs: HOUR } });
  }
  // Set back by three hours while the engine was down: the window ends neither early nor three hours late.
  const restarted = await limited({ requests_per_hour: 1 }, { history, clock });
  await expect(restarted.admit(URL_)).rejects.toMatchObject({ facts: { retryAfterMs: HOUR } });
  await clock.advance(HOUR);
  expect(await counted([running.admit(URL_), restarted.admit(URL_)])).toBe(2);
});

verifies(
  'apis.rate.durable',
  'a count is on disk before its request may leave; without it no request is made',
  async () => {
    const seen: (readonly Change[])[] = [];
    let isFull = false;
    let release: () => void = () => undefined;
    const { admit, apis } = await limited(
      { requests_per_day: 2 },
      {
        journal: (journal) => ({
          commit: async (changes) => {
            if (!changes.some(({ change }) => change === 'rate.count')) return await journal.commit(changes);
            seen.push(changes);
            if (isFull) throw refuseStorage.disk_full();
            await new Promise<void>((resolve) => (release = resolve));
            await journal.commit(changes);
          },
        }),
      },
    );
    let left = false;
    const going = admit(URL_).then(() => (left = true));
    expect(seen).toMatchObject([[{ change: 'rate.count', windows: [{ host: 'shop.example', used: 1 }] }]]);
    await Promise.resolve();
    expect(left).toBe(false);
    release();
    expect(await going).toBe(true);
    isFull = true;
    await expect(admit(URL_)).rejects.toMatchObject({ code: 'disk_full' });
    expect(apis.get('shop').limits).toMatchObject([{ used: 1 }]);
  },
);

verifies(
  'apis.rate.durable',
  'no request leaves until earlier counts can be read, and the read is retried',
  async () => {
    const history = freshHistory();
    const before = await limited({ requests_per_day: 1 }, { history });
    await before.admit(URL_);
    let isCorrupt = true;
    const rates: RateStore = {
      windows: async () => {
        if (isCorrupt) throw refuseStorage.storage_error();
        return await history.rates.windows();
      },
    };
    const { admit, log } = await limited({ requests_per_day: 1 }, { history: { ...history, rates } });
    expect(log.events('error')).toEqual(['counts of requests to APIs could not be read']);
    await expect(admit(URL_)).rejects.toMatchObject({ code: 'storage_error' });
    isCorrupt = false;
    const going = [admit(URL_), admit(URL_)];
    for (const one of going) await expect(one).rejects.toMatchObject({ code: 'rate_limited' });
  },
);

test('giving back a request after its window ended changes nothing in the next window', async () => {
  const { admit, clock, history } = await limited({ requests_per_hour: 2 });
  const first = await admit(URL_);
  await clock.advance(HOUR);
  await admit(URL_);
  await first.unsent?.();
  expect(await history.rates.windows()).toMatchObject([{ used: 1, endsAt: clock.now() + HOUR }]);
  expect(await counted(times(3).map(() => admit(URL_)))).toBe(1);
});

verifies(
  'apis.rate.clock',
  'a window that is over only because the clock jumped ahead lasts once more, and no longer',
  async () => {
    const first = await limited({ requests_per_hour: 1 });
    await first.admit(URL_);
    const later = (isTimeTrusted: boolean, now: number) =>
      apisOver({
        profiles: [aProfile({ rate_limit: { requests_per_hour: 1 } })],
        history: first.history,
        clock: new ManualClock(now),
        isTimeTrusted,
      });
    const ahead = first.clock.now() + 100 * DAY;
    for (const start of [0, HOUR / 2]) {
      const { admit } = await later(false, ahead + start);
      expect(await outcome(admit(URL_))).toBe('hour');
    }
    expect(await outcome((await later(false, ahead + HOUR - 1)).admit(URL_))).toBe('hour');
    expect(await outcome((await later(true, ahead + HOUR)).admit(URL_))).toBe('went');
  },
);
