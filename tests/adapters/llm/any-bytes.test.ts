import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { modelLimits } from '../../../src/core/instance/models/limits.ts';
import { endings } from '../../fixtures/chat/ends.ts';
import { texts } from '../../fixtures/chat/texts.ts';
import { thoughts } from '../../fixtures/chat/thoughts.ts';
import { toolCalls } from '../../fixtures/chat/tool-calls.ts';
import { vendors } from '../../fixtures/chat/vendors.ts';
import { tries } from '../../harness/thinned.ts';
import { callAnswer, callPart, textAnswer } from '../../servers/vertex.ts';
import { verifies } from '../../spec/verifies.ts';
import { samples } from './messages/recorded-style.ts';
import {
  bytesOf,
  chatReader,
  exchanged,
  geminiReader,
  messagesReader,
  readingOf,
  type Reading,
} from './reading.ts';

type Body = readonly [name: string, body: string];

const ofChat = [...texts, ...toolCalls, ...endings, ...vendors, ...thoughts];
const WIRES = [
  {
    wire: 'Chat Completions',
    reader: chatReader,
    bodies: ofChat.map(({ name, wire }): Body => [name, wire]),
  },
  { wire: 'Messages', reader: messagesReader, bodies: samples.map(({ name, body }): Body => [name, body]) },
  {
    wire: 'Gemini',
    reader: geminiReader,
    bodies: [
      ['a text', textAnswer('Grüße, ', 'Zoë 👋 ', 'aus der Wolke.').join('').replaceAll('\r', '')],
      ['calls', callAnswer(callPart('write_file', { path: 'ä', content: '👋' }), callPart('list')).join('')],
    ] as readonly Body[],
  },
];

/** What servers do to the frames; the content stays the same. */
const FRAMINGS: readonly (readonly [how: string, framed: (body: string) => string])[] = [
  ['CRLF', (body) => body.replaceAll('\n', '\r\n')],
  ['CR', (body) => body.replaceAll('\n', '\r')],
  ['no space after the colon', (body) => body.replaceAll(/^(event|data): /gmu, '$1:')],
  ['no end of the last line', (body) => body.trimEnd()],
  ['no empty line at the end', (body) => `${body.trimEnd()}\n`],
  ['white space and empty lines in front', (body) => `${' '.repeat(99)}\n\n\n${body}`],
  ['more empty lines', (body) => body.replaceAll('\n\n', '\n\n\n\n')],
  ['comments', (body) => body.replaceAll(/^/gmu, ': ping\n')],
  ['pings', (body) => body.replaceAll('\n\n', '\n\nevent: ping\ndata: {"type": "ping"}\n\n')],
  ['ids and retries', (body) => body.replaceAll('\ndata:', '\nid: 7\nretry: 10\ndata:')],
  ['field names twice', (body) => body.replaceAll(/^data: /gmu, 'data: data: ')],
  ['a byte order mark', (body) => `\uFEFF${body}`],
];
/** A name would apply to everything that they put into one event. */
const OF_NAMELESS: typeof FRAMINGS = [
  ['no empty lines between the events', (body) => body.replaceAll('\n\n', '\n')],
  ['comments that look like data', (body) => body.replaceAll(/^data:/gmu, ': data: {"no":1}\n\ndata:')],
  ['names for nothing', (body) => body.replaceAll(/^data:/gmu, 'event: ping\n\ndata:')],
];

const isFramed = ([, body]: Body): boolean => /^(?:event: \w+\n)?data: (?!data)/u.test(body);

describe.each(WIRES)('$wire: an answer', ({ reader, bodies }) => {
  const read = (...pieces: readonly Uint8Array[]) => readingOf(reader(), ...pieces);

  it.each(FRAMINGS)('framed with %s is the same', async (_how, framed) => {
    for (const [name, body] of bodies.filter(isFramed))
      expect({ name, ...(await read(bytesOf(framed(body)))) }).toEqual({
        name,
        ...(await read(bytesOf(body))),
      });
  });

  it.each(OF_NAMELESS)('without names, framed with %s is the same', async (_how, framed) => {
    for (const [name, body] of bodies.filter((one) => isFramed(one) && one[1].endsWith('\n\n'))) {
      const plain = body.replaceAll(/^event: .*\n/gmu, '');
      const whole = await read(bytesOf(plain));
      if (whole.end.stop !== 'failed')
        expect({ name, ...(await read(bytesOf(framed(plain)))) }).toEqual({ name, ...whole });
    }
  });

  it('is the same byte by byte', async () => {
    for (const [name, body] of bodies) {
      const bytes = bytesOf(body);
      const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
      expect({ name, ...(await read(...single)) }).toEqual({ name, ...(await read(bytes)) });
    }
  });

  verifies('models.stream.one-end', 'is the same in any pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...bodies),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 }),
        async ([, body], places) => {
          const bytes = bytesOf(body);
          const cuts = places.map((place) => Math.floor(place * bytes.length)).toSorted((a, b) => a - b);
          const pieces = [...cuts, bytes.length].map((end, nth) => bytes.subarray(cuts[nth - 1] ?? 0, end));
          expect(await read(...pieces)).toEqual(await read(bytes));
        },
      ),
      { numRuns: tries(300) },
    );
  });

  it.each(bodies)('that breaks off at any byte is no other answer: %s', async (_name, body) => {
    const bytes = bytesOf(body);
    const whole = await read(bytes);
    const wrong: string[] = [];
    for (const at of bytes.keys()) {
      const problem = whatIsWrong(await read(bytes.subarray(0, at)), whole);
      if (problem !== null) wrong.push(`${at}: ${problem}`);
    }
    for (const at of [bytes.length, bytes.length >> 1, 1]) {
      const problem = whatIsWrong(await exchanged(reader(), bytes.subarray(0, at), true), whole);
      if (problem !== null) wrong.push(`broken at ${at}: ${problem}`);
    }
    expect(wrong).toEqual([]);
  });
});

it('a body of comments without an end is given up', async () => {
  const comment = bytesOf(`:${'x'.repeat(1024 * 1024)}\n`);
  const many = Array.from({ length: modelLimits.bodyChars / comment.length + 1 }, () => comment);
  expect((await readingOf(messagesReader(), ...many)).end).toMatchObject({
    stop: 'failed',
    retryable: false,
  });
});

/** Only text that was said may be shown, and only calls of an answer that ended may run. */
function whatIsWrong(cut: Reading, whole: Reading): string | null {
  if (!whole.text.startsWith(cut.text)) return `the text ${JSON.stringify(cut.text)}`;
  if (!whole.thinking.startsWith(cut.thinking)) return `the thought ${JSON.stringify(cut.thinking)}`;
  if (cut.end.stop === 'failed') return cut.end.retryable || whole.end.stop === 'failed' ? null : 'no retry';
  // A stream without a failure ended by itself: all of it had arrived.
  if (cut.text !== whole.text || cut.thinking !== whole.thinking) return `a clean end after ${cut.text}`;
  const [asked, all] = [cut.end, whole.end].map((end) =>
    JSON.stringify(end.stop === 'tool_use' ? [end.toolCalls, end.thinking] : []),
  );
  if (cut.end.stop === 'tool_use' && asked !== all) return `the calls ${asked}`;
  return null;
}
