import { expect, test } from '@jest/globals';
import { cronerSchedules } from '../../../src/adapters/out/schedules/croner-schedules.ts';
import { instantOf, wallTimeAt } from '../../../src/adapters/out/schedules/wall-time.ts';
import { verifies } from '../../spec/verifies.ts';
import { inEnglish } from '../../doubles/sentences.ts';

const at = (text: string): number => Date.parse(text);
const iso = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString().slice(0, 16);
const read = (text: string, zone = 'UTC') => cronerSchedules.read(text, zone, at('2026-01-01T00:00Z'));

/** All due times from `from` up to and including `to`. */
function due(text: string, zone: string, from: string, to: string): number[] {
  const schedule = read(text, zone);
  const times: number[] = [];
  for (let one = schedule.next(at(from) - 1); one !== null && one <= at(to); one = schedule.next(one))
    times.push(one);
  return times;
}
const shown = (...of: Parameters<typeof due>) => due(...of).map(iso);

verifies('triggers.schedule.cron', 'either field for days is enough, unless one begins with a star', () => {
  for (const both of ['0 0 */2 * mon', '0 0 1-31/2 * */7,1', '0 0 *,1 * mon'])
    for (const time of due(both, 'UTC', '2026-01-01T00:00Z', '2027-01-01T00:00Z')) {
      const day = new Date(time);
      const isRight = both.includes('mon') ? day.getUTCDay() === 1 : day.getUTCDay() <= 1;
      expect([both, iso(time), isRight]).toEqual([both, iso(time), true]);
      if (both.includes('/2')) expect(day.getUTCDate() % 2).toBe(1);
    }
  expect(shown('0 0 13 * fri', 'UTC', '2026-02-01T00:00Z', '2026-02-28T00:00Z')).toEqual([
    '2026-02-06T00:00',
    '2026-02-13T00:00',
    '2026-02-20T00:00',
    '2026-02-27T00:00',
  ]);
  // A restricted day of the month alone, and Sunday by both of its numbers.
  expect(shown('0 0 31 * *', 'UTC', '2026-01-01T00:00Z', '2026-06-01T00:00Z')).toEqual([
    '2026-01-31T00:00',
    '2026-03-31T00:00',
    '2026-05-31T00:00',
  ]);
  expect(due('0 9 * * 7', 'UTC', '2026-01-01T00:00Z', '2026-03-01T00:00Z')).toEqual(
    due('0 9 * * 0', 'UTC', '2026-01-01T00:00Z', '2026-03-01T00:00Z'),
  );
});

verifies('triggers.schedule.cron', 'names, lists, ranges and steps are read; nothing else is', () => {
  expect(shown('*/20 8-9 * jan,Jul MON', 'UTC', '2026-01-05T00:00Z', '2026-01-06T00:00Z')).toEqual(
    ['08:00', '08:20', '08:40', '09:00', '09:20', '09:40'].map((time) => `2026-01-05T${time}`),
  );
  for (const wrong of [
    '* * * *',
    '* * * * * *',
    '60 * * * *',
    '0 24 * * *',
    '0 0 0 * *',
    '0 0 L * *',
    '0 0 * * fri#2',
    '0 0 * * 8',
    '? * * * *',
    '5/0 * * * *',
    'a * * * *',
    '0 0 30 2 *',
    'every 0m',
    'every 400d',
    'every 5s',
    'at 2026-02-30 09:00',
    'at tomorrow',
    '',
  ])
    expect(() => read(wrong)).toThrow(expect.objectContaining({ code: 'invalid_schedule' }));
  for (const zone of ['Mars/Olympus', '+02:00', '', 'Europe/../UTC'])
    expect(() => read('0 0 * * *', zone)).toThrow(expect.objectContaining({ code: 'invalid_time_zone' }));
});

