/**
 * Something that the engine says, as data: which sentence it is, and what it is about. `contract/words` makes words of it
 * in each language. A code is stable, and each room types its codes with their facts in a `says.ts` beside its model.
 */
export interface Says<Code extends string = string, Given extends Facts = Facts> {
  readonly code: Code;
  readonly facts: Given;
}

export interface Facts {
  readonly [name: string]: Fact;
}

/**
 * A text is a name that the engine has checked, such as a host, an id or one of a fixed set. What others wrote is `Quoted`
 * or a `QuotedValue`, and never a plain text.
 */
export type Fact = null | boolean | number | string | Quoted | QuotedValue | Says | readonly Fact[];

/** A text by someone else. It stands between quotation marks, and nothing of it is ever read as words of the engine. */
export interface Quoted {
  readonly quoted: string;
  /** Of the whole text, where the end of it is left out. */
  readonly length?: number;
}

/** A value by someone else, as JSON. */
export interface QuotedValue {
  readonly json: string;
  /** Of the whole JSON, where the end of it is left out. */
  readonly length?: number;
}

/** A sentence that is not facts: of an earlier version, or for a model, which is told in English. */
export const inText = (text: string): Says => ({ code: 'text', facts: { text } });

/** Whether some of it is not facts yet. */
export const isInText = (says: readonly Says[]): boolean =>
  says.some(({ code, facts }) => code === 'text' || Object.values(facts).some(hasText));

const hasText = (fact: Fact): boolean =>
  isList(fact)
    ? fact.some(hasText)
    : typeof fact === 'object' && fact !== null && 'code' in fact && isInText([fact]);

/** By code, the facts that a sentence needs. */
export type SaysMap<Map> = { readonly [Code in keyof Map]: Facts };

/** Any sentence of a room. */
export type SaysOf<Map extends SaysMap<Map>> = {
  [Code in keyof Map & string]: Says<Code, Map[Code]>;
}[keyof Map & string];

/** Sentences that need no facts. */
export type Plain<Code extends string> = Readonly<Record<Code, Record<never, never>>>;

/** Makes the sentences of a room: a code that it does not have, or a fact that is missing, does not compile. */
export const saying =
  <Map extends SaysMap<Map>>() =>
  <Code extends keyof Map & string>(
    code: Code,
    ...[facts = {} as Map[Code]]: Record<never, never> extends Map[Code]
      ? [facts?: Map[Code]]
      : [facts: Map[Code]]
  ): Says<Code, Map[Code]> => ({ code, facts });

/** What facts are made of, below lists and sentences. */
export type Leaf = Exclude<Fact, Says | readonly Fact[]>;

/** The texts in it, one after the other: names, and what others wrote. */
export const textsIn = (says: readonly Says[]): string =>
  says.flatMap(({ facts }) => Object.values(facts).map(textIn)).join(' ');

function textIn(fact: Fact): string {
  if (isList(fact)) return fact.map(textIn).join(' ');
  if (typeof fact !== 'object' || fact === null) return typeof fact === 'string' ? fact : '';
  if (isSays(fact)) return textsIn([fact]);
  return 'quoted' in fact ? fact.quoted : fact.json;
}

/** The same sentence with each of its facts changed; its codes and the names of its facts stay. */
export const withFacts = (says: Says, change: (leaf: Leaf) => Leaf): Says => ({
  code: says.code,
  facts: Object.fromEntries(
    Object.entries(says.facts).map(([name, fact]) => [name, changedFact(fact, change)]),
  ),
});

/** The same sentence with each text in it changed. */
export const withTexts = (says: Says, change: (text: string) => string): Says =>
  withFacts(says, (leaf) => {
    if (typeof leaf === 'string') return change(leaf);
    if (typeof leaf !== 'object' || leaf === null) return leaf;
    return 'quoted' in leaf ? { ...leaf, quoted: change(leaf.quoted) } : { ...leaf, json: change(leaf.json) };
  });

function changedFact(fact: Fact, change: (leaf: Leaf) => Leaf): Fact {
  if (isList(fact)) return fact.map((one) => changedFact(one, change));
  return isSays(fact) ? withFacts(fact, change) : change(fact);
}

const isList = (fact: Fact): fact is readonly Fact[] => Array.isArray(fact);
const isSays = (fact: Exclude<Fact, readonly Fact[]>): fact is Says =>
  typeof fact === 'object' && fact !== null && 'code' in fact;
