import { expect, it } from '@jest/globals';
import { validate, version } from 'uuid';
import { uuidIds } from '../../../src/adapters/out/system/uuid-ids.ts';

it('ids are UUIDs of version 7, rise, and never come twice, however fast they are asked for', () => {
  const ids = Array.from({ length: 20_000 }, () => uuidIds.next());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids.slice(0, 100))
    expect([validate(id), version(id), id]).toEqual([true, 7, id.toLowerCase()]);
});

it('what cannot be guessed differs from one to the next', () => {
  const tails = Array.from({ length: 2_000 }, () => uuidIds.next().slice(24));
  expect(new Set(tails).size).toBe(tails.length);
});
