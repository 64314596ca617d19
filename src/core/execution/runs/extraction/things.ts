import type { ExtractedThings } from '../../../knowledge/graph/port.ts';
import { ENTITY_KINDS } from '../../../knowledge/graph/model.ts';
import { extractionLimits } from '../limits.ts';

/** People, organisations and things in the object that a model was asked for. What has another shape is left out. */
export function thingsIn(object: Readonly<Record<string, unknown>>): ExtractedThings {
  const { things, thingChars } = extractionLimits;
  const text = (value: unknown): string | null =>
    typeof value === 'string' && value.trim() !== '' && value.length <= thingChars ? value.trim() : null;
  const objectsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
    Array.isArray(value)
      ? value.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null)
      : [];
  return {
    entities: objectsIn(object['entities'])
      .slice(0, things)
      .flatMap(({ kind, name, aliases, ...more }) => {
        const [known, called] = [ENTITY_KINDS.find((one) => one === kind), text(name)];
        if (!known || called === null) return [];
        const details = Object.entries((more['detail'] ?? {}) as object).flatMap(([attribute, value]) => {
          const said = text(value);
          return said === null ? [] : [[attribute, said] as const];
        });
        return {
          kind: known,
          name: called,
          aliases: (Array.isArray(aliases) ? aliases : []).flatMap((one) => text(one) ?? []),
          detail: Object.fromEntries(details),
        };
      }),
    relations: objectsIn(object['relations'])
      .slice(0, things)
      .flatMap(({ from, kind, to, since, until }) => {
        const [one, how, two] = [text(from), text(kind), text(to)];
        if (one === null || how === null || two === null) return [];
        return { from: one, kind: how, to: two, since: text(since), until: text(until) };
      }),
  };
}
