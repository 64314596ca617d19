/** The images that every provider that takes images takes. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Which kind of image begins with these bytes (12 are enough); null for anything else. */
export function pictureIn(bytes: Uint8Array): PictureType | null {
  const text = String.fromCharCode(...bytes.subarray(0, 12));
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  return text.startsWith('RIFF') && text.startsWith('WEBP', 8) ? 'image/webp' : null;
}

/** As its header says; null where that cannot be read. Linear in the bytes, and opens none of the image data. */
export function sizeOf(bytes: Uint8Array): Size | null {
  const size = headerOf(bytes);
  return size && size.width > 0 && size.height > 0 ? size : null;
}

function headerOf(bytes: Uint8Array): Size | null {
  const read = new Numbers(bytes);
  switch (pictureIn(bytes)) {
    case 'image/png':
      return { width: read.big(16, 4), height: read.big(20, 4) };
    case 'image/gif':
      return { width: read.little(6, 2), height: read.little(8, 2) };
    case 'image/webp':
      return webpSize(read);
    case 'image/jpeg':
      return jpegSize(read, bytes.length);
    case null:
      return null;
  }
}

/** The three forms of WebP: with a canvas, lossless, lossy. */
function webpSize(read: Numbers): Size | null {
  switch (read.text(12, 4)) {
    case 'VP8X':
      return { width: read.little(24, 3) + 1, height: read.little(27, 3) + 1 };
    case 'VP8L': {
      const sizes = read.little(21, 4);
      return { width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: read.little(26, 2) & 0x3fff, height: read.little(28, 2) & 0x3fff };
    default:
      return null;
  }
}

/** The size is in the first segment that begins a frame; all before it say how long they are. */
function jpegSize(read: Numbers, length: number): Size | null {
  for (let at = 2; at + 9 < length;) {
    if (read.big(at, 1) !== 0xff) return null;
    const kind = read.big(at + 1, 1);
    if (kind === 0xff) at += 1;
    else if (isFrame(kind)) return { width: read.big(at + 7, 2), height: read.big(at + 5, 2) };
    else at += 2 + Math.max(2, read.big(at + 2, 2));
  }
  return null;
}

/** SOF0 to SOF15, without the three of the same range that are tables. */
const isFrame = (kind: number): boolean => kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind);

/** Numbers in the bytes; what lies after their end reads as 0. */
class Numbers {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  big(at: number, length: number): number {
    return this.#sum(Array.from({ length }, (_, index) => at + index));
  }

  little(at: number, length: number): number {
    return this.#sum(Array.from({ length }, (_, index) => at + length - 1 - index));
  }

  text(at: number, length: number): string {
    return String.fromCharCode(...this.#bytes.subarray(at, at + length));
  }

  #sum(places: readonly number[]): number {
    return places.reduce((sum, place) => sum * 256 + (this.#bytes[place] ?? 0), 0);
  }
}
