import type { Attached } from './attach.ts';
import { visible, visibleOnOneLine } from './terminal-text.ts';

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

const KIND = { added: 'new', modified: 'changed', deleted: 'deleted' } as const;

/** For a person: text of a file, a name or a title can neither control the terminal nor hide in it. */
export const changesInWords = ({ threadId, runId, title, files }: PendingChanges): string =>
  [`Thread ${threadId}  run ${runId}  ${visibleOnOneLine(title)}`, ...files.map(fileInWords), ''].join('\n');

function fileInWords({
  path,
  status,
  diff,
  linesAdded,
  linesRemoved,
  binary,
  diffOmitted,
  alsoChangedByOthers,
}: ChangedFile): string {
  const lines = `+${linesAdded} -${linesRemoved}`;
  const extent = binary ? 'binary' : diffOmitted ? 'too long to show' : lines;
  const others = alsoChangedByOthers ? ', also changed by someone else since' : '';
  const head = `${KIND[status]}: ${visibleOnOneLine(path)} (${extent})${others}`;
  // Its first two lines are the names, which `head` has printed.
  const [, , ...hunks] = diff.split('\n');
  return [head, ...hunks.map((line) => visible(line))].join('\n').trimEnd();
}

export const counted = (files: number): string => (files === 1 ? '1 file' : `${files} files`);
