import type { Attached } from './attach.ts';
import { visible, visibleOnOneLine } from './terminal-text.ts';
import { say as sayOf, type Tell } from '../../../contract/cli/says.ts';

type Set = Awaited<ReturnType<Attached['client']['threads.changeset']>>;
type ChangedFile = Set['files'][number];

/** The changes of one run, in a thread. */
export interface PendingChanges {
  readonly threadId: string;
  readonly title: string;
  readonly runId: string;
  /** Compared with the current files; none where they equal their state before the run. */
  readonly files: readonly ChangedFile[];
}

const KIND = {
  added: sayOf('terminal.file_new'),
  modified: sayOf('terminal.file_changed'),
  deleted: sayOf('terminal.file_deleted'),
} as const;

/** For a person: text of a file, a name or a title can neither control the terminal nor hide in it. */
export const changesInWords = ({ threadId, runId, title, files }: PendingChanges, tell: Tell): string =>
  [
    tell('terminal.changes_of', { threadId, runId, title: visibleOnOneLine(title) }),
    ...files.map((file) => fileInWords(file, tell)),
    '',
  ].join('\n');

function fileInWords(
  { path, status, diff, linesAdded, linesRemoved, binary, diffOmitted, alsoChangedByOthers }: ChangedFile,
  tell: Tell,
): string {
  const lines = `+${linesAdded} -${linesRemoved}`;
  const extent = binary ? tell('terminal.file_binary') : diffOmitted ? tell('terminal.diff_too_long') : lines;
  const others = alsoChangedByOthers ? tell('terminal.changed_by_others') : '';
  const head = `${tell(KIND[status])}: ${visibleOnOneLine(path)} (${extent})${others}`;
  // Its first two lines are the names, which `head` has printed.
  const [, , ...hunks] = diff.split('\n');
  return [head, ...hunks.map((line) => visible(line))].join('\n').trimEnd();
}
