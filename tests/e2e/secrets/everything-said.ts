import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** One output or stored item of the engine, and its place. */
export interface Said {
  readonly where: string;
  readonly bytes: Buffer | string;
}

/** Every file below a folder, byte for byte. */
export const filesIn = (folder: string): readonly Said[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ where: path.slice(folder.length + 1), bytes: readFileSync(path) }));

/** Every row of every table of a database: values that its pages split are whole here. */
export function rowsIn(folder: string, name: string): Said {
  const database = new Database(join(folder, name), { readonly: true });
  try {
    const tables = database
      .prepare(`select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'`)
      .all() as readonly { readonly name: string }[];
    const rows = tables.flatMap((table) =>
      database.prepare(`select * from "${table.name}"`).raw().all().flat(),
    );
    const bytes = rows.map((value) => (Buffer.isBuffer(value) ? value : Buffer.from(String(value))));
    return { where: name, bytes: Buffer.concat(bytes.flatMap((value) => [value, Buffer.from('\n')])) };
  } finally {
    database.close();
  }
}

/**
 * The command lines of a process and its children, as `ps` shows them, and the environment of the children.
 */
export function processesOf(pid: number): readonly Said[] {
  const fileOf = (of: string, name: string): string => {
    try {
      return readFileSync(`/proc/${of}/${name}`, 'utf8');
    } catch {
      // The process has ended.
      return '';
    }
  };
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map((child) => ({ child, parent: /^PPid:\t(\d+)$/mu.exec(fileOf(child, 'status'))?.[1] }));
  const below = (of: string): readonly string[] =>
    parents.filter(({ parent }) => parent === of).flatMap(({ child }) => [child, ...below(child)]);
  return [
    { where: 'arguments of the engine', bytes: fileOf(String(pid), 'cmdline') },
    { where: 'environment of the engine', bytes: fileOf(String(pid), 'environ') },
    ...below(String(pid)).flatMap((child) => [
      { where: 'arguments of a child', bytes: fileOf(child, 'cmdline') },
      { where: 'environment of a child', bytes: fileOf(child, 'environ') },
    ]),
  ];
}
