import type { Things } from './things.ts';

/** One question about things of another, and the same about things that nobody has. */
export interface Pair<Question> {
  readonly ofAnother: Question;
  readonly ofNobody: Question;
  /** All of it is theirs; otherwise one thing beside own ones: of two ids in one question, each has to be looked at. */
  readonly isAll: boolean;
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** What of somebody's these questions are about. */
export function namedIn(
  questions: (of: Things) => readonly unknown[],
  some: Things,
): readonly (keyof Things)[] {
  const named = new Set<string | symbol>();
  questions(
    new Proxy(some, {
      get: (of, key) => {
        named.add(key);
        return Reflect.get(of, key);
      },
    }),
  );
  return [...named] as (keyof Things)[];
}

export interface Whose {
  readonly own: Things;
  readonly another: Things;
  readonly nobodys: Things;
}

export function pairsOf<Question>(
  questions: (of: Things) => readonly Question[],
  { own, another, nobodys }: Whose,
): readonly Pair<Question>[] {
  const pairs = (theirs: Things, unknown: Things, isAll: boolean): readonly Pair<Question>[] =>
    questions(theirs).flatMap((ofAnother, at) => {
      const ofNobody = questions(unknown)[at]!;
      return isSame(ofAnother, ofNobody) ? [] : [{ ofAnother, ofNobody, isAll }];
    });
  const named = namedIn(questions, own);
  const but = (key: keyof Things, of: Things): Things => ({ ...own, [key]: of[key] });
  const beside = named.flatMap((key) => pairs(but(key, another), but(key, nobodys), false));
  return [...pairs(another, nobodys, true), ...(named.length < 2 ? [] : beside)];
}

/** The text without what was asked for, so that the answers to two questions can be compared. */
export const withoutAsked = (text: string, asked: unknown): string =>
  textsIn(asked)
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, name) => left.replaceAll(name, '…'), text);

/** Those that are long enough to be names. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return value.length > 4 ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};
