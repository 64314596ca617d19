import type { LinkedThread, LinkPosition } from '../graph/model.ts';
import type { Says } from '../../kernel/says.ts';
import type { Whose } from '../../trust/people/model.ts';
import type { EntityId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { CardVersion, ContactKind } from './model.ts';

/** The conversations that speak of contacts. */
export interface ContactThreads {
  /** Their own that are linked with one of these, the newest first. */
  of(
    whose: Whose,
    ids: readonly EntityId[],
    limit: number,
    after: LinkPosition | null,
  ): Promise<Page<LinkedThread, LinkPosition>>;
}

/** A contact as others exchange it: all texts as they were written, unchecked. */
export interface Card {
  /** The line of the text that it begins on, from 1. */
  readonly line: number;
  readonly uid: string | null;
  readonly kind: ContactKind;
  readonly name: string;
  /** The preferred one first. */
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly company: string | null;
  readonly role: string | null;
  /** In ISO 8601, or as it was written if it is none. */
  readonly birthday: string | null;
  readonly websites: readonly string[];
  readonly type: string | null;
  readonly source: string | null;
  readonly language: string | null;
  readonly notes: string | null;
  readonly tags: readonly string[];
}

/** A card that was read, with what is not written again. */
export interface ReadCard extends Card {
  readonly nickname: string | null;
  /** What mail addresses, numbers and websites are called, by themselves. */
  readonly labels: ReadonlyMap<string, string>;
  /** What a contact has no detail for, each as a line for its notes. */
  readonly details: readonly string[];
  /** What cannot be read and was left out. */
  readonly remarks: readonly Says[];
  /** The properties that say something of the contact that is not read, such as PHOTO. */
  readonly ignored: readonly string[];
}

/** Reads and writes vCards (RFC 2426 and RFC 6350). Pure. */
export interface Cards {
  /** Reads at most `most` cards; of each that cannot be read, why. */
  parse(
    text: string,
    most: number,
  ): {
    readonly cards: readonly ReadCard[];
    readonly problems: readonly {
      readonly line: number;
      readonly name: string | null;
      readonly problem: Says;
    }[];
    /** There are more than `most`. */
    readonly hasMore: boolean;
  };
  write(cards: readonly Card[], version: CardVersion): string;
}
