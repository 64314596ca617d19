import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { v7, validate, version } from 'uuid';
import { uuidIds, uuidIdsBy } from '../../../src/adapters/out/system/uuid-ids.ts';
import { verifies } from '../../spec/verifies.ts';

verifies('contract.ids.case', 'ids are UUIDs of version 7, increase, and are unique', () => {
  const ids = Array.from({ length: 20_000 }, () => uuidIds.next());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids.slice(0, 100))
    expect([validate(id), version(id), id]).toEqual([true, 7, id.toLowerCase()]);
});

it('the random part differs from one id to the next', () => {
  const tails = Array.from({ length: 2_000 }, () => uuidIds.next().slice(24));
  expect(new Set(tails).size).toBe(tails.length);
});

const NOON = Date.UTC(2026, 0, 1, 12);
const FULL = { random: new Uint8Array(16).fill(255), seq: 0xffff_ffff };

it('each id is greater than the one it continues after, whatever the clock and the counter of that one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -5, max: 5 }),
      fc.constantFrom(0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff, 0x1234_5678),
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
      (later, seq, random) => {
        const ids = uuidIdsBy(() => NOON);
        const before = v7({ msecs: NOON + later, seq, random });
        ids.continueAfter(before);
        const made = Array.from({ length: 5 }, () => ids.next());
        expect([before, ...made].toSorted()).toEqual([before, ...made]);
        expect(made.map((id) => [validate(id), version(id)])).toEqual(made.map(() => [true, 7]));
      },
    ),
  );
});

it('continuing from an id below those already given changes nothing', () => {
  const ids = uuidIdsBy(() => NOON);
  const first = ids.next();
  for (const below of [v7({ ...FULL, msecs: NOON - 1 }), v7({ msecs: NOON, seq: 0 }), first]) {
    ids.continueAfter(below);
    expect(ids.next() > first).toBe(true);
  }
});

it('an invalid id, and one from an impossible time, are ignored', () => {
  const ids = uuidIdsBy(() => NOON);
  const never = v7({ ...FULL, msecs: 2 ** 48 - 1 });
  for (const other of ['', 'x', `${never}:1`, never, 'ffffffff-ffff-4fff-bfff-ffffffffffff'])
    ids.continueAfter(other);
  expect(ids.next() < v7({ msecs: NOON + 1, seq: 0 })).toBe(true);
});
