/** A name that an entry may use where the question uses another one. */
export interface RelatedName {
  /** The name in the question. */
  readonly asked: string;
  readonly name: string;
  /** Up to 1: another name of the same, less for what is only related to it. */
  readonly weight: number;
}

/** What is known of the names in a question, besides its words. */
export interface Acquaintances {
  /** The strongest first, a few. Repeatable; takes a millisecond or two. */
  namesFor(question: string): Promise<readonly RelatedName[]>;
}
