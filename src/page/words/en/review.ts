import { count as number } from '../../parts/format.ts';

/** The texts of the review of changed files. */
export const reviewWords = {
  title: (count: number) =>
    count === 1 ? '1 changed file to review' : `${number(count)} changed files to review`,
  hint: 'Untick the files whose changes you do not want.',
  keepAll: 'Keep all',
  undoAll: 'Undo all',
  undoSure: (count: number) =>
    count === 1 ? 'Undo this change for good' : `Undo all ${number(count)} changes for good`,
  keepSelected: 'Keep selected, undo the rest',
  keep: (path: string) => `Keep ${path}`,
  outcome: (kept: number, undone: number, failed: number) =>
    `${number(kept)} kept, ${number(undone)} undone${failed === 0 ? '' : `, ${number(failed)} could not be undone`}.`,
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
