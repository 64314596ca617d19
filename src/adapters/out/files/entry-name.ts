/**
 * The name of a path in a zip, where a backslash would separate folders: `%5C` stands for one, and `%255C` for a `%5C` in a
 * name. Different paths have different names.
 */
export const entryName = (path: string): string =>
  path.replaceAll(/\\|%(?=(?:25)*5C)/gu, (sign) => (sign === '\\' ? '%5C' : '%25'));
