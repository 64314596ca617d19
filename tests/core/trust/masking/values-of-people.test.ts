import { expect } from '@jest/globals';
import { personId } from '../../../../src/core/kernel/ids.ts';
import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { finderOf } from '../../../../src/core/trust/masking/known-values.ts';
import { secretMask } from '../../../../src/core/trust/masking/redaction.ts';
import { maskedFor, ValuesOfPeople } from '../../../../src/core/trust/masking/values-of-people.ts';
import { verifies } from '../../../spec/verifies.ts';

const SHORT = 'hunter2';
const KEY = 'Zk81-owner-key-4711-xyz';
const [owner, ann, ben] = ['owner', 'ann', 'ben'].map(personId) as [never, never, never];

verifies(
  'people.secrets',
  'what can be guessed is masked for its person, what everybody may use for everybody, and a key for all',
  () => {
    const values = new ValuesOfPeople();
    const known = { id: null as never };
    const masked = maskedFor(values, known);
    values.learn([SHORT, KEY], 'always');
    expect(masked.unmistakableFor(ann)).toEqual([SHORT, KEY]);
    known.id = owner;
    values.learn(['ollama']);
    values.learn(['of-ann'], 'always', ann);
    for (const person of [owner, EVERYONE] as const) {
      expect(masked.valuesFor(person)).toEqual([SHORT, KEY, 'ollama']);
      expect(masked.unmistakableFor(person)).toEqual([SHORT, KEY]);
    }
    for (const listFor of [masked.valuesFor, masked.unmistakableFor]) {
      expect(listFor(ann).toSorted()).toEqual([KEY, 'of-ann'].toSorted());
      expect(listFor(ben)).toEqual([KEY]);
    }
    expect(values.all()).toEqual([SHORT, KEY, 'ollama', 'of-ann']);

    // One list and one finder until a value comes or goes, and then the earlier finder knows it, too.
    const before = masked.valuesFor(ben);
    const finder = finderOf(before);
    values.learn([SHORT], 'always');
    expect(masked.valuesFor(ben)).toBe(before);
    values.learn(['for-all'], 'always', 'everyone');
    expect(finderOf(masked.valuesFor(ben))).toBe(finder);
    expect(masked.valuesFor(ben)).toEqual([KEY, 'for-all']);
    values.forget(['of-ann'], ann);
    expect(masked.valuesFor(ann).toSorted()).toEqual([KEY, 'for-all'].toSorted());
    expect(values.all()).not.toContain('of-ann');
  },
);

verifies('people.secrets', 'no member finds a key character by character at the end of a text', () => {
  const text = `It is ${KEY.slice(0, 7)}…`;
  expect(secretMask([KEY]).cutText(text)).toBe('It is [redacted]…');
  expect(secretMask([KEY], 'half').cutText(text)).toBe(text);
  expect(secretMask([KEY], 'half').cutText(`It is ${KEY.slice(0, 14)}…`)).toBe('It is [redacted]…');
});

verifies('people.masking', 'a passphrase of one is no secret in the texts of another, a key is', () => {
  const values = new ValuesOfPeople();
  const masked = maskedFor(values, { id: owner });
  const PASSPHRASE = 'Rosengarten-2024!';
  values.learn([PASSPHRASE, KEY]);
  values.learn(['Wintergarten-2024!'], 'always', ann);
  expect(masked.unmistakableFor(owner)).toEqual([PASSPHRASE, KEY]);
  expect(masked.valuesFor(owner)).toEqual([PASSPHRASE, KEY]);
  expect(masked.unmistakableFor(ann).toSorted()).toEqual(['Wintergarten-2024!', KEY].toSorted());
  expect(masked.unmistakableFor(ben)).toEqual([KEY]);
  expect(masked.heldBackFor(ann)).toEqual(['Wintergarten-2024!']);
  expect(masked.heldBackFor(ben)).toEqual([]);
  expect(masked.heldBackFor(owner)).toBe(masked.unmistakableFor(owner));
});
