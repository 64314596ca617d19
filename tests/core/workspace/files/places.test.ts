import { expect } from '@jest/globals';
import { personId } from '../../../../src/core/kernel/ids.ts';
import { Place } from '../../../../src/core/workspace/files/places.ts';
import { OWNER_ID } from '../../../doubles/people.ts';
import { verifies } from '../../../spec/verifies.ts';

const ANN = personId('01900000-0000-7000-8000-0000000000a1');
const BEN = personId('01900000-0000-7000-8000-0000000000b2');
const owner = new Place(OWNER_ID, true);
const ann = new Place(ANN, false);
const outside = { code: 'outside_workspace' };

verifies('people.files', 'whatever a member writes is below their folder, or in the shared one', () => {
  for (const [given, meant] of [
    ['', `people/${ANN}`],
    ['.', `people/${ANN}`],
    ['a.txt', `people/${ANN}/a.txt`],
    ['./a/b.txt', `people/${ANN}/a/b.txt`],
    [`people/${ANN}/a.txt`, `people/${ANN}/a.txt`],
    [`people/${BEN}/a.txt`, `people/${ANN}/people/${BEN}/a.txt`],
    [`PEOPLE/${BEN}/a.txt`, `people/${ANN}/PEOPLE/${BEN}/a.txt`],
    ['shared/a.txt', 'shared/a.txt'],
    ['SHARED/a.txt', 'shared/a.txt'],
    ['notshared/a.txt', `people/${ANN}/notshared/a.txt`],
  ] as const)
    expect([given, ann.path(given)]).toEqual([given, meant]);
  for (const given of [
    '..',
    '../a',
    `shared/../people/${BEN}/a`,
    'a/../../b',
    '/etc/passwd',
    `/people/${BEN}`,
  ])
    expect(() => ann.path(given)).toThrow(expect.objectContaining(outside));
  for (const path of [['a.txt'], ['people'], ['people', BEN, 'a'], ['People', ANN, 'a'], []])
    expect([path, ann.has(path)]).toEqual([path, false]);
});

verifies('people.files', 'the owner reaches all but the folders of members, however they are spelled', () => {
  for (const given of ['a.txt', 'people', 'people/notes.md', 'shared/a.txt', `people/${OWNER_ID}/a`])
    expect(owner.path(given)).toBe(given);
  for (const given of [
    `people/${BEN}`,
    `people/${BEN}/a.txt`,
    `./people/${BEN}/a.txt`,
    `People/${BEN.toUpperCase()}/a.txt`,
    `people./${BEN}/a.txt`,
    `\uff50eople/${BEN}/a.txt`,
  ])
    expect(() => owner.path(given)).toThrow(expect.objectContaining(outside));
  expect(owner.has(['people', BEN, 'a'])).toBe(false);
  expect(owner.has(['people', 'notes.md'])).toBe(true);
});
