import type { files } from '../../../contract/agent/files.ts';
import type { ResultNamed } from '../../../contract/row.ts';
import { workspaceLimits } from '../../../core/files/limits.ts';
import { own, told, type Material, type Renderers, type Told } from './told.ts';

type Result<Name extends (typeof files)[number]['name']> = ResultNamed<typeof files, Name>;
type ListedFolder = Result<'list_files'>;

const { listEntries, listChars, readBytes } = workspaceLimits;

export const filesTold: Renderers<(typeof files)[number]> = {
  write_file: ({ created, path, sizeBytes }) =>
    told`${own(created ? 'Created' : 'Replaced')} ${own(path)} (${sizeBytes} bytes).`,
  read_file: toldFile,
  edit_file: toldEdit,
  delete_file: ({ path }) => told`Deleted ${own(path)}.`,
  rename_file: ({ from, to }) => told`Renamed ${own(from)} to ${own(to)}.`,
  list_files: toldFolder,
};

function toldFile({ path, sizeBytes, content }: Result<'read_file'>, material: Material): Told {
  if (content === 'empty') return told`The file is empty.`;
  if (content === 'binary')
    return told`This is a binary file of ${sizeBytes} bytes, not UTF-8 text. Its content cannot be shown.`;
  const { from, to, lines, isCut, text } = content;
  const rest = to < lines ? told` Continue with offset ${to + 1}.` : told``;
  const cut = isCut
    ? told` This line is longer than ${readBytes} bytes; only its beginning is shown.`
    : told``;
  const range = from === to ? told`Line ${from}` : told`Lines ${from} to ${to}`;
  const note = told`${range} of ${lines}, in a file of ${sizeBytes} bytes.${cut}${rest}`;
  return told`${note}\n${material(`file ${path}`, text)}`;
}

function toldEdit({ path, sizeBytes, places, lines }: Result<'edit_file'>): Told {
  const spans = new Set(lines.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`)));
  const all = [...spans].join(', ');
  const where = /^\d+$/u.test(all) ? `line ${all}` : `lines ${all}`;
  const more = places > lines.length ? told` and ${places - lines.length} more places` : told``;
  return told`Edited ${own(path)} (${sizeBytes} bytes): ${own(where)}${more}.`;
}

function toldFolder({ entries, isAll }: ListedFolder, material: Material): Told {
  if (entries.length === 0) return isAll ? told`This folder is empty.` : TOO_MANY;
  const shown: string[] = [];
  let left: number = listChars;
  for (const line of entries.map(entryLine)) {
    left -= line.length + 1;
    if (left < 0) break;
    shown.push(line);
  }
  const isWhole = isAll && shown.length === entries.length;
  const count = told`${shown.length} ${own(shown.length === 1 ? 'entry' : 'entries')}.`;
  const note = isWhole ? count : told`The first ${count} ${TOO_MANY}`;
  return told`${note}\n${material('names in the workspace', shown.join('\n'))}`;
}

const TOO_MANY = told`There are more than can be listed at once (${listEntries}): list one of its folders, or with less depth.`;

/** A name that could look like two lines, or like more than a name, is quoted as JSON. */
function entryLine({ path, type, sizeBytes }: ListedFolder['entries'][number]): string {
  const joined = path.join('/');
  const name = /[\p{Cc}\p{Zl}\p{Zp}"]/u.test(joined) ? JSON.stringify(joined) : joined;
  if (type === 'folder') return `${name}/`;
  return type === 'file' ? `${name} (${sizeBytes} bytes)` : `${name} (${WHAT_ELSE[type]})`;
}

const WHAT_ELSE = { link: 'a link, not followed', other: 'no file' } as const;
