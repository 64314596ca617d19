import { withoutCutLetters } from '../../contract/client.ts';

/** The text of a file, in the encodings that other programs write: by its mark, as UTF-8, or as windows-1252. */
export async function decoded(file: Blob): Promise<string> {
  const bytes = withoutCutLetters(new Uint8Array(await file.arrayBuffer()));
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : null;
  const mark = bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : wide;
  if (mark !== null) return new TextDecoder(mark).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
