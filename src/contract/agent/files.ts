import { Type } from 'typebox';
import { consentLimits } from '../../core/conversation/consent/limits.ts';
import { quote } from '../../core/kernel/quoted.ts';
import type { ConsentDemand } from '../../core/ports/tools.ts';
import { workspaceLimits } from '../../core/workspace/files/limits.ts';
import type { Quoted, Says } from '../../core/kernel/says.ts';
import { say } from '../../core/workspace/files/says.ts';
import { closed } from '../shapes.ts';
import { tool } from '../row.ts';
import { fileTool } from './author.ts';

const { listDepth, readBytes, readNoteChars } = workspaceLimits;

const Path = Type.String({ minLength: 1, description: 'Relative to the workspace, like "notes/today.md"' });

/** Where the owner follows the run, it may change files; elsewhere it is asked, or allowed for a folder beforehand. */
const changing = (paths: readonly string[], says: Says): ConsentDemand => ({
  class: 'write_local',
  paths,
  says: [says],
});

const named = (path: string): Quoted => quote(path, 200);
const shown = (text: string): Quoted => quote(text, consentLimits.shownChars);

export const files = [
  fileTool({
    name: 'write_file',
    family: 'core',
    summary:
      'Writes a whole file in the workspace. Missing folders are created; an existing file is replaced.',
    input: Type.Object(
      {
        path: Path,
        content: Type.String({ description: 'The whole text of the file' }),
        encoding: Type.Optional(
          Type.Enum(['utf-8', 'base64'], { description: 'base64 for binary content; the default is utf-8' }),
        ),
      },
      closed,
    ),
    effect: 'effect',
    consent: ({ path, content, encoding = 'utf-8' }) =>
      changing([path], say('file.write', { path: named(path), content: shown(content), encoding })),
    handle: ({ files }, { path, content, encoding = 'utf-8' }, author, personId) =>
      files.of(personId).write(path, content, author, encoding),
  }),
  tool({
    name: 'read_file',
    family: 'core',
    summary:
      'Reads a text file of the workspace: all of it, or from the line "offset" on. Says which lines it returns.',
    input: Type.Object(
      {
        path: Path,
        offset: Type.Optional(Type.Integer({ minimum: 1, description: 'The first line, counted from 1' })),
        limit: Type.Optional(Type.Integer({ minimum: 1, description: 'The most lines to return' })),
      },
      closed,
    ),
    effect: 'read',
    consent: 'read',
    outputChars: readBytes + readNoteChars,
    handle: ({ files }, { path, offset = 1, limit = Infinity }, { runId, personId }) =>
      files.of(personId).read(path, offset, limit, runId),
  }),
  fileTool({
    name: 'edit_file',
    family: 'core',
    summary:
      'Replaces text in a file of the workspace. oldString must occur exactly once, including white space: read ' +
      'the file first, and include enough of the surrounding lines. With replaceAll every occurrence is replaced.',
    input: Type.Object(
      {
        path: Path,
        oldString: Type.String({ minLength: 1, description: 'The text to replace' }),
        newString: Type.String({ description: 'The new text' }),
        replaceAll: Type.Optional(Type.Boolean({ default: false })),
      },
      closed,
    ),
    effect: 'effect',
    consent: ({ path, oldString, newString, replaceAll = false }) =>
      changing(
        [path],
        say('file.edit', {
          path: named(path),
          before: shown(oldString),
          after: shown(newString),
          isEverywhere: replaceAll,
        }),
      ),
    handle: ({ files }, { path, oldString, newString, replaceAll = false }, author, personId) =>
      files.of(personId).edit(path, { oldString, newString, replaceAll }, author),
  }),
  fileTool({
    name: 'delete_file',
    family: 'files',
    summary: 'Deletes a file of the workspace. Folders stay.',
    input: Type.Object({ path: Path }, closed),
    effect: 'effect',
    consent: ({ path }) => changing([path], say('file.delete', { path: named(path) })),
    handle: ({ files }, { path }, author, personId) => files.of(personId).delete(path, author),
  }),
  fileTool({
    name: 'rename_file',
    family: 'files',
    summary:
      'Moves a file of the workspace to another path. Missing folders are created; nothing is overwritten.',
    input: Type.Object({ from: Path, to: Path }, closed),
    effect: 'effect',
    consent: ({ from, to }) => changing([from, to], say('file.move', { from: named(from), to: named(to) })),
    handle: ({ files }, { from, to }, author, personId) => files.of(personId).rename(from, to, author),
  }),
  tool({
    name: 'list_files',
    family: 'core',
    summary: 'Lists the workspace or one of its folders: names, sizes, and which entries are not files.',
    input: Type.Object(
      {
        path: Type.Optional(
          Type.String({ description: 'A folder, like "notes"; by default the whole workspace' }),
        ),
        depth: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: listDepth,
            description: 'How deep to list; 1, the default, is only the folder itself',
          }),
        ),
      },
      closed,
    ),
    effect: 'read',
    consent: 'read',
    handle: ({ files }, { path = '.', depth = 1 }, { personId }) => files.of(personId).list(path, depth),
  }),
];
