import { expect } from '@jest/globals';
import { deletedFileLimits } from '../../../../src/core/workspace/deleted-files/limits.ts';
import { expiredOf } from '../../../../src/core/workspace/deleted-files/model.ts';
import { shareOfMember, shareOfMembers } from '../../../../src/core/trust/people/limits.ts';
import { verifies } from '../../../spec/verifies.ts';

const { kept, allBytes } = deletedFileLimits;
const [ANN, BEN] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'];
const NEVER = { before: -Infinity, after: Infinity } as never;

const many = (count: number, path: (nth: number) => string, sizeBytes = 1) =>
  Array.from({ length: count }, (_, nth) => ({ path: path(nth), sizeBytes, deletedAt: 1, isEarlier: false }));

verifies(
  'people.room',
  'what members delete pushes out nothing of the owner’s and little of each other’s',
  () => {
    const owners = many(10, (nth) => `own/${nth}`);
    const anns = many(kept, (nth) => `people/${ANN}/${nth}`);
    const bens = many(kept, (nth) => `people/${BEN}/${nth}`);
    const gone = expiredOf([...anns, ...bens, ...owners], NEVER);
    expect(gone.filter((file) => owners.includes(file))).toEqual([]);
    expect(gone.filter((file) => anns.includes(file))).toHaveLength(kept - shareOfMember(kept));
    expect(anns.length + bens.length - gone.length).toBe(shareOfMembers(kept));

    const large = many(4, (nth) => `people/${ANN}/${nth}`, allBytes / 4);
    expect(expiredOf([...large, ...owners], NEVER)).toEqual(large.slice(2));
    const shared = many(kept, (nth) => `shared/${nth}`);
    expect(expiredOf([...shared, ...owners], NEVER)).toEqual(shared.slice(shareOfMembers(kept)));
    // Of the owner all count together, as with one person.
    const all = many(kept + 2, (nth) => `people/anna/${nth}`);
    expect(expiredOf(all, NEVER)).toEqual(all.slice(kept));
  },
);
