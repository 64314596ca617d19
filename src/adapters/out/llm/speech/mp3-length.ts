/** Kilobits per second of layer III by the index in a frame's header: of MPEG-1, and of MPEG-2 and 2.5. */
const RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] as const;
const LOW_RATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160] as const;
/** Samples per second of MPEG-1; MPEG-2 has a half, 2.5 a quarter. */
const SAMPLES = [44_100, 48_000, 32_000] as const;
const HEADER = 4;
const TAG_HEADER = 10;

interface Frame {
  readonly bytes: number;
  readonly ms: number;
}

/** The length of an MP3 that comes in pieces: the sum of its frames (ISO 11172-3), without its tags (ID3v2). */
export class Mp3Length {
  #ms = 0;
  #skip = 0;
  #rest: Uint8Array = new Uint8Array();

  /** Null if there was no frame: it is no MP3. */
  get ms(): number | null {
    return this.#ms === 0 ? null : Math.round(this.#ms);
  }

  add(piece: Uint8Array): void {
    const skipped = Math.min(this.#skip, piece.length);
    this.#skip -= skipped;
    const bytes = joined(this.#rest, piece.subarray(skipped));
    let at = 0;
    while (at + HEADER <= bytes.length) {
      const isTag = bytes[at] === 0x49 && bytes[at + 1] === 0x44 && bytes[at + 2] === 0x33;
      if (isTag && at + TAG_HEADER > bytes.length) break;
      const frame = isTag ? { bytes: tagBytes(bytes.subarray(at)), ms: 0 } : frameAt(bytes, at);
      // Between frames there may be anything.
      at += frame?.bytes ?? 1;
      this.#ms += frame?.ms ?? 0;
    }
    this.#skip += Math.max(0, at - bytes.length);
    this.#rest = bytes.slice(Math.min(at, bytes.length));
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** Four bytes of seven bits each say how long it is behind its header. */
const tagBytes = (tag: Uint8Array): number =>
  TAG_HEADER + tag.subarray(6, TAG_HEADER).reduce((size, byte) => size * 128 + (byte & 0x7f), 0);

function frameAt(bytes: Uint8Array, at: number): Frame | null {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + HEADER);
  // Eleven bits set, then the version, and layer III.
  if (first !== 0xff || (second & 0xe6) !== 0xe2) return null;
  const version = (second >> 3) & 3;
  const rate = (version === 3 ? RATES : LOW_RATES)[third >> 4];
  const full = SAMPLES[(third >> 2) & 3];
  if (version === 1 || !rate || full === undefined) return null;
  const perSecond = version === 3 ? full : version === 2 ? full / 2 : full / 4;
  const samples = version === 3 ? 1_152 : 576;
  const padding = (third >> 1) & 1;
  return {
    bytes: Math.floor((samples / 8) * ((rate * 1_000) / perSecond)) + padding,
    ms: (samples / perSecond) * 1_000,
  };
}
