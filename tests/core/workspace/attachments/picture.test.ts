import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MediaTypeFinder } from '../../../../src/core/workspace/attachments/media-type.ts';
import { pictureIn, sizeOf } from '../../../../src/core/workspace/attachments/picture.ts';
import { verifies } from '../../../spec/verifies.ts';

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((sign) => sign.charCodeAt(0)) : part)),
  );

/** 300 wide and 200 high: 0x012c and 0x00c8. */
const pictures: Readonly<Record<string, Uint8Array>> = {
  'image/png': bytes(
    '\x89PNG\r\n\x1a\n',
    [0, 0, 0, 13],
    'IHDR',
    [0, 0, 1, 0x2c, 0, 0, 0, 0xc8, 8, 6, 0, 0, 0],
  ),
  'image/gif': bytes('GIF89a', [0x2c, 1, 0xc8, 0]),
  // A JFIF segment and a table before the frame.
  'image/jpeg': bytes(
    [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc4, 0, 3, 9, 0xff, 0xff, 0xc2, 0, 17, 8, 0, 0xc8, 1, 0x2c],
    [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1],
  ),
  'image/webp': bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 0x2b, 1, 0, 0xc7, 0, 0]),
};
const webps: Readonly<Record<string, Uint8Array>> = {
  lossless: bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [5, 0, 0, 0, 0x2f, 0x2b, 0xc1, 0x31, 0]),
  lossy: bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 0x2c, 1, 0xc8, 0]),
};

describe.each(Object.entries(pictures))('%s', (type, picture) => {
  verifies('attachments.media-type', 'is known by its bytes, with its size', () => {
    expect(pictureIn(picture)).toBe(type);
    expect(sizeOf(picture)).toEqual({ width: 300, height: 200 });
    for (let length = 0; length < picture.length; length++)
      expect(() => sizeOf(picture.subarray(0, length))).not.toThrow();
  });
});

test.each(Object.entries(webps))('a %s WebP has its size in another place', (_, picture) => {
  expect(sizeOf(picture)).toEqual({ width: 300, height: 200 });
});

test('a JPEG has its size in the first of its segments that is a frame and not a table', () => {
  const [beforeFrame, afterKind] = [
    [0xff, 0xd8, 0xff],
    [0, 8, 8, 0, 0xc8, 1, 0x2c, 3],
  ];
  const kinds = Array.from({ length: 0x100 }, (_, kind) => kind);
  const frames = kinds.filter((kind) => sizeOf(bytes([...beforeFrame, kind, ...afterKind])) !== null);
  expect(frames).toEqual([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
});

verifies('attachments.media-type', 'the pieces in which a file arrives do not matter', () => {
  const files = fc.oneof(
    fc.constantFrom(...Object.values(pictures)),
    fc.string({ unit: 'binary' }).map((text) => new TextEncoder().encode(text.toWellFormed())),
    fc.uint8Array({ maxLength: 60 }),
    fc.constant(bytes('%PDF-1.7\n')),
  );
  const found = (pieces: readonly Uint8Array[]): string => {
    const finder = new MediaTypeFinder();
    for (const piece of pieces) finder.take(piece);
    return finder.found();
  };
  fc.assert(
    fc.property(files, fc.integer({ min: 1, max: 7 }), (file, length) => {
      const pieces = Array.from({ length: Math.ceil(file.length / length) }, (_, at) =>
        file.subarray(at * length, (at + 1) * length),
      );
      expect(found(pieces)).toBe(found([file]));
    }),
  );
});
