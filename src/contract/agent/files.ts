import { Type } from 'typebox';
import type { FolderEntry } from '../../core/ports/workspace.ts';
import type { EditedFile, ListedFolder, ReadFile } from '../../core/files/service.ts';
import { workspaceLimits } from '../../core/files/limits.ts';
import { untrusted } from '../../core/untrusted/untrusted.ts';
import { closed } from '../shapes.ts';
import { tool } from '../row.ts';
import { fileTool } from './author.ts';

const { listDepth, listEntries, listChars, readBytes, readNoteChars } = workspaceLimits;

const Path = Type.String({ minLength: 1, description: 'Relative to the workspace, like "notes/today.md"' });

export const files = [
  fileTool({
    name: 'write_file',
    does: 'Writes a file in the workspace, whole. Missing folders are made; an existing file is replaced.',
    input: Type.Object(
      {
        path: Path,
        content: Type.String({ description: 'The whole text of the file' }),
        encoding: Type.Optional(
          Type.Enum(['utf-8', 'base64'], { description: 'base64 for what is no text; the default is utf-8' }),
        ),
      },
      closed,
    ),
    effect: 'idempotent',
    consent: 'write_local',
    handle: async ({ files }, { path, content, encoding = 'utf-8' }, author) => {
      const written = await files.write(path, content, author, encoding);
      return `${written.created ? 'Created' : 'Replaced'} ${written.path} (${written.sizeBytes} bytes).`;
    },
  }),
  tool({
    name: 'read_file',
    does: 'Reads a text file of the workspace: all of it, or from the line "offset" on. Says which lines these are.',
    input: Type.Object(
      {
        path: Path,
        offset: Type.Optional(Type.Integer({ minimum: 1, description: 'The first line, counted from 1' })),
        limit: Type.Optional(Type.Integer({ minimum: 1, description: 'How many lines at most' })),
      },
      closed,
    ),
    effect: 'read',
    consent: 'read',
    outputChars: readBytes + readNoteChars,
    handle: async ({ files }, { path, offset = 1, limit = Infinity }, { nonce }) =>
      toldFile(await files.read(path, offset, limit), nonce),
  }),
  fileTool({
    name: 'edit_file',
    does:
      'Replaces text in a file of the workspace. oldString has to be there exactly once, white space and all: read ' +
      'the file first, and take enough of the lines around it. With replaceAll every occurrence is replaced.',
    input: Type.Object(
      {
        path: Path,
        oldString: Type.String({ minLength: 1, description: 'The text that is there' }),
        newString: Type.String({ description: 'The text that takes its place' }),
        replaceAll: Type.Optional(Type.Boolean({ default: false })),
      },
      closed,
    ),
    effect: 'effect',
    consent: 'write_local',
    handle: async ({ files }, { path, oldString, newString, replaceAll = false }, author) =>
      toldEdit(await files.edit(path, { oldString, newString, replaceAll }, author)),
  }),
  fileTool({
    name: 'delete_file',
    does: 'Deletes a file of the workspace. Folders stay.',
    input: Type.Object({ path: Path }, closed),
    effect: 'effect',
    consent: 'write_local',
    handle: async ({ files }, { path }, author) => `Deleted ${(await files.delete(path, author)).path}.`,
  }),
  fileTool({
    name: 'rename_file',
    does: 'Moves a file of the workspace to another path. Missing folders are made; nothing is overwritten.',
    input: Type.Object({ from: Path, to: Path }, closed),
    effect: 'effect',
    consent: 'write_local',
    handle: async ({ files }, { from, to }, author) => {
      const renamed = await files.rename(from, to, author);
      return `Renamed ${renamed.from} to ${renamed.to}.`;
    },
  }),
  tool({
    name: 'list_files',
    does: 'Lists what is in the workspace, or in a folder of it: names, sizes, and what is no file.',
    input: Type.Object(
      {
        path: Type.Optional(Type.String({ description: 'A folder, like "notes"; the workspace without it' })),
        depth: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: listDepth,
            description: 'How deep to look; 1, the default, is the folder alone',
          }),
        ),
      },
      closed,
    ),
    effect: 'read',
    consent: 'read',
    handle: async ({ files }, { path = '.', depth = 1 }, { nonce }) =>
      toldFolder(await files.list(path, depth), nonce),
  }),
];

function toldFile({ path, sizeBytes, content }: ReadFile, nonce: string): string {
  if (content === 'empty') return 'The file is empty.';
  if (content === 'binary')
    return `This is a binary file of ${sizeBytes} bytes and no UTF-8 text. Its content cannot be shown.`;
  const { from, to, lines, isCut, text } = content;
  const rest = to < lines ? ` Go on with offset ${to + 1}.` : '';
  const cut = isCut ? ` This line is longer than ${readBytes} bytes and only its beginning is shown.` : '';
  const range = from === to ? `Line ${from}` : `Lines ${from} to ${to}`;
  const note = `${range} of ${lines}, in a file of ${sizeBytes} bytes.${cut}${rest}`;
  return `${note}\n${untrusted({ text, source: `file ${path}`, nonce })}`;
}

function toldEdit({ path, sizeBytes, places, lines }: EditedFile): string {
  const spans = new Set(lines.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`)));
  const told = [...spans].join(', ');
  const where = /^\d+$/u.test(told) ? `line ${told}` : `lines ${told}`;
  const more = places > lines.length ? ` and ${places - lines.length} more places` : '';
  return `Edited ${path} (${sizeBytes} bytes): ${where}${more}.`;
}

function toldFolder({ entries, isAll }: ListedFolder, nonce: string): string {
  if (entries.length === 0) return isAll ? 'There is nothing in this folder.' : TOO_MANY;
  const shown: string[] = [];
  let left: number = listChars;
  for (const line of entries.map(toldEntry)) {
    left -= line.length + 1;
    if (left < 0) break;
    shown.push(line);
  }
  const isWhole = isAll && shown.length === entries.length;
  const count = `${shown.length} ${shown.length === 1 ? 'entry' : 'entries'}.`;
  const note = isWhole ? count : `The first ${count} ${TOO_MANY}`;
  return `${note}\n${untrusted({ text: shown.join('\n'), source: 'names in the workspace', nonce })}`;
}

const TOO_MANY = `There are more than can be listed at once (${listEntries}): list one of the folders in it, or less deep.`;

/** A name that could be taken for two lines, or for more than a name, is told as JSON writes it. */
function toldEntry({ path, type, sizeBytes }: FolderEntry): string {
  const joined = path.join('/');
  const name = /[\p{Cc}\p{Zl}\p{Zp}"]/u.test(joined) ? JSON.stringify(joined) : joined;
  if (type === 'folder') return `${name}/`;
  return type === 'file' ? `${name} (${sizeBytes} bytes)` : `${name} (${WHAT_ELSE[type]})`;
}

const WHAT_ELSE = { link: 'a link, not followed', other: 'no file' } as const;
