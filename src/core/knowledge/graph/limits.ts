import { KIB } from '../../kernel/bytes.ts';

export const graphLimits = {
  nameChars: 200,
  aliases: 50,
  /** Characters of a description or notes, and of any other value. */
  valueChars: 10 * KIB,
  shortChars: 500,
  /** Characters of the kind of a relation. */
  relationKindChars: 60,
  queryChars: 200,
  /** Entities named in the refusal of an ambiguous name. */
  candidates: 10,
  /** Entities of one name that are told apart; there may be more. */
  ofOneName: 500,
  /** Names that a search reads before it ranks them. */
  searchedNames: 400,
  /** Words of a name or a question that a search reads. */
  searchedWords: 12,
  /** Relations and memories that one entity shows at once. */
  shownRelations: 200,
  shownMemories: 50,
  shownPast: 100,
  /** Organizations that a person is read to work for at once, the newest. */
  employers: 200,
  /** Entities and steps of a neighbourhood. */
  nodes: 300,
  depth: 4,
  /** Relations, mentions or facts that are erased at once: about 10 ms of the event loop. */
  erasedAtOnce: 200,
} as const;
