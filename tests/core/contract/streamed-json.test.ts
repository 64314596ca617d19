import { expect, test } from '@jest/globals';
import { eachShown, streamedJson } from '../../../src/contract/streamed-json.ts';

async function* pages<T>(...lists: readonly (readonly T[])[]): AsyncGenerator<readonly T[]> {
  for (const list of lists) yield list;
}

async function written(fields: object): Promise<{ readonly text: string; readonly pieces: number }> {
  const pieces: Uint8Array[] = [];
  for await (const piece of streamedJson(fields)) pieces.push(piece);
  return { text: Buffer.concat(pieces).toString(), pieces: pieces.length };
}

test('paged lists, nested lists and lazily read fields come as plain JSON', async () => {
  let seen = 0;
  const counted = eachShown(pages([1, 2], [], [3]), (item) => {
    seen += 1;
    return { item };
  });
  const { text } = await written({
    'a "b"': 'c\n\u{1F600}',
    none: pages(),
    empty: pages([], []),
    plain: [1, { a: null }],
    nothing: null,
    missing: undefined,
    list: counted,
    nested: pages([{ id: 1, inner: pages(['x'], ['y']) }], [{ id: 2, inner: pages() }]),
    seen: () => seen,
  });
  expect(JSON.parse(text)).toEqual({
    'a "b"': 'c\n\u{1F600}',
    none: [],
    empty: [],
    plain: [1, { a: null }],
    nothing: null,
    missing: null,
    list: [{ item: 1 }, { item: 2 }, { item: 3 }],
    nested: [
      { id: 1, inner: ['x', 'y'] },
      { id: 2, inner: [] },
    ],
    seen: 3,
  });
});

test('long answers come in pieces, and each page is read only after the last one was consumed', async () => {
  let asked = 0;
  async function* endless() {
    for (;;) {
      asked += 1;
      yield ['x'.repeat(40_000)];
    }
  }
  const reading = streamedJson({ list: endless() });
  await reading.next();
  await reading.next();
  expect(asked).toBeLessThan(4);
  await reading.return(undefined);
  const { pieces } = await written({
    list: pages(...Array.from({ length: 10 }, () => ['x'.repeat(40_000)])),
  });
  expect(pieces).toBeGreaterThan(5);
});
