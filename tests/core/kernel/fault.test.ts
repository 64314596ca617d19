import { expect } from '@jest/globals';
import { faultFacts, faultLine } from '../../../src/core/kernel/fault.ts';
import { verifies } from '../../spec/verifies.ts';

const SECRET = 'Hunter';

const thrownBy = (act: () => unknown): unknown => {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
};

verifies(
  'security.fault-facts',
  'an error reports class, code and location, and nothing that it quotes',
  () => {
    const faults: Readonly<Record<string, unknown>> = {
      'an expression that is too large or none': thrownBy(() => new RegExp(`(${SECRET}`, 'u')),
      'text that is no JSON': thrownBy(() => JSON.parse(`{"${SECRET}`)),
      'an address that is none': thrownBy(() => new URL(`http://${SECRET} x`)),
      'a message with lines like frames': new TypeError(`x\n    at ${SECRET} (/${SECRET}/a.ts:1:2)`),
      'a message that was changed': Object.assign(new Error(`x\n    at ${SECRET} (${SECRET}:1:2)\nx`), {
        message: 'y',
      }),
      'a name, a code and more': Object.assign(new Error(SECRET), {
        name: `${SECRET} 1`,
        code: `${SECRET}-1`,
        input: SECRET,
      }),
      'causes without end': Object.assign(new Error(SECRET), { cause: new Error(SECRET, { cause: SECRET }) }),
      'a text': SECRET,
      nothing: null,
      'what cannot be read': new Proxy(
        {},
        {
          get: () => {
            throw new Error(SECRET);
          },
        },
      ),
    };
    for (const [what, fault] of Object.entries(faults)) {
      const told = `${faultLine(faultFacts(fault))}${JSON.stringify(faultFacts(fault))}`;
      expect([what, told.includes(SECRET)]).toEqual([what, false]);
    }
    const error = Object.assign(new TypeError(SECRET), { code: 'ENOENT', cause: new RangeError(SECRET) });
    expect(faultFacts(error)).toMatchObject({
      name: 'TypeError',
      code: 'ENOENT',
      frames: expect.arrayContaining([
        expect.stringMatching(/core\/kernel\/fault\.test\.ts:\d+:\d+$/u),
      ]) as unknown,
      cause: { name: 'RangeError' },
    });
  },
);
