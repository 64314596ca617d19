/** Kinds of audio that are taken, by the usual ending of their files. */
export type AudioKind = 'mp3' | 'wav' | 'flac' | 'ogg' | 'webm' | 'm4a' | 'aac';

export const AUDIO_TYPES: Readonly<Record<AudioKind, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  webm: 'audio/webm',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
};

const ENDINGS: Readonly<Record<string, AudioKind>> = {
  mp3: 'mp3',
  mpga: 'mp3',
  wav: 'wav',
  flac: 'flac',
  ogg: 'ogg',
  oga: 'ogg',
  opus: 'ogg',
  webm: 'webm',
  m4a: 'm4a',
  mp4: 'm4a',
  aac: 'aac',
};

/**
 * The kind of audio by its first bytes; where they do not tell, by the ending of the name. Nothing else of a name is
 * used. Null: unknown.
 */
export function audioKind(bytes: Uint8Array, fileName: string | null): AudioKind | null {
  const ending = fileName?.slice(fileName.lastIndexOf('.') + 1).toLowerCase() ?? '';
  return kindOfBytes(bytes) ?? (Object.hasOwn(ENDINGS, ending) ? (ENDINGS[ending] ?? null) : null);
}

function kindOfBytes(bytes: Uint8Array): AudioKind | null {
  const at = (place: number, text: string): boolean =>
    Array.from(text).every((sign, index) => bytes[place + index] === sign.charCodeAt(0));
  if (at(0, 'RIFF') && at(8, 'WAVE')) return 'wav';
  if (at(0, 'fLaC')) return 'flac';
  if (at(0, 'OggS')) return 'ogg';
  if (at(0, '\u001AE\u00DF\u00A3')) return 'webm';
  if (at(4, 'ftyp')) return 'm4a';
  if (at(0, 'ID3')) return 'mp3';
  const [first = 0, second = 0] = bytes;
  // The sync word of MPEG audio; two bits of 0 behind it are AAC.
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  if ((second & 0x06) !== 0) return 'mp3';
  return (second & 0xf0) === 0xf0 ? 'aac' : null;
}