// What the clock on the wall does in real zones, from the IANA database: [zone, schedule, day, due times in UTC].
const DAYS: readonly (readonly [string, string, string, readonly string[]])[] = [
  // Set forward at 02:00 by one hour: a time in the gap is an hour later on the wall, and once.
  ['Europe/Vienna', '30 2 * * *', '2026-03-29', ['01:30']],
  ['Europe/Vienna', '0,30 2 * * *', '2026-03-29', ['01:00', '01:30']],
  ['Europe/Vienna', '30 2,3 * * *', '2026-03-29', ['01:30']],
  ['Europe/Vienna', '0 2,14 * * *', '2026-03-29', ['01:00', '12:00']],
  // Set back at 03:00 by one hour: a time that comes twice is due the first time.
  ['Europe/Vienna', '30 2 * * *', '2026-10-25', ['00:30']],
  ['Europe/Vienna', '0 2,14 * * *', '2026-10-25', ['00:00', '13:00']],
  ['Europe/Vienna', '45 0-3 * * *', '2026-10-25', ['00:45', '02:45', '23:45']],
  ['Europe/Dublin', '30 1 * * *', '2026-03-29', ['01:30']],
  ['America/New_York', '30 2 * * *', '2026-03-08', ['07:30']],
  ['America/New_York', '30 1 * * *', '2026-11-01', ['05:30']],
  // By half an hour.
  ['Australia/Lord_Howe', '15 2 * * *', '2026-10-03', ['15:45']],
  ['Australia/Lord_Howe', '45 1 * * *', '2026-04-04', ['14:45']],
  // At midnight: the day begins at 01:00.
  ['America/Santiago', '0 0 * * *', '2026-09-06', ['04:00']],
  ['Africa/Cairo', '0 0 * * *', '2026-04-23', ['22:00']],
  // Offsets that are no whole hours, and never change.
  ['Asia/Kathmandu', '0 8 * * *', '2026-06-01', ['02:15']],
  ['Pacific/Apia', '0 8 * * *', '2026-06-01', ['19:00']],
];

verifies(
  'triggers.schedule.zones',
  'on days on which clocks are set, each time of the day is due once',
  () => {
    for (const [zone, schedule, day, times] of DAYS) {
      const found = shown(schedule, zone, `${day}T00:00Z`, `${day}T23:59Z`);
      expect([zone, schedule, ...found]).toEqual([zone, schedule, ...times.map((time) => `${day}T${time}`)]);
    }
  },
);

verifies(
  'triggers.schedule.zones',
  'over ten years, what is due at a time of the day is due once on each day, in every zone',
  () => {
    const [from, to] = ['2026-01-01T00:00Z', '2036-01-01T00:00Z'];
    for (const [zone, schedule, minutes] of [
      ['Europe/Vienna', '30 2 * * *', 150],
      ['Australia/Lord_Howe', '15 2 * * *', 135],
      ['America/Santiago', '0 0 * * *', 0],
      ['Africa/Casablanca', '59 23 * * *', 1_439],
    ] as const) {
      const walls = due(schedule, zone, from, to).map((instant) => wallTimeAt(instant, zone));
      const days = walls.map((wall) => Math.floor(wall / DAY));
      expect([zone, schedule, new Set(days).size]).toEqual([zone, schedule, days.length]);
      expect(days.at(-1)! - days[0]! + 1).toBe(days.length);
      // Elsewhere than at its time only where that was skipped: an hour later at most.
      const late = walls.map((wall) => (wall - Math.floor(wall / DAY) * DAY) / MINUTE - minutes);
      expect([zone, schedule, late.filter((by) => by < 0 || by > 60)]).toEqual([zone, schedule, []]);
      expect(late.filter((by) => by > 0).length).toBeLessThanOrEqual(20);
    }
  },
);

verifies(
  'triggers.schedule.zones',
  'what is due every half hour or every so many minutes stays at that distance through every change',
  () => {
    for (const zone of ['Europe/Vienna', 'Australia/Lord_Howe', 'America/Santiago'])
      for (const schedule of ['*/30 * * * *', 'every 30m']) {
        for (const [from, to] of [
          ['2026-03-25T00:00Z', '2026-04-10T00:00Z'],
          ['2026-09-03T00:00Z', '2026-10-30T00:00Z'],
        ] as const) {
          const times = due(schedule, zone, from, to);
          const odd = times.slice(1).filter((time, index) => time - times[index]! !== 30 * MINUTE);
          expect([zone, schedule, odd.length]).toEqual([zone, schedule, 0]);
        }
      }
  },
);

