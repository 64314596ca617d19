import { threadLimits } from '../../../conversation/threads/limits.ts';
import { UNTITLED, titleFrom } from '../../../conversation/threads/model.ts';

/** What a conversation is called by the text of a model; null if that is no name. It is somebody else's text: no markdown, one line. */
export function titleIn(text: string): string | null {
  const line = text.split(/[\r\n]+/u).find((one) => /[\p{L}\p{N}]/u.test(one));
  if (line === undefined) return null;
  const plain = line
    .replace(/\[(?<label>[^\]]*)\]\([^)]*\)/gu, '$<label>')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}]/gu, '')
    .replaceAll(/[*_`~]+/gu, '')
    .replace(/^\s*(?:#{1,6}|>|[-+•]|\d{1,2}[.)])\s+/u, '')
    .replace(/^\s*tit(?:le|el)\s*:\s*/iu, '')
    .replace(/^[\s"'“”„«»‘’]+|[\s"'“”„«»‘’.]+$/gu, '');
  const title = titleFrom(plain);
  return title === UNTITLED ? null : title;
}

/** It is no longer than a title, and names the conversation well enough. */
export const isTitleItself = (task: string): boolean =>
  Array.from(task.trim()).length <= threadLimits.titleChars;
