import { visible } from '../parts/visible.ts';

/** A name or a path as it is shown: each character that has no shape of its own, or breaks a line, is a mark. */
export const shownName = (name: string): string =>
  visible(name).replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/gu, '\u{FFFD}');
