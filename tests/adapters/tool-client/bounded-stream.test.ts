import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { verifies } from '../../spec/verifies.ts';
import { boundedStream } from '../../../src/adapters/out/tool-client/bounded-stream.ts';

const read = async (
  chunks: readonly (string | Buffer)[],
  maxBytes: number,
  isEvents = true,
): Promise<readonly string[]> => {
  const stream = boundedStream(Readable.from(chunks.map((chunk) => Buffer.from(chunk as string))), {
    maxBytes,
    isEvents,
    tooLong: () => new Error('too long'),
    failed: (error) => error as Error,
  });
  const parts: string[] = [];
  for await (const part of stream) parts.push(Buffer.from(part).toString());
  return parts;
};

const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', '\n', '\r'), minLength: 1, maxLength: 6 }), {
  maxLength: 8,
});
test('events are passed on whole, however they arrive', async () => {
  await fc.assert(
    fc.asyncProperty(pieces, async (chunks) => {
      const parts = await read(chunks, 1_000);
      expect(parts.join('')).toBe(chunks.join(''));
      for (const part of parts.slice(0, -1)) expect(part).toMatch(/[\r\n]$/u);
    }),
  );
});

test.each([
  ['lines', ['data: aaaa\n', 'data: aaaa\n', 'data: aaaa\n']],
  [
    'lines that end with CR and LF, each in its own chunk',
    ['data: aaaa\r', '\ndata: aaaa\r', '\ndata: aaaa\r', '\n'],
  ],
  ['one line', ['data: ', 'a'.repeat(40)]],
])('an event of too many %s is refused', async (_, chunks) => {
  await expect(read(chunks, 25)).rejects.toThrow('too long');
});

verifies('numbers.exact', 'a number that would be rounded comes as the text of its digits', async () => {
  const json = '{"id":12345678901234567890,"said":"ä \\"12345678901234567890","n":[1,1e3]}';
  const kept = json.replace(':12345678901234567890', ':"12345678901234567890"');
  const event = (data: string) => `id: 12345678901234567890\r\ndata: ${data}\r\n\r\n`;
  expect(await read([event(json), event('12345678901234567890 is no JSON')], 1_000)).toEqual([
    event(kept),
    event('12345678901234567890 is no JSON'),
  ]);
  expect(await read([json.slice(0, 12), json.slice(12)], 1_000, false)).toEqual([kept]);
  expect(await read([], 1_000, false)).toEqual([]);
});

test('many small events are not counted together', async () => {
  expect(
    await read(
      Array.from({ length: 100 }, () => 'data: aaaa\r\n\r\n'),
      25,
    ),
  ).toHaveLength(100);
});

test.each([true, false])(
  'letters of another encoding are read as they are meant; events: %p',
  async (isEvents) => {
    const bytes = Buffer.from('data: {"name":"J\xf6rg"}\n\ndata: x\n\n', 'latin1');
    const parts = await read([bytes.subarray(0, 12), bytes.subarray(12)], 1_000, isEvents);
    expect(parts.join('')).toBe('data: {"name":"Jörg"}\n\ndata: x\n\n');
  },
);
