import { factId, type PersonId } from '../../kernel/ids.ts';
import type { Source } from '../memory/model.ts';
import type { GraphChange } from './store.ts';
import { refuse } from './errors.ts';
import { graphLimits } from './limits.ts';
import {
  asFurther,
  FURTHER,
  furtherIn,
  TEXTS,
  type Entity,
  type EntityKind,
  type Fact,
  type FurtherDetail,
  type NameStatement,
  type StatedDetail,
} from './model.ts';
import { nameKey } from './names.ts';
import type { Checked } from './port.ts';
import { byAttribute, rankOf } from './view.ts';
import { say } from './says.ts';

/** What is known of an entity before a change. */
export interface Known {
  readonly entity: Entity;
  readonly names: readonly NameStatement[];
  readonly facts: readonly Fact[];
}

export interface Said {
  readonly source: Source;
  /** Who alone sees what is said; null: everybody. */
  readonly seenBy: PersonId | null;
  readonly confidence: number;
  readonly at: number;
  readonly nextId: () => string;
}

/** What everybody sees is no answer to those who do not see it; what one person alone sees takes the place only of the like. */
export const covers = (
  one: { readonly seenBy: PersonId | null },
  { seenBy }: Pick<Said, 'seenBy'>,
): boolean => one.seenBy === null || one.seenBy === seenBy;
export const mayReplace = (
  one: { readonly seenBy: PersonId | null },
  { seenBy }: Pick<Said, 'seenBy'>,
): boolean => seenBy === null || one.seenBy === seenBy;

/**
 * The changes that a new value of a detail makes. A value from the owner replaces what was there. Any other value
 * replaces those of less trusted sources, and stands beside the rest as a contradiction until the owner decides. Null
 * removes the detail, also from entities that were merged into this one. No changes if the value is there already.
 */
export function factChanges(
  { entity, facts }: Known,
  attribute: string,
  checked: Checked | null,
  said: Said,
): readonly GraphChange[] {
  const { source, seenBy, confidence, at, nextId } = said;
  const shown = byAttribute(entity, facts).get(attribute) ?? [];
  const own = shown.filter(({ about }) => about === entity.entityId);
  const key = checked?.key ?? null;
  const rank = rankOf({ source });
  // Only what was said of it alone: what a merge brought leaves again when that is taken back.
  const isSame = (fact: Fact): boolean =>
    fact.key === key && fact.value !== null && rankOf(fact) >= rank && covers(fact, said);
  const hasSame = own.some(isSame);
  const others = own.filter((fact) => !isSame(fact) && mayReplace(fact, said));
  const isText = TEXTS.has(attribute);
  const replaced = others.filter((fact) => {
    const before = rankOf(fact);
    return source.origin === 'user' || rank > before || fact.key === key || (isText && rank === before);
  });
  if (hasSame) return source.origin === 'user' ? replaced.map((fact) => superseded(fact, null, at)) : [];
  const answers = own.filter((fact) => covers(fact, said));
  if (checked === null && answers.length > 0 && answers.every(({ value }) => value === null)) return [];
  const id = factId(nextId());
  return [
    {
      change: 'fact.add',
      entityId: entity.entityId,
      factId: id,
      attribute,
      value: checked?.value ?? null,
      key,
      confidence,
      source,
      seenBy,
      at,
    },
    ...replaced.map((fact) => superseded(fact, id, at)),
  ];
}

/**
 * The notes after a text was appended to the existing ones, attributed to the more trusted source. Null if there are
 * no notes yet, or the text adds nothing.
 * @throws Refusal invalid_entity if both together are too long
 */
export function notesBelow(
  { entity, facts }: Known,
  details: ReadonlyMap<string, Checked | null>,
  line: string,
  by: Source,
): { readonly checked: Checked; readonly source: Source; readonly isBelow: boolean } | null {
  const given = details.get('notes');
  const before = byAttribute(entity, facts).get('notes')?.[0];
  if (!given || before?.value == null) return null;
  const { value } = before;
  // A line that is there already is not put below again.
  const there = new Set(value.split('\n'));
  const fresh = given.value.split('\n').filter((one) => one.trim() === '' || !there.has(one));
  const news = fresh.join('\n').trim();
  if (news === '')
    return { checked: { value, key: before.key ?? value.toLowerCase() }, source: by, isBelow: false };
  // Of what both say, the import can be taken back, and the owner is believed.
  const source = rankOf(before) >= rankOf({ source: by }) ? { ...before.source, tool: by.tool } : by;
  const all = `${value}\n${line}\n${news}`;
  if (all.length > graphLimits.valueChars)
    throw refuse.invalid_entity(
      { attribute: 'notes' },
      say('graph.long_with_others', { attribute: 'notes', most: graphLimits.valueChars }),
    );
  return { checked: { value: all, key: all.toLowerCase() }, source, isBelow: true };
}

