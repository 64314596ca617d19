import { cleanedLine } from '../../../core/tool-servers/cleaned-text.ts';
import { toolServerLimits as limits } from '../../../core/tool-servers/limits.ts';

/** A stranger's words in a sentence of ours: cleaned, cut and quoted. Empty if there are none. */
export function said(words: unknown): string {
  // The page of an error is written for browsers.
  if (typeof words === 'string' && HTML.test(words.slice(0, 2_000))) return ' It sent an HTML page.';
  const clean = typeof words === 'string' ? cleanedLine(words, limits.saidChars) : '';
  return clean === '' ? '' : ` In its own words: ${JSON.stringify(clean)}`;
}

const HTML = /<!doctype html|<(?:html|head|body|title)[\s>]/iu;

/** An address in a sentence: without its query, in which there may be a key. */
export const shownUrl = ({ origin, pathname }: URL): string =>
  JSON.stringify(cleanedLine(`${origin}${pathname}`, limits.saidChars));
