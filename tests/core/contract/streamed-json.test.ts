import { expect, test } from '@jest/globals';
import { streamedJson } from '../../../src/contract/streamed-json.ts';

async function* pages<T>(...lists: readonly (readonly T[])[]): AsyncGenerator<readonly T[]> {
  for (const list of lists) yield list;
}

async function written(fields: object): Promise<{ readonly text: string; readonly pieces: number }> {
  const pieces: Uint8Array[] = [];
  for await (const piece of streamedJson(fields)) pieces.push(piece);
  return { text: Buffer.concat(pieces).toString(), pieces: pieces.length };
}

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
