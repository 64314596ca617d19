const MARK = '\ufeff';

/** A file as text, without a leading byte order mark. */
export interface FileText {
  readonly text: string;
  readonly hasMark: boolean;
}

/** @returns null if the bytes are not UTF-8, or contain a NUL, which text never does */
export function textIn(content: Uint8Array): FileText | null {
  if (content.includes(0)) return null;
  try {
    const whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
    const hasMark = whole.startsWith(MARK);
    return { text: hasMark ? whole.slice(MARK.length) : whole, hasMark };
  } catch {
    return null;
  }
}

export function bytesOf({ text, hasMark }: FileText): Uint8Array {
  return new TextEncoder().encode(hasMark ? MARK + text : text);
}
