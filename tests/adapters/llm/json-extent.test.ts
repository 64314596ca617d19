import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CallInProgress } from '../../../src/adapters/out/llm/wire/chat/call-in-progress.ts';
import { JsonExtent } from '../../../src/adapters/out/llm/wire/json-extent.ts';

const extentOf = (...pieces: readonly string[]): boolean => {
  const extent = new JsonExtent();
  for (const piece of pieces) extent.add(piece);
  return extent.isClosed;
};

describe('the extent of a JSON object', () => {
  it('is closed at its end, and not before', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const text = JSON.stringify(object);
        const closed = [...text].map((_, at) => extentOf(...text.slice(0, at + 1)));
        expect(closed.indexOf(true)).toBe(closed.length - 1);
      }),
    );
  });

  it('does not close again after its end', () => {
    expect(extentOf('{"a":"}\\"{"', '}', ' \n')).toBe(true);
    for (const rest of ['}', '{}', 'x', '"']) expect(extentOf('{}', rest)).toBe(false);
  });

  it('costs linear time for a long file, however many braces it has', () => {
    const call = new CallInProgress();
    const more = { index: 0, id: null, name: null, extraContent: null };
    call.add({ ...more, id: 'a', name: 'write_file', arguments: '{"content":"' });
    for (let count = 0; count < 400_000; count++)
      call.add({ ...more, arguments: count % 2 === 0 ? '}' : '{}' });
    call.add({ ...more, arguments: '"}' });
    expect(call.isComplete).toBe(true);
  });

  it('costs about the same for each of very many pieces, whatever each ends with', () => {
    const add = (count: number, piece: string, isInText: boolean): void => {
      const call = new CallInProgress();
      const more = { index: 0, id: null, name: null, extraContent: null };
      call.add({ ...more, name: 'write_file', arguments: `{"content":"${'x'.repeat(50 * count)}` });
      if (!isInText) call.add({ ...more, arguments: '"}' });
      for (let at = 0; at < count; at += 1) {
        call.add({ ...more, arguments: piece });
        if (call.isComplete === isInText) throw new Error(`not what it is after piece ${at}`);
      }
    };
    for (const [piece, isInText] of [
      ['a line that ends with a tick: `', true],
      ['```', true],
      ['"}', true],
      ['\n', false],
    ] as const) {
      add(60_000, piece === '"}' ? '\\"}' : piece, isInText);
    }
  });

  it('may stand in a fence of Markdown, which ends it', () => {
    const callOf = (text: string): boolean[] => {
      const call = new CallInProgress();
      return Array.from(text, (sign) => {
        call.add({ index: 0, id: null, name: 'a', arguments: sign, extraContent: null });
        return call.isComplete;
      });
    };
    const fenced = '```json\n{"a":"```"}\n```';
    expect(callOf(fenced).indexOf(true)).toBe(fenced.length - 1);
    expect(callOf(`${fenced}\n`).at(-1)).toBe(true);
    for (const rest of ['`', 'x', '{}']) expect(callOf(fenced + rest).at(-1)).toBe(false);
    expect(callOf('```json\n[1]\n```')).not.toContain(true);
  });
});
