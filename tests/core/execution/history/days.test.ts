import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lastDays, zoneNamed, type Zone } from '../../../../src/core/execution/history/days.ts';
import { verifies } from '../../../spec/verifies.ts';
import { tries } from '../../../harness/thinned.ts';

const HOUR = 3_600_000;

function zone(name: string): Zone {
  const found = zoneNamed(name);
  if (!found) throw new Error(`no zone ${name}`);
  return found;
}

const hoursOf = (bounds: readonly number[]): readonly number[] =>
  bounds.slice(1).map((end, index) => (end - (bounds[index] ?? 0)) / HOUR);

describe('days', () => {
  verifies('history.time-zones', 'have 23, 24 or 25 hours where clocks are changed', () => {
    const table: readonly (readonly [string, string, readonly string[], readonly number[], string])[] = [
      ['UTC', '2026-03-29T23:59:59.999Z', ['2026-03-28', '2026-03-29'], [24, 24], '2026-03-28T00:00:00.000Z'],
      [
        'Europe/Berlin',
        '2026-03-29T21:59:59.999Z',
        ['2026-03-28', '2026-03-29'],
        [24, 23],
        '2026-03-27T23:00:00.000Z',
      ],
      ['Europe/Berlin', '2026-03-29T22:00:00Z', ['2026-03-30'], [24], '2026-03-29T22:00:00.000Z'],
      [
        'Europe/Berlin',
        '2026-10-26T12:00:00Z',
        ['2026-10-24', '2026-10-25', '2026-10-26'],
        [24, 25, 24],
        '2026-10-23T22:00:00.000Z',
      ],
      ['Asia/Kolkata', '2026-01-01T18:30:00Z', ['2026-01-02'], [24], '2026-01-01T18:30:00.000Z'],
      ['Asia/Kolkata', '2026-01-01T18:29:59.999Z', ['2026-01-01'], [24], '2025-12-31T18:30:00.000Z'],
      [
        'America/St_Johns',
        '2026-11-01T12:00:00Z',
        ['2026-10-31', '2026-11-01'],
        [24, 25],
        '2026-10-31T02:30:00.000Z',
      ],
      // Clocks go forward over midnight: the day begins at one.
      ['Africa/Cairo', '2026-04-24T12:00:00Z', ['2026-04-24'], [23], '2026-04-23T22:00:00.000Z'],
      // Clocks go back over midnight: the day before is longer.
      [
        'America/Havana',
        '2026-11-01T12:00:00Z',
        ['2026-10-31', '2026-11-01'],
        [24, 25],
        '2026-10-31T04:00:00.000Z',
      ],
      ['Pacific/Kiritimati', '2026-01-01T10:00:00Z', ['2026-01-02'], [24], '2026-01-01T10:00:00.000Z'],
      ['Pacific/Pago_Pago', '2026-01-01T10:59:59Z', ['2025-12-31'], [24], '2025-12-31T11:00:00.000Z'],
      ['Australia/Lord_Howe', '2026-04-05T12:00:00Z', ['2026-04-05'], [24.5], '2026-04-04T13:00:00.000Z'],
    ];
    for (const [name, now, names, hours, from] of table) {
      const days = lastDays(Date.parse(now), names.length, zone(name));
      expect([name, days.names, hoursOf(days.bounds)]).toEqual([name, names, hours]);
      expect([name, new Date(days.bounds[0] ?? 0).toISOString()]).toEqual([name, from]);
    }
  });

  test('a skipped date appears and is empty', () => {
    const days = lastDays(Date.parse('2011-12-31T12:00:00Z'), 4, zone('Pacific/Apia'));
    expect(days.names).toEqual(['2011-12-29', '2011-12-30', '2011-12-31', '2012-01-01']);
    expect(hoursOf(days.bounds)).toEqual([24, 0, 24, 24]);
  });

  verifies('history.time-zones', "match the zone's own dates, in every zone and year", () => {
    const zones = Intl.supportedValuesOf('timeZone');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2017, 0), max: Date.UTC(2037, 0) }),
        fc.integer({ min: 1, max: 40 }),
        (name, now, count) => {
          const { names, bounds } = lastDays(now, count, zone(name));
          const format = new Intl.DateTimeFormat('en-CA', { timeZone: name, dateStyle: 'short' });
          expect(names).toHaveLength(count);
          expect(bounds).toHaveLength(count + 1);
          expect(names.at(-1)).toBe(format.format(now));
          names.forEach((day, index) => {
            const [begin = 0, end = 0] = bounds.slice(index, index + 2);
            expect([format.format(begin), format.format(end - 1)]).toEqual([day, day]);
          });
        },
      ),
      { numRuns: tries(150) },
    );
  });

  verifies('history.time-zones', 'of an unknown zone are not made, and nothing is thrown', () => {
    for (const name of [
      '',
      'Nowhere/Else',
      '+02:00',
      ' UTC',
      'UTC\u0000',
      '../UTC',
      '__proto__',
      'x'.repeat(1 << 20),
    ])
      expect([name.slice(0, 20), zoneNamed(name)]).toEqual([name.slice(0, 20), null]);
    for (const name of [
      'UTC',
      'Etc/UTC',
      'Europe/Berlin',
      'Asia/Kolkata',
      'Asia/Calcutta',
      'America/St_Johns',
    ])
      expect(zone(name).name).toBe(name);
  });
});
