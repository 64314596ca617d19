import { expect, test } from '@jest/globals';
import { Mp3Length } from '../../../../src/adapters/out/llm/speech/mp3-length.ts';
import { silentFrames } from '../../../servers/speech/fake-speech.ts';

const lengthOf = (bytes: Uint8Array, piece: number): number | null => {
  const length = new Mp3Length();
  for (let at = 0; at < bytes.length; at += piece) length.add(bytes.subarray(at, at + piece));
  return length.ms;
};
const frame = (bytes: number, ...header: number[]): Uint8Array => {
  const whole = new Uint8Array(bytes);
  whole.set(header);
  return whole;
};

test('an MP3 is as long as its frames, however it is cut, whatever stands between them', () => {
  const tag = new Uint8Array(10 + 300);
  tag.set([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 2, 44]);
  // What looks like a frame within a tag is none.
  tag.set([0xff, 0xfb, 0x90, 0x64], 100);
  const whole = Buffer.concat([
    tag,
    silentFrames(20),
    Uint8Array.of(1, 2, 3, 0xff, 0x49),
    // MPEG-1, 128 kbit/s, 44.1 kHz: without and with padding. Then MPEG-2.5, 32 kbit/s, 8 kHz.
    frame(417, 0xff, 0xfb, 0x90, 0x64),
    frame(418, 0xff, 0xfb, 0x92, 0x64),
    frame(288, 0xff, 0xe3, 0x48, 0xc4),
  ]);
  const ms = Math.round(20 * 24 + 2 * (1_152 / 44.1) + 72);
  for (const piece of [1, 2, 3, 7, 191, 192, 193, 5_000, whole.length])
    expect([piece, lengthOf(whole, piece)]).toEqual([piece, ms]);
});

test('what is no MP3 has no length', () => {
  for (const bytes of [
    new Uint8Array(),
    new Uint8Array(1_000),
    new Uint8Array(1_000).fill(0xff),
    Buffer.from('RIFF....WAVEfmt '),
    // Rates, versions and layers that do not exist.
    Uint8Array.of(0xff, 0xfb, 0xf0, 0, 0xff, 0xfb, 0x0c, 0, 0xff, 0xeb, 0x90, 0, 0xff, 0xf9, 0x90, 0),
  ])
    expect(lengthOf(bytes, 100)).toBeNull();
});
