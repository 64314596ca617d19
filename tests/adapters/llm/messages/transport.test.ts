import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { modelLimits } from '../../../../src/core/instance/models/limits.ts';
import { answerOf, textBlock, written } from '../../../servers/messages.ts';
import { samples, type Sample } from './recorded-style.ts';
import { bytesOf, replay, replayInExchange, type Replayed } from './replay.ts';
import { verifies } from '../../../spec/verifies.ts';
import { tries } from '../../../harness/thinned.ts';

const named = samples.map((sample) => [sample.name, sample] as const);

/** Samples of server-sent events, which alone have several spellings. */
const streamed = samples.filter(({ body }) => /^(?:event|data|:)/u.test(body));

const ways: readonly (readonly [name: string, rewrite: (body: string) => string])[] = [
  ['CRLF', (body) => body.replaceAll('\n', '\r\n')],
  ['CR', (body) => body.replaceAll('\n', '\r')],
  ['no space after the colon', (body) => body.replaceAll(/^(event|data): /gmu, '$1:')],
  ['no newline at the end', (body) => body.replace(/\n+$/u, '')],
  ['comments everywhere', (body) => body.replaceAll(/^/gmu, ': PROCESSING\n')],
  ['pings everywhere', (body) => body.replaceAll('\n\n', '\n\nevent: ping\ndata: {"type": "ping"}\n\n')],
  ['empty lines everywhere', (body) => body.replaceAll('\n\n', '\n\n\n\n')],
  ['ids and retries', (body) => body.replaceAll('\ndata:', '\nid: 7\nretry: 10\ndata:')],
  ['a byte order mark', (body) => `\uFEFF${body}`],
];

describe('the Messages wire accepts every spelling of a body', () => {
  it.each(ways)('%s', async (_name, rewrite) => {
    for (const { name, body } of streamed)
      expect({ name, ...(await replay(bytesOf(rewrite(body)))) }).toEqual({
        name,
        ...(await replay(bytesOf(body))),
      });
  });

  it('without event lines and without the empty lines between events', async () => {
    const body = written(answerOf('end_turn', textBlock(0, 'a', 'b')));
    const crowded = body.replaceAll(/^event: .*\n/gmu, '').replaceAll('\n\n', '\n');
    expect(crowded).not.toBe(body);
    expect(await replay(bytesOf(crowded))).toEqual(await replay(bytesOf(body)));
    expect(await replay(bytesOf(body.replaceAll('\n\n', '\n')))).toEqual(await replay(bytesOf(body)));
  });
});

describe('the Messages wire accepts bodies split anywhere', () => {
  it('byte by byte', async () => {
    for (const { body } of samples) {
      const bytes = bytesOf(body);
      const single = [...bytes].map((byte) => Uint8Array.of(byte));
      expect(await replay(...single)).toEqual(await replay(bytes));
    }
  });

  verifies('models.stream.one-end', 'in many pieces, at any position', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...samples),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 }),
        async ({ body }: Sample, places: readonly number[]) => {
          const bytes = bytesOf(body);
          const cuts = [...places.map((place) => Math.floor(place * bytes.length)), bytes.length];
          const pieces = cuts
            .toSorted((a, b) => a - b)
            .map((end, index, all) => bytes.subarray(index === 0 ? 0 : all[index - 1], end));
          expect(await replay(...pieces)).toEqual(await replay(bytes));
        },
      ),
      { numRuns: tries(300) },
    );
  });
});

describe('the Messages wire, when a body is cut off', () => {
  it.each(named)('at every byte: %s', async (_name, { body }) => {
    const bytes = bytesOf(body);
    const whole = await replay(bytes);
    for (let at = 0; at < bytes.length; at++) {
      const cut = await replay(bytes.subarray(0, at));
      const problem = wrongWith(cut, whole);
      if (problem !== null) expect({ at, problem, ...cut }).toBeNull();
    }
  });

  it('by a connection error, after every sample and in the middle of each', async () => {
    for (const { name, body } of samples) {
      const bytes = bytesOf(body);
      const whole = await replay(bytes);
      for (const at of [bytes.length, Math.floor(bytes.length / 2), 1]) {
        const cut = await replayInExchange(breaking(bytes.subarray(0, at)));
        const problem = wrongWith(cut, whole);
        if (problem !== null) expect({ name, at, problem, ...cut }).toBeNull();
      }
    }
  });
});

describe('the Messages wire, when a body never ends', () => {
  it('of one event or of many, is abandoned', async () => {
    const line = bytesOf(`data: ${'x'.repeat(1024 * 1024)}`);
    const events = Array.from({ length: 9 }, () => line);
    expect((await replay(...events)).end).toMatchObject({ stop: 'failed', retryable: false });
    const comment = bytesOf(`:${'x'.repeat(1024 * 1024)}\n`);
    const many = Array.from({ length: modelLimits.bodyChars / comment.length + 1 }, () => comment);
    expect((await replay(...many)).end).toMatchObject({ stop: 'failed', retryable: false });
  });
});

function wrongWith(cut: Replayed, whole: Replayed): string | null {
  if (!whole.text.startsWith(cut.text)) return 'the text is not a beginning of the whole';
  if (!whole.thinking.startsWith(cut.thinking)) return 'the thoughts are not a beginning of the whole';
  if (cut.end.stop === 'failed') return null;
  if (cut.end.stop !== whole.end.stop) return `it ended as ${cut.end.stop}`;
  const calls = (end: Replayed['end']) => JSON.stringify('toolCalls' in end ? end.toolCalls : []);
  return calls(cut.end) === calls(whole.end) ? null : 'its calls are not those of the whole';
}

function breaking(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream({
    pull: (controller) => {
      if (isSent) controller.error(new TypeError('terminated'));
      else controller.enqueue(bytes);
      isSent = true;
    },
  });
}
