/** The path to a nested value, one name for each level. */
export type Path = readonly string[];

/** Undefined where there is nothing; inherited properties do not count. */
export function at(values: unknown, path: Path): unknown {
  let found = values;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found;
}

/** As a JSON Pointer (RFC 6901). */
export const pointerOf = (path: Path): string =>
  path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

export const pathOf = (pointer: string): Path =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
