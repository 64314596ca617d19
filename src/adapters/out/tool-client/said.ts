import { quote } from '../../../core/kernel/quoted.ts';
import type { Quoted, Says } from '../../../core/kernel/says.ts';
import { say } from '../../../core/execution/tool-servers/says.ts';
import { cleanedLine } from '../../../core/execution/tool-servers/cleaned-text.ts';
import { toolServerLimits as limits } from '../../../core/execution/tool-servers/limits.ts';

/**
 * A stranger's words after a sentence of ours: cleaned and cut. Empty if there are none. Secrets in them are masked
 * later, and half of one would not be found then, so they are cut between words.
 */
export function said(words: unknown): readonly Says[] {
  // The page of an error is written for browsers.
  if (typeof words === 'string' && HTML.test(words.slice(0, 2_000))) return [say('server.html')];
  const clean = typeof words === 'string' ? wholeWords(cleanedLine(words, limits.saidChars), words) : '';
  return clean === '' ? [] : [say('server.own_words', { words: quote(clean) })];
}

/** @param clean what is shown of `words`; more than twice as much is not even cleaned */
function wholeWords(clean: string, words: string): string {
  if (!clean.endsWith('…') && words.length <= 2 * limits.saidChars) return clean;
  const whole = clean.replace(/\S*$/u, '').trimEnd();
  return whole === '' ? '' : `${whole} …`;
}

const HTML = /<!doctype html|<(?:html|head|body|title)[\s>]/iu;

/** An address in a sentence: without its query, in which there may be a key. */
export const shownUrl = ({ origin, pathname }: URL): Quoted =>
  quote(cleanedLine(`${origin}${pathname}`, limits.saidChars));
