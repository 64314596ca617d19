import type { Violation } from '../ports/validator.ts';
import { placeOfKey, type ConfigFile, type ConfigPatch } from './model.ts';
import { keyRow } from './keys.ts';
import { at, pointerOf, type Path } from './path.ts';
import type { Fields } from './shapes.ts';

/** Stands for a secret in every answer; sent back at the place of a secret it means: keep the one you have. */
export const PLACEHOLDER = '[redacted]';

/** What decides, beside a secret, where it is sent to; and what an absent one stands for. */
const ADDRESS = [
  ['provider', 'primary'],
  ['api_base_url', undefined],
] as const;

type Plain = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy in which every secret is what `replace` makes of it; of any value, also of one that no schema has seen. */
function withSecrets(values: Plain, replace: (secret: unknown, path: Path) => unknown): Plain {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const row = keyRow(name);
      if (row?.secret) return [name, replace(value, [name])];
      return [name, row?.value.fields ? inside(value, row.value.fields, [name], replace) : value];
    }),
  );
}

function inside(
  value: unknown,
  fields: Fields,
  path: Path,
  replace: (secret: unknown, path: Path) => unknown,
): unknown {
  const object = (name: string, given: unknown): unknown =>
    isPlain(given)
      ? Object.fromEntries(
          Object.entries(given).map(([field, content]) => [
            field,
            Object.hasOwn(fields, field) && fields[field]?.secret
              ? replace(content, [...path, name, field])
              : content,
          ]),
        )
      : given;
  if (Array.isArray(value)) return value.map((item, index) => object(String(index), item));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, object(name, item)]));
}

/** Every secret in a file or a change, where it stands. */
function secretsOf(values: Plain): readonly { readonly path: Path; readonly value: unknown }[] {
  const found: { path: Path; value: unknown }[] = [];
  withSecrets(values, (value, path) => {
    found.push({ path, value });
    return value;
  });
  return found;
}

/** The values that must not be shown or logged, in any value that was meant as a file or a change. */
export const secretValues = (values: unknown): readonly string[] =>
  isPlain(values)
    ? secretsOf(values)
        .map(({ value }) => value)
        .filter((value) => typeof value === 'string')
        .filter((value) => value !== PLACEHOLDER)
    : [];

/** A copy to be shown. */
export const redacted = <T extends ConfigFile>(values: T): T => withSecrets(values, () => PLACEHOLDER) as T;

/** Where a placeholder stands in the place of a secret: a file that holds one was copied from an answer. */
export const placeholdersIn = (values: ConfigFile): readonly string[] =>
  secretsOf(values)
    .filter(({ value }) => value === PLACEHOLDER)
    .map(({ path }) => pointerOf(path));

/** The change with the secrets of `file` in the place of its placeholders. */
export function withKeptSecrets(
  patch: ConfigPatch,
  file: ConfigFile,
): { readonly patch: ConfigPatch; readonly violations: readonly Violation[] } {
  const violations: Violation[] = [];
  const kept = withSecrets(patch, (value, path) => {
    if (value !== PLACEHOLDER) return value;
    const known = at(file, path);
    if (typeof known === 'string') return known;
    violations.push({
      path: pointerOf(path),
      message: `is "${PLACEHOLDER}", which keeps a key, and there is none to keep: give the key itself`,
    });
    return value;
  });
  return { patch: kept, violations };
}

/**
 * Secrets that a change keeps by their placeholder, while what they go to becomes another: no request said that they may
 * be told to a new address. (An `api_key` that the change does not mention stays bound to its own, `withBoundKey`.)
 */
export function strayed(patch: ConfigPatch, file: ConfigFile, next: ConfigFile): readonly Violation[] {
  return secretsOf(next)
    .filter(
      ({ path }) =>
        at(patch, path) === PLACEHOLDER &&
        ADDRESS.some(([name, unset]) => beside(file, path, name, unset) !== beside(next, path, name, unset)),
    )
    .map(({ path }) => ({
      path: pointerOf(path),
      message: `was given for another ${ADDRESS.map(([name]) => name).join(' or ')}: give the key again, or take it out`,
    }));
}

const beside = (values: Plain, path: Path, name: string, unset: unknown): unknown =>
  at(values, [...path.slice(0, -1), name]) ?? unset;

/**
 * The file with its `api_key` bound to what it was given for, so that a change of provider or address, made later
 * and by a person who does not think of the key, does not send it to another host. `above` is what the environment
 * says. A key that was given before anything said where it would go is bound when something does.
 */
export function withBoundKey(
  patch: ConfigPatch,
  file: ConfigFile,
  next: ConfigFile,
  above: ConfigFile,
): ConfigFile {
  const { api_key_for: bound, ...rest } = next;
  if (rest.api_key === undefined) return patch.api_key === null ? rest : next;
  const isGiven = typeof patch.api_key === 'string' && patch.api_key !== PLACEHOLDER;
  const before = bound ?? placeOfKey({ ...file, ...above });
  const place = isGiven || before === null ? placeOfKey({ ...next, ...above }) : before;
  const said = typeof patch.api_key_for === 'string' ? patch.api_key_for : place;
  return said === null ? rest : { ...rest, api_key_for: said };
}

/** Where an `api_key` stays that is not sent to the provider that is set up now; null when it is, or may be. */
export function strandedKey({ api_key: secret, api_key_for: bound, ...values }: ConfigFile): string | null {
  const place = placeOfKey(values);
  return secret === undefined || bound === undefined || place === null || bound === place ? null : bound;
}