test('last and count agree with next', () => {
  for (const text of ['30 2 * * *', '*/30 * * * *', 'every 90m', '0 12 1 */3 *', 'at 2026-05-01 09:00']) {
    const schedule = read(text, 'Europe/Vienna');
    const [from, to] = ['2026-03-01T00:00Z', '2026-07-02T11:11Z'];
    const times = due(text, 'Europe/Vienna', from, to);
    expect([text, schedule.last(at(from) - 1, at(to))]).toEqual([text, times.at(-1) ?? null]);
    expect(schedule.count(at(from) - 1, at(to), 1e6)).toBe(times.length);
    expect(schedule.count(at(from) - 1, at(to), 3)).toBe(Math.min(3, times.length));
    expect(schedule.last(at(to), at(to))).toBe(null);
  }
});

test('a date is read in its zone, or with the offset that it names', () => {
  expect(iso(read('at 2026-10-25 02:30', 'Europe/Vienna').next(0))).toBe('2026-10-25T00:30');
  expect(iso(read('at 2026-03-29T02:30', 'Europe/Vienna').next(0))).toBe('2026-03-29T01:30');
  expect(iso(read('at 2026-06-01 09:00+05:30', 'Europe/Vienna').next(0))).toBe('2026-06-01T03:30');
});

/** What the words say of an instant, read by themselves. */
function saidBy(words: string): (at: Date) => boolean {
  const listed = (text: string): readonly string[] => text.split(/, | and /u);
  const isIn = (text: string, value: number, of: (name: string) => number): boolean =>
    listed(text).some((one) => {
      const [from = '', to = from] = one.split(' through ').map(of);
      return Number(from) <= value && value <= Number(to);
    });
  const weekday = (name: string): number => 'MonTueWedThuFriSatSun'.indexOf(name.slice(0, 3)) / 3;
  const month = (name: string): number =>
    'JanFebMarAprMayJunJulAugSepOctNovDec'.indexOf(name.slice(0, 3)) / 3;
  const ofMonth = (text: string, day: number): boolean =>
    text.startsWith('on odd')
      ? day % 2 === 1
      : text.startsWith('on even')
        ? day % 2 === 0
        : isIn(text.replace(/^on day (.+) of the month$/u, '$1'), day, Number);
  const ofWeek = (text: string, at: Date): boolean => isIn(text, (at.getUTCDay() + 6) % 7, weekday);
  const times = (text: string, hour: number, minute: number): boolean => {
    const [, at] = /^At (.+)$/u.exec(text) ?? [];
    const clock = [hour, minute].map((one) => String(one).padStart(2, '0')).join(':');
    if (at !== undefined) return listed(at).includes(clock);
    const [, many = '1', unit, minutes, from = '00:00', to = '23:59'] =
      /^Every (?:(\d+) )?(minute|hour)s?(?: at minutes? ([\d, and]+?))?(?: from (\S+) to (\S+))?$/u.exec(
        text,
      ) ?? [];
    if (clock < from || clock > to) return false;
    if (unit === 'minute') return minute % Number(many) === 0;
    return unit === 'hour' && hour % Number(many) === 0 && listed(minutes ?? '0').includes(String(minute));
  };
  const parts = words.split(/, (?=on |only |and only |[A-Z][a-z]+day through )/u);
  return (at) =>
    parts.every((part, index) => {
      if (index === 0) return times(part, at.getUTCHours(), at.getUTCMinutes());
      if (part.startsWith('only in ')) return isIn(part.slice(8), at.getUTCMonth(), month);
      if (!part.startsWith('on ')) return ofWeek(part.replace(/^(?:and )?only (?:on|if it is) /u, ''), at);
      const [days = '', or] = part.split(' or on ');
      return ofMonth(days, at.getUTCDate()) || (or !== undefined && ofWeek(or, at));
    });
}

