import { cleanedLine } from '../../../core/execution/tool-servers/cleaned-text.ts';
import { toolServerLimits as limits } from '../../../core/execution/tool-servers/limits.ts';

/**
 * A stranger's words in a sentence of ours: cleaned, cut and quoted. Empty if there are none. Secrets in them are masked
 * later, and half of one would not be found then, so they are cut between words.
 */
export function said(words: unknown): string {
  // The page of an error is written for browsers.
  if (typeof words === 'string' && HTML.test(words.slice(0, 2_000))) return ' It sent an HTML page.';
  const clean = typeof words === 'string' ? wholeWords(cleanedLine(words, limits.saidChars), words) : '';
  return clean === '' ? '' : ` In its own words: ${JSON.stringify(clean)}`;
}

/** @param clean what is shown of `words`; more than twice as much is not even cleaned */
function wholeWords(clean: string, words: string): string {
  if (!clean.endsWith('…') && words.length <= 2 * limits.saidChars) return clean;
  const whole = clean.replace(/\S*$/u, '').trimEnd();
  return whole === '' ? '' : `${whole} …`;
}

const HTML = /<!doctype html|<(?:html|head|body|title)[\s>]/iu;

/** An address in a sentence: without its query, in which there may be a key. */
export const shownUrl = ({ origin, pathname }: URL): string =>
  JSON.stringify(cleanedLine(`${origin}${pathname}`, limits.saidChars));
