import { describe, expect, it } from '@jest/globals';
import type { ChatFixture } from '../../../fixtures/chat/fixture.ts';
import { texts } from '../../../fixtures/chat/texts.ts';
import { toolCalls } from '../../../fixtures/chat/tool-calls.ts';
import { bytesOf, readingOf } from './reading.ts';

/** What servers do to the frames beyond the standard, or rarely; the content stays the same. */
const framings: readonly (readonly [string, (wire: string) => string])[] = [
  ['no empty line at the end', (wire) => `${wire.trimEnd()}\n`],
  ['no empty lines between the events', (wire) => wire.replaceAll('\n\n', '\n')],
  ['empty lines before the first event', (wire) => `\n\n\n${wire}`],
  ['white space before the first event', (wire) => `${' '.repeat(99)}\n\n${wire}`],
  ['three empty lines between the events', (wire) => wire.replaceAll('\n\n', '\n\n\n\n')],
  ['comments', (wire) => wire.replaceAll(/^data:/gmu, ': ping\n\n:\n: data: {"no":1}\ndata:')],
  ['pings', (wire) => wire.replaceAll(/^data:/gmu, 'event: ping\ndata: {}\n\nevent: ping\n\ndata:')],
  ['field names twice', (wire) => wire.replaceAll(/^data: /gmu, 'data: data:')],
];

/** Bodies of events without names: a name would apply to everything that one framing puts into one event. */
const isFramed = ({ wire }: ChatFixture): boolean => wire.includes('data:') && !wire.includes('event:');

describe.each(framings)('Chat Completions stream framed with %s', (_what, framed) => {
  it('reads the same content', async () => {
    for (const { wire } of [...texts, ...toolCalls].filter(isFramed))
      expect(await readingOf(bytesOf(framed(wire)))).toEqual(await readingOf(bytesOf(wire)));
  });

  it('reads the same content byte by byte', async () => {
    const wire = texts[0]?.wire ?? '';
    const single = [...bytesOf(framed(wire))].map((byte) => Uint8Array.of(byte));
    expect(await readingOf(...single)).toEqual(await readingOf(bytesOf(wire)));
  });
});
