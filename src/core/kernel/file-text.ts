const MARK = '\ufeff';

/** A file as text. The byte order mark that some begin with is not part of it. */
export interface FileText {
  readonly text: string;
  readonly hasMark: boolean;
}

/** @returns null when the bytes are no UTF-8, or hold a NUL, which no text does */
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
