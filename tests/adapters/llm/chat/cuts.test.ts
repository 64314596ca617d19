import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { endings } from '../../../fixtures/chat/ends.ts';
import type { ChatFixture } from '../../../fixtures/chat/fixture.ts';
import { texts } from '../../../fixtures/chat/texts.ts';
import { thoughts } from '../../../fixtures/chat/thoughts.ts';
import { toolCalls } from '../../../fixtures/chat/tool-calls.ts';
import { vendors } from '../../../fixtures/chat/vendors.ts';
import { bytesOf, readingOf, type Reading } from './reading.ts';
import { verifies } from '../../../spec/verifies.ts';
import { tries } from '../../../harness/thinned.ts';

const all: readonly ChatFixture[] = [...texts, ...toolCalls, ...endings, ...vendors, ...thoughts];
const named = all.map((fixture): [string, ChatFixture] => [fixture.name, fixture]);

const offsetsOf = (bytes: Uint8Array): readonly number[] => [...bytes.keys()];

describe('Chat Completions stream: split anywhere by the network', () => {
  verifies('models.stream.one-end', 'in many pieces, at any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...all),
        fc.uniqueArray(fc.nat(4_000), { maxLength: 40 }),
        async (fixture, cuts) => {
          const bytes = bytesOf(fixture.wire);
          const at = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
          const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
          expect(await readingOf(...pieces)).toEqual(await readingOf(bytes));
        },
      ),
      { numRuns: tries(500) },
    );
  });
});

describe('Chat Completions stream: wherever it breaks off', () => {
  it.each(named)('at every byte: %s', async (_name, fixture) => {
    const bytes = bytesOf(fixture.wire);
    const whole = await readingOf(bytes);
    const wrong: string[] = [];
    for (const at of offsetsOf(bytes)) {
      const cut = await readingOf(bytes.subarray(0, at));
      const complaint = whatIsWrong(cut, whole);
      if (complaint !== null) wrong.push(`${at}: ${complaint}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** Only text that was said may be shown, and only calls of an answer that ended may run. */
function whatIsWrong(cut: Reading, whole: Reading): string | null {
  if (!whole.text.startsWith(cut.text)) return `the text ${JSON.stringify(cut.text)}`;
  if (!whole.thinking.startsWith(cut.thinking)) return `the thought ${JSON.stringify(cut.thinking)}`;
  if (cut.end.stop === 'failed') return cut.end.retryable || whole.end.stop === 'failed' ? null : 'no retry';
  // A stream without a failure ended by itself: all of it had arrived.
  if (cut.text !== whole.text || cut.thinking !== whole.thinking) return `a clean end after ${cut.text}`;
  const asked = [cut.end, whole.end].map((end) =>
    JSON.stringify(end.stop === 'tool_use' ? [end.toolCalls, end.thinking] : []),
  );
  if (asked[0] === asked[1]) return null;
  return cut.end.stop === 'tool_use' ? `the calls ${asked[0]}` : null;
}
