import type { files } from '../../../contract/agent/files.ts';
import type { ResultNamed } from '../../../contract/row.ts';
import { workspaceLimits } from '../../../core/workspace/files/limits.ts';
import { trusted, modelText, type MarkUntrusted, type Renderers, type ModelText } from './model-text.ts';

type Result<Name extends (typeof files)[number]['name']> = ResultNamed<typeof files, Name>;
type ListedFolder = Result<'list_files'>;

const { listEntries, listChars, readBytes } = workspaceLimits;

export const filesRenderers: Renderers<(typeof files)[number]> = {
  write_file: ({ created, path, sizeBytes }) =>
    modelText`${trusted(created ? 'Created' : 'Replaced')} ${trusted(path)} (${sizeBytes} bytes).`,
  read_file: toldFile,
  edit_file: toldEdit,
  delete_file: ({ path }) => modelText`Deleted ${trusted(path)}.`,
  rename_file: ({ from, to }) => modelText`Renamed ${trusted(from)} to ${trusted(to)}.`,
  list_files: toldFolder,
};

function toldFile({ path, sizeBytes, content }: Result<'read_file'>, marked: MarkUntrusted): ModelText {
  if (content === 'empty') return modelText`The file is empty.`;
  if (content === 'binary')
    return modelText`This is a binary file of ${sizeBytes} bytes, not text. Its content cannot be shown.`;
  const { from, to, lines, isCut, text } = content;
  const rest = to < lines ? modelText` Continue with offset ${to + 1}.` : modelText``;
  const cut = isCut
    ? modelText` This line is longer than ${readBytes} bytes; only its beginning is shown.`
    : modelText``;
  const range = from === to ? modelText`Line ${from}` : modelText`Lines ${from} to ${to}`;
  const note = modelText`${range} of ${lines}, in a file of ${sizeBytes} bytes.${cut}${rest}`;
  return modelText`${note}\n${marked(`file ${path}`, text)}`;
}

function toldEdit({ path, sizeBytes, places, lines }: Result<'edit_file'>): ModelText {
  const spans = new Set(lines.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`)));
  const all = [...spans].join(', ');
  const where = /^\d+$/u.test(all) ? `line ${all}` : `lines ${all}`;
  const more = places > lines.length ? modelText` and ${places - lines.length} more places` : modelText``;
  return modelText`Edited ${trusted(path)} (${sizeBytes} bytes): ${trusted(where)}${more}.`;
}

function toldFolder({ entries, isAll }: ListedFolder, marked: MarkUntrusted): ModelText {
  if (entries.length === 0) return isAll ? modelText`This folder is empty.` : TOO_MANY;
  const shown: string[] = [];
  let left: number = listChars;
  for (const line of entries.map(entryLine)) {
    left -= line.length + 1;
    if (left < 0) break;
    shown.push(line);
  }
  const isWhole = isAll && shown.length === entries.length;
  const count = modelText`${shown.length} ${trusted(shown.length === 1 ? 'entry' : 'entries')}.`;
  const note = isWhole ? count : modelText`The first ${count} ${TOO_MANY}`;
  return modelText`${note}\n${marked('names in the workspace', shown.join('\n'))}`;
}

const TOO_MANY = modelText`There are more than can be listed at once (${listEntries}): list one of its folders, or with less depth.`;

/** A name that could look like two lines, or like more than a name, is quoted as JSON. */
function entryLine({ path, type, sizeBytes }: ListedFolder['entries'][number]): string {
  const joined = path.join('/');
  const name = /[\p{Cc}\p{Zl}\p{Zp}"]/u.test(joined) ? JSON.stringify(joined) : joined;
  if (type === 'folder') return `${name}/`;
  return type === 'file' ? `${name} (${sizeBytes} bytes)` : `${name} (${WHAT_ELSE[type]})`;
}

const WHAT_ELSE = { link: 'a link, not followed', other: 'no file' } as const;