verifies('triggers.schedule.words', 'the words are true of all times, and of no others', () => {
  const pools = [
    ['*', '0', '5', '30', '*/5', '*/45', '0,30', '7-59/20', '10-20', '1-59/7', '59,1'],
    ['*', '0', '8', '*/2', '*/5', '8-17', '9,12,18', '22,23', '1-23/2', '8-9', '20-23/2'],
    ['*', '1', '*/2', '2-30/2', '1-7', '1,10,15', '*/10', '1-31', '31', '28-30,1', '*,5'],
    ['*', '1', 'jan,jul', '3-5', '*/3', 'nov-dec', '2'],
    ['*', 'mon', '1-5', '0', '7', 'sat,sun', 'fri-7', '*/2', '0-6', 'tue,thu,sat', '5-6'].concat([
      'mon-sun',
      'tue-sun',
      'fri-sun',
      'sat-sun',
      'sun-sun',
      '5-7',
      '0-7',
      '6-7',
      'tue-sun/2',
    ]),
  ];
  let seed = 7;
  const one = (pool: readonly string[]): string => {
    seed = (seed * 48_271) % 2_147_483_647;
    return pool[seed % pool.length] ?? '*';
  };
  let [simple, all] = [0, 0];
  for (let round = 0; round < 300; round++) {
    const text = pools.map(one).join(' ');
    if (/ 31 2 /u.test(text)) continue;
    const { says, next } = read(text);
    const words = inEnglish(says);
    all += 1;
    if (words === `By cron: ${text}`) continue;
    simple += 1;
    const isSaid = saidBy(words);
    for (let count = 0, time = next(at('2026-01-01T00:00Z')); time !== null && count < 20; count++) {
      expect([text, words, iso(time), isSaid(new Date(time))]).toEqual([text, words, iso(time), true]);
      time = next(time);
    }
    const from = at('2026-03-01T00:00Z') + round * 24 * 60 * MINUTE;
    const said = Array.from({ length: 24 * 60 }, (_, minute) => from + minute * MINUTE).filter((time) =>
      isSaid(new Date(time)),
    );
    expect([text, words, said]).toEqual([
      text,
      words,
      due(text, 'UTC', iso(from) + 'Z', iso(from + (24 * 60 - 1) * MINUTE) + 'Z'),
    ]);
  }
  expect(simple).toBeGreaterThan(all / 2);
});

test('a wall clock read back is the instant, but in the hour that comes twice', () => {
  for (let instant = at('2026-01-01T00:00Z'); instant < at('2027-01-01T00:00Z'); instant += 37 * MINUTE) {
    const back = instantOf(wallTimeAt(instant, 'America/New_York'), 'America/New_York');
    expect([0, 60 * MINUTE]).toContain(instant - back);
  }
});

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test('a week of minutes is counted up to the limit, and its last one found', () => {
  const monday = Date.UTC(2026, 10, 23, 12);
  const { count, last } = cronerSchedules.read('* 8-18 * * *', 'Europe/Vienna', monday);
  const weekBefore = monday - 7 * 24 * 3_600_000;
  expect(count(weekBefore, monday, 1_000)).toBe(1_000);
  expect(count(weekBefore, monday, 100_000)).toBe(7 * 11 * 60);
  expect(last(weekBefore, monday)).toBe(monday);
});

test.each(['30 2 * * *', '*/20 1-4 * * *', '0 3 29,25 3,10 *'])(
  'from wherever one asks, %s is next due at the same times when clocks are set',
  (text) => {
    const { next } = cronerSchedules.read(text, 'Europe/Vienna', 0);
    for (const changes of [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)]) {
      const [from, to] = [changes - 8 * 3_600_000, changes + 8 * 3_600_000];
      const all: number[] = [];
      for (let at = next(from); at !== null && at <= to; at = next(at)) all.push(at);
      for (let after = from; after < to; after += 300_000) {
        const expected = all.find((at) => at > after);
        if (expected !== undefined) expect([after, next(after)]).toEqual([after, expected]);
      }
    }
  },
);
