import { isJsonObject, type Json } from '../../kernel/json.ts';
import { say } from '../../kernel/value-says.ts';
import type { Violation } from '../../ports/validator.ts';
import { placeOfKey, type ConfigFile, type ConfigPatch } from './model.ts';
import { keyRow } from './keys.ts';
import { at, pointerOf, type Path } from './path.ts';
import type { Fields } from './shapes.ts';

/** Replaces a secret in every answer. Sent back in the place of a secret, it means: keep the stored one. */
export const PLACEHOLDER = '[redacted]';

/** The fields beside a secret that decide where it is sent, each with its default. */
const ADDRESS = [
  ['provider', 'primary'],
  ['api_base_url', undefined],
] as const;

type Plain = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy with every secret replaced by `replace`. Takes any value, validated or not. */
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

/** Every secret in a file or a change, with its path. */
function secretsOf(values: Plain): readonly { readonly path: Path; readonly value: unknown }[] {
  const found: { path: Path; value: unknown }[] = [];
  withSecrets(values, (value, path) => {
    found.push({ path, value });
    return value;
  });
  return found;
}

/** The values that must not be shown or logged, from any value that was sent as a file or a change. */
export const secretValues = (values: unknown): readonly string[] =>
  isPlain(values)
    ? secretsOf(values)
        .map(({ value }) => value)
        .filter((value) => typeof value === 'string')
        .filter((value) => value !== PLACEHOLDER)
    : [];

/** A copy for display. */
export const redacted = <T extends ConfigFile>(values: T): T => withSecrets(values, () => PLACEHOLDER) as T;

/** The same without what is a placeholder, in a list or as a field. */
export const withoutPlaceholders = (value: Json): Json =>
  Array.isArray(value)
    ? value.filter((one) => one !== PLACEHOLDER).map(withoutPlaceholders)
    : isJsonObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, one]) => one !== PLACEHOLDER)
            .map(([name, one]) => [name, withoutPlaceholders(one)]),
        )
      : value;

/** The places where a file has a placeholder instead of a secret: such a file was copied from an answer. */
export const placeholdersIn = (values: ConfigFile): readonly string[] =>
  secretsOf(values)
    .filter(({ value }) => value === PLACEHOLDER)
    .map(({ path }) => pointerOf(path));

/** The change with its placeholders replaced by the secrets of `file`. */
export function withKeptSecrets(
  patch: ConfigPatch,
  file: ConfigFile,
): { readonly patch: ConfigPatch; readonly violations: readonly Violation[] } {
  const violations: Violation[] = [];
  const kept = withSecrets(patch, (value, path) => {
    if (value !== PLACEHOLDER) return value;
    const known = at(file, path);
    if (typeof known === 'string') return known;
    violations.push({ path: pointerOf(path), says: say('wrong.no_stored_key') });
    return value;
  });
  return { patch: kept, violations };
}

/**
 * Secrets that a change keeps by their placeholder while it changes their destination: no request allowed sending them
 * to a new address. (An `api_key` that the change does not mention stays bound to its own address, `withBoundKey`.)
 */
export function strayed(patch: ConfigPatch, file: ConfigFile, next: ConfigFile): readonly Violation[] {
  return secretsOf(next)
    .filter(
      ({ path }) =>
        at(patch, path) === PLACEHOLDER &&
        ADDRESS.some(([name, unset]) => beside(file, path, name, unset) !== beside(next, path, name, unset)),
    )
    .map(({ path }) => ({ path: pointerOf(path), says: say('wrong.other_place') }));
}

const beside = (values: Plain, path: Path, name: string, unset: unknown): unknown =>
  at(values, [...path.slice(0, -1), name]) ?? unset;

/**
 * The file with its `api_key` bound to its destination, so that a later change of provider or address cannot send the
 * key to another host unnoticed. `above` holds the values from the environment. A key that was set before any
 * destination is bound as soon as there is one.
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

/** The destination of an `api_key` that is withheld from the current provider; null when it is not withheld. */
export function strandedKey({ api_key: secret, api_key_for: bound, ...values }: ConfigFile): string | null {
  const place = placeOfKey(values);
  return secret === undefined || bound === undefined || place === null || bound === place ? null : bound;
}
