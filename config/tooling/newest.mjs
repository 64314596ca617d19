import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The latest change below a path, in ms; folders count too, so a deleted file is noticed. */
export function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