/**
 * The further values of one detail that stand after some were added, by the source that is believed more; null: none is
 * new.
 */
export function furtherAdded(
  { entity, facts }: Known,
  attribute: FurtherDetail,
  details: ReadonlyMap<string, Checked | null>,
  by: Source,
): { readonly checked: Checked; readonly source: Source } | null {
  const given = details.get(attribute);
  if (!given) return null;
  const before = byAttribute(entity, facts)
    .get(attribute)
    ?.find(({ about }) => about === entity.entityId);
  const of = FURTHER[attribute];
  const known = new Set([
    ...furtherIn(before?.key ?? null),
    ...facts.flatMap((fact) => (fact.attribute === of && fact.key !== null ? [fact.key] : [])),
    ...(details.get(of) ? [details.get(of)!.key] : []),
  ]);
  const values = furtherIn(given.value);
  const fresh = furtherIn(given.key).flatMap((key, nth) =>
    known.has(key) ? [] : [{ key, value: values[nth] ?? key }],
  );
  if (fresh.length === 0) return null;
  const all = (list: string | null, part: 'key' | 'value') =>
    asFurther([...furtherIn(list), ...fresh.map((one) => one[part])]);
  const checked = { value: all(before?.value ?? null, 'value'), key: all(before?.key ?? null, 'key') };
  if (checked.value.length > graphLimits.valueChars)
    throw refuse.invalid_entity(
      { attribute },
      say('graph.long_with_others', { attribute, most: graphLimits.valueChars }),
    );
  const isBelieved = before !== undefined && rankOf(before) >= rankOf({ source: by });
  return { checked, source: isBelieved ? { ...before.source, tool: by.tool } : by };
}

/** The details that are stated anew of an entity, with what was shown before. */
export const statedIn = (
  changes: readonly GraphChange[],
  { entity, facts }: Known,
): readonly StatedDetail[] => {
  const shown = byAttribute(entity, facts);
  return changes.flatMap((one) =>
    one.change === 'fact.add' && one.entityId === entity.entityId
      ? [{ attribute: one.attribute, before: shown.get(one.attribute)?.[0]?.value ?? null, value: one.value }]
      : [],
  );
};

/** The values that were replaced. */
export const replacedIn = (
  changes: readonly GraphChange[],
  facts: readonly Fact[],
): readonly { readonly attribute: string; readonly value: string }[] => {
  const byNow = new Map(
    changes.flatMap((one) => (one.change === 'fact.add' ? [[one.factId, one.key] as const] : [])),
  );
  return changes.flatMap((one) => {
    const before =
      one.change === 'fact.supersede' ? facts.find(({ factId }) => factId === one.factId) : undefined;
    if (one.change !== 'fact.supersede' || before?.value == null) return [];
    const isOther = one.by === null || byNow.get(one.by) !== before.key;
    return isOther ? [{ attribute: before.attribute, value: before.value }] : [];
  });
};

const superseded = (fact: Fact, by: Fact['factId'] | null, at: number): GraphChange => ({
  change: 'fact.supersede',
  factId: fact.factId,
  by,
  at,
});

/** What a name adds: nothing if the entity shows it already. @throws Refusal invalid_entity */
export function nameChanges(
  { entity, names }: Known,
  text: string,
  said: Pick<Said, 'source' | 'seenBy' | 'at'>,
  hides = false,
): readonly GraphChange[] {
  const { source, seenBy, at } = said;
  const { name, key } = checkedName(entity.kind, text);
  const current = names.filter((one) => one.supersededAt === null && covers(one, said));
  const own = current.filter(({ about }) => about === entity.entityId);
  const isHidden = own.some((one) => one.hides && one.key === key);
  const isOwn = own.some((one) => !one.hides && one.key === key && one.text === name);
  if (hides ? isHidden : isOwn) return [];
  return [{ change: 'name.add', entityId: entity.entityId, text: name, key, hides, source, seenBy, at }];
}

/** @throws Refusal invalid_entity for a text that is no name */
export function checkedName(kind: EntityKind, text: string): { readonly name: string; readonly key: string } {
  const name = text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  if (name.length > graphLimits.nameChars)
    throw refuse.invalid_entity({}, say('graph.name_long', { most: graphLimits.nameChars }));
  const key = nameKey(kind, name);
  if (key === null) throw refuse.invalid_entity({}, say('graph.name_empty'));
  if (/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(name))
    throw refuse.invalid_entity({}, say('graph.name_lines'));
  return { name, key };
}
