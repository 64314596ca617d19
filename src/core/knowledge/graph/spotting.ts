import type { EntityId } from '../../kernel/ids.ts';
import type { EntityKind } from './model.ts';
import { nameKey, sameName } from './names.ts';
import type { GraphStore } from './store.ts';

/** A name in a text, and the one entity that has it. */
export interface Spotted {
  readonly entityId: EntityId;
  /** As the text spells it. */
  readonly text: string;
}

/** Tokens of a text that are read, and of one name. */
const MOST_TOKENS = 150;
const LONGEST = 5;

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.&-]*/gu;
const UNSPACED_RUN = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u30fc\u3005・]{2,}/gu;
/** The kinds whose names are compared by different rules. */
const RULES: readonly EntityKind[] = ['person', 'organization', 'topic'];
const ruleOf = (kind: EntityKind): EntityKind => (RULES.includes(kind) ? kind : 'topic');

/**
 * The entities that a text names, by spellings of their names and aliases: longer names first, and no part of a longer
 * one. A name that several have names none of them. A person's single name counts only where no other name stands
 * beside it: "Anna Weber" does not speak of someone who is known as Anna.
 */
export async function spotted(store: Pick<GraphStore, 'holders'>, text: string): Promise<readonly Spotted[]> {
  const windows = windowsIn(text).map((window) => ({
    ...window,
    keys: new Set(RULES.flatMap((rule) => nameKey(rule, window.text) ?? [])),
  }));
  const keys = new Set(windows.flatMap((window) => [...window.keys]));
  if (keys.size === 0) return [];
  const holders = await store.holders([...keys]);
  if (holders.length === 0) return [];
  const found: Spotted[] = [];
  const taken: Window[] = [];
  for (const window of windows.toSorted((a, b) => b.until - b.from - (a.until - a.from) || a.from - b.from)) {
    if (taken.some((other) => window.from < other.until && other.from < window.until)) continue;
    const having = holders.filter(
      (one) =>
        window.keys.has(one.key) &&
        one.key === nameKey(ruleOf(one.kind), window.text) &&
        sameName(one.kind, one.text, window.text),
    );
    const ids = new Set(having.map(({ entityId }) => entityId));
    const [entityId] = ids;
    if (entityId === undefined) continue;
    const isPart = window.isSingle && window.hasNameBeside && having.some(({ kind }) => kind === 'person');
    // What several have, or what is a part of another name, is not looked at again by its parts.
    taken.push(window);
    if (ids.size === 1 && !isPart) found.push({ entityId, text: window.text });
  }
  return found;
}

interface Window {
  readonly text: string;
  readonly from: number;
  readonly until: number;
  readonly isSingle: boolean;
  readonly hasNameBeside: boolean;
}

function windowsIn(text: string): readonly Window[] {
  const tokens = [...text.matchAll(TOKEN)].slice(0, MOST_TOKENS).map(({ 0: token, index }) => ({
    token,
    from: index,
    until: index + token.length,
  }));
  const isBeside = (at: number, of: number): boolean => {
    const [other, one] = [tokens[at], tokens[of]];
    if (!other || !one) return false;
    const between = text.slice(Math.min(other.until, one.until), Math.max(other.from, one.from));
    // The first word of a sentence has a capital, whatever it is.
    const begins = at < of && /(?:^|[.!?…:]\s*)$/u.test(text.slice(Math.max(0, other.from - 3), other.from));
    return !begins && /^\s+$/u.test(between) && /^\p{Lu}\p{Ll}/u.test(other.token);
  };
  const windows: Window[] = [];
  for (let from = 0; from < tokens.length; from++)
    for (let until = from + 1; until <= Math.min(from + LONGEST, tokens.length); until++) {
      const [first, last] = [tokens[from], tokens[until - 1]];
      // Where there are capitals, a name begins with one, or with a digit.
      if (!first || !last || /^\p{Ll}/u.test(first.token)) continue;
      const spelled = text.slice(first.from, last.until).replace(/(?:['’]s|[.'’-]+)$/u, '');
      const isSingle = until - from === 1;
      const window = {
        from: first.from,
        until: first.from + spelled.length,
        isSingle,
        hasNameBeside: isSingle && (isBeside(from - 1, from) || isBeside(until, from)),
      };
      windows.push({ ...window, text: spelled });
      // A point at the end may belong to the name: "Acme Inc." or "Bob Jones Jr.".
      if (last.token.endsWith('.')) windows.push({ ...window, text: text.slice(first.from, last.until) });
    }
  for (const { 0: run, index } of text.matchAll(UNSPACED_RUN))
    for (let from = 0; from < run.length; from++)
      for (let until = from + 2; until <= Math.min(from + 10, run.length); until++)
        if (windows.length < MOST_TOKENS * LONGEST)
          windows.push({
            text: run.slice(from, until),
            from: index + from,
            until: index + until,
            isSingle: false,
            hasNameBeside: false,
          });
  return windows;
}
