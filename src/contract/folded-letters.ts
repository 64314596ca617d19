/**
 * Bytes of a text in UTF-8 without the line folds that cut a letter, as programs write that fold vCards by bytes. The same
 * bytes if there are none, or if the rest is no UTF-8.
 */
export function withoutCutLetters(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    at += foldAt(bytes, at);
    whole[length] = bytes[at]!;
    length += 1;
  }
  if (length === bytes.length) return bytes;
  const joined = whole.subarray(0, length);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(joined);
    return joined;
  } catch {
    return bytes;
  }
}

/** The length of a fold between two bytes of one letter; 0 if there is none. In UTF-8 no letter begins as it goes on. */
function foldAt(bytes: Uint8Array, at: number): number {
  if ((bytes[at - 1] ?? 0) < 0x80) return 0;
  const end = bytes[at] === 0x0d ? at + 1 : at;
  const isFold = bytes[end] === 0x0a && (bytes[end + 1] === 0x20 || bytes[end + 1] === 0x09);
  return isFold && (bytes[end + 2] ?? 0) >> 6 === 2 ? end + 2 - at : 0;
}
