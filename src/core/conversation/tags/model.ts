// Room: words on threads, to find them again.

import type { ThreadId } from '../../kernel/ids.ts';
import { refuse } from './errors.ts';
import { tagLimits } from './limits.ts';
import { say } from './says.ts';

/** A thread that has a tag. */
export interface TaggedThread {
  readonly tag: string;
  readonly threadId: ThreadId;
  readonly title: string;
}

/**
 * Commas separate tags in a list. Control characters, line breaks and invisible characters would disturb a terminal, or
 * make two tags look alike; only the joiner of emoji is allowed.
 */
const FORBIDDEN = /[,\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?!\u200D)\p{Cf}/u;

/**
 * The tag that a text names: trimmed, with single spaces, in lower case and in Unicode's composed form, so that two
 * spellings of one word are one tag.
 * @throws Refusal invalid_tag
 */
export function tagFrom(text: string): string {
  const tag = text
    .normalize('NFC')
    .trim()
    .replaceAll(/\p{Zs}+/gu, ' ')
    .toLowerCase();
  if (tag === '' || FORBIDDEN.test(tag)) throw refuse.invalid_tag({ tag: text });
  if (Array.from(tag).length > tagLimits.chars)
    throw refuse.invalid_tag({ tag: text }, say('tags.tag_long', { most: tagLimits.chars }));
  return tag;
}

/** @throws Refusal invalid_tag, too_many_tags */
export function tagsFrom(texts: readonly string[]): readonly string[] {
  const tags = [...new Set(texts.map(tagFrom))].toSorted();
  if (tags.length > tagLimits.perThread)
    throw refuse.too_many_tags({ tags: tags.length, most: tagLimits.perThread });
  return tags;
}
