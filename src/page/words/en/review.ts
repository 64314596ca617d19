import { count as number } from '../../parts/format.ts';

/** The texts of the review of changed files. */
export const reviewWords = {
  title: (count: number) =>
    count === 1 ? '1 changed file to review' : `${number(count)} changed files to review`,
  hint: 'Untick the files whose changes you do not want.',
  keepAll: 'Keep all',
  undoAll: 'Undo all',
  undo: 'Undo for good',
  /** Of the button: what it does with the ticked files, and with the others. */
  decide: (kept: number, undone: number) =>
    undone === 0 ? 'Keep all' : kept === 0 ? 'Undo all' : `Keep ${number(kept)}, undo ${number(undone)}`,
  final:
    'What you keep stays as it is now. If the file was there before, what it was is kept for 30 days, under Files › Deleted files.',
  takeBack: 'Undo',
  earlierKept: 'If a file was there before, what it was is kept for 30 days, under Files › Deleted files.',
  takenBack: (count: number) =>
    count === 1
      ? 'The file is as it was before the agent changed it.'
      : `The ${number(count)} files are as they were before the agent changed them.`,
  notTakenBack: (undone: number, all: number, why: string) =>
    `${number(undone)} of ${number(all)} are as they were before. ${why}`,
  undoQuestion: (count: number) =>
    count === 1 ? 'Undo the changes of this file?' : `Undo the changes of ${number(count)} files?`,
  goes: {
    added: (paths: string) => `Removed, because it did not exist before: ${paths}`,
    modified: (paths: string) => `Goes back to what it was before: ${paths}`,
    deleted: (paths: string) => `Comes back: ${paths}`,
  },
  andMore: (paths: string, count: number) => `${paths}, and ${number(count)} more`,
  stays: (count: number) => (count === 1 ? '1 file is kept.' : `${number(count)} files are kept.`),
  keep: (path: string) => `Keep ${path}`,
  /** The parts are those that were undone before, one by one. */
  outcome: (kept: number, undone: number, failed: number, parts: number) =>
    `${[
      ...(kept === 0 ? [] : [`${number(kept)} kept`]),
      ...(undone === 0 ? [] : [`${number(undone)} undone`]),
      ...(parts === 0 ? [] : [`${number(parts)} ${parts === 1 ? 'part' : 'parts'} undone before`]),
      ...(failed === 0 ? [] : [`${number(failed)} could not be undone`]),
    ].join(', ')}.`,
  part: (from: number, to: number) =>
    from === to ? `Line ${number(from)}` : `Lines ${number(from)}–${number(to)}`,
  lastRun: 'last:',
  ofLastRun: 'What was changed last',
  ofAll: 'All that waits for review',
  undoPart: 'Undo this part',
  partUndone: 'The part was undone. The other changes still wait for review.',
  reviewed: 'Reviewed changes',
  willBeUndone: 'will be undone',
  byOthers:
    'This file was also changed by something other than the agent; those changes are in the diff, too.',
  diffOf: (path: string) => `Changes of ${path}`,
  binary: 'binary',
  tooLong: 'too long to show',
  sideBySide: 'Side by side',
  statuses: { added: 'added', modified: 'changed', deleted: 'deleted' } as Readonly<Record<string, string>>,
} as const;
