import { Type } from 'typebox';
import { workspaceLimits } from '../../core/files/limits.ts';
import { closed } from '../shapes.ts';
import { tool } from '../row.ts';
import { fileTool } from './author.ts';

const { listDepth, readBytes, readNoteChars } = workspaceLimits;

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
    handle: ({ files }, { path, content, encoding = 'utf-8' }, author) =>
      files.write(path, content, author, encoding),
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
    handle: ({ files }, { path, offset = 1, limit = Infinity }) => files.read(path, offset, limit),
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
    handle: ({ files }, { path, oldString, newString, replaceAll = false }, author) =>
      files.edit(path, { oldString, newString, replaceAll }, author),
  }),
  fileTool({
    name: 'delete_file',
    does: 'Deletes a file of the workspace. Folders stay.',
    input: Type.Object({ path: Path }, closed),
    effect: 'effect',
    consent: 'write_local',
    handle: ({ files }, { path }, author) => files.delete(path, author),
  }),
  fileTool({
    name: 'rename_file',
    does: 'Moves a file of the workspace to another path. Missing folders are made; nothing is overwritten.',
    input: Type.Object({ from: Path, to: Path }, closed),
    effect: 'effect',
    consent: 'write_local',
    handle: ({ files }, { from, to }, author) => files.rename(from, to, author),
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
    handle: ({ files }, { path = '.', depth = 1 }) => files.list(path, depth),
  }),
];
