import { describe, expect, it } from '@jest/globals';
import {
  begun,
  continued,
  copiesOf,
  decide,
  earlierVersionsOf,
  isForeign,
  isBuiltOn,
  isSaidReverted,
  isUnchanged,
  splitRenames,
  originalOf,
  rollbackOf,
  withoutLast,
  type ChangedFile,
  type Content,
  type Original,
  type PendingSet,
  type Review,
} from '../../../../src/core/workspace/changesets/model.ts';
import { runId, threadId } from '../../../../src/core/kernel/ids.ts';
import { verifies } from '../../../spec/verifies.ts';

const run = runId('run-2');
const original = (contentId: string): Original => ({
  copyId: `copy of ${contentId}`,
  contentId,
  sizeBytes: 1,
  mode: 0o644,
});

/** A file that was `from`, after each of these in turn was written; `!` marks a change from outside. */
function history(from: Content, ...steps: readonly (string | null)[]): ChangedFile {
  let file: ChangedFile | null = null;
  let current = from;
  for (const step of steps) {
    if (step?.startsWith('!')) current = step === '!' ? null : step.slice(1);
    else {
      file =
        continued(file, current, step) ??
        begun('a', file, current === null ? null : original(current), step, '');
      current = step;
    }
  }
  if (!file) throw new Error('nothing was changed');
  return file;
}

const set: PendingSet = {
  threadId: threadId('t'),
  runId: run,
  files: ['a', 'b', 'c'].map((path) => ({ ...history('A', 'B'), path })),
};
const review = (given: Partial<Review> = {}): Review => ({
  action: 'accept',
  runId: run,
  rolledBackFiles: null,
  ...given,
});

verifies('changesets.review.files', 'a review that names files resolves only those', () => {
  const paths = (given: Partial<Review>) => {
    const decided = decide(set, review(given), false);
    if ('refused' in decided) return decided;
    return [decided.accepted, decided.rolledBack].map((files) => files.map(({ path }) => path));
  };
  expect(paths({ files: ['b'] })).toEqual([['b'], []]);
  expect(paths({ action: 'rollback', files: ['c', 'a'] })).toEqual([[], ['a', 'c']]);
  expect(paths({ action: 'partial', files: ['a', 'b'], rolledBackFiles: ['a'] })).toEqual([['b'], ['a']]);
  expect(paths({ files: [] })).toEqual([[], []]);
  expect(paths({ files: null })).toEqual([['a', 'b', 'c'], []]);
  const refused = (stranger: string) => ({ refused: 'not_in_changeset', paths: [stranger] });
  for (const action of ['accept', 'rollback'] as const)
    expect(paths({ action, files: ['a', 'x'] })).toEqual(refused('x'));
  expect(paths({ action: 'partial', files: ['a'], rolledBackFiles: ['b'] })).toEqual(refused('b'));
});

describe('the table "Changeset review"', () => {
  verifies(
    [
      'changesets.run-id.missing',
      'changesets.run-id.earlier',
      'changesets.run-in-progress',
      'changesets.resolved',
    ],
    'lists what a review does for each state and condition',
    () => {
      const earlier = runId('run-1');
      const rows: readonly [
        PendingSet | null,
        Partial<Review>,
        boolean,
        string | readonly [string, string],
      ][] = [
        [set, {}, false, ['abc', '']],
        [set, { action: 'rollback' }, false, ['', 'abc']],
        [set, { action: 'rollback', rolledBackFiles: [] }, false, ['', 'abc']],
        [set, { action: 'partial', rolledBackFiles: ['c', 'a', 'c'] }, false, ['b', 'ac']],
        [set, { action: 'partial', rolledBackFiles: [] }, false, ['abc', '']],
        [set, { runId: null }, false, 'changeset_run_required'],
        [set, { runId: earlier }, false, 'changeset_run_stale'],
        [set, { runId: runId('run-3') }, false, 'changeset_run_stale'],
        [set, {}, true, 'run_in_progress'],
        [set, { runId: null }, true, 'run_in_progress'],
        [set, { runId: earlier }, true, 'run_in_progress'],
        [null, {}, false, 'no_changeset'],
        [null, { runId: null }, false, 'changeset_run_required'],
        [null, {}, true, 'run_in_progress'],
        [set, { action: 'partial' }, false, 'files_missing'],
        [set, { rolledBackFiles: ['a'] }, false, 'files_only_for_partial'],
        [set, { action: 'rollback', rolledBackFiles: ['a'] }, false, 'files_only_for_partial'],
        [set, { action: 'partial', rolledBackFiles: ['a', 'd'] }, false, 'not_in_changeset'],
      ];
      const paths = (files: readonly ChangedFile[]) => files.map(({ path }) => path).join('');
      for (const [held, given, isRunning, outcome] of rows) {
        const decided = decide(held, review(given), isRunning);
        expect([
          given,
          isRunning,
          'refused' in decided ? decided.refused : [paths(decided.accepted), paths(decided.rolledBack)],
        ]).toEqual([given, isRunning, outcome]);
      }
    },
  );

  it('names the paths outside the set', () => {
    expect(
      decide(set, review({ action: 'partial', rolledBackFiles: ['a', './a', '../x', 'A'] }), false),
    ).toEqual({ refused: 'not_in_changeset', paths: ['./a', '../x', 'A'] });
  });
});

describe('a file changed by runs', () => {
  it('keeps its content from before the first change, whatever follows', () => {
    const file = history('A', 'B', null, 'C', 'C', 'D');
    expect(file.stretches).toMatchObject([{ original: original('A'), left: ['C', 'D'] }]);
    expect(originalOf(file)).toEqual(original('A'));
    expect(copiesOf(file)).toEqual(['copy of A']);
  });

  it('keeps a change from outside, too', () => {
    const file = history('A', 'B', '!X', 'C', '!', 'D');
    expect(file.stretches.map(({ original: each }) => each?.contentId ?? null)).toEqual(['A', 'X', null]);
    expect(originalOf(file)?.contentId).toBe('A');
    expect(copiesOf(file)).toEqual(['copy of A', 'copy of X']);
  });

  it('detects a change that did not happen', () => {
    // B was announced and never written: A is still there, and the next change begins from it.
    const file = continued(history('A', 'B'), 'A', 'C');
    expect(file?.stretches).toMatchObject([{ original: original('A'), left: ['A', 'C'] }]);
  });

  it.each<[string, Content, readonly (string | null)[], boolean]>([
    ['made and taken away', null, ['B', null], true],
    ['changed and changed back', 'A', ['B', 'A'], true],
    ['taken away and put back', 'A', [null, 'A'], true],
    ['made', null, ['B'], false],
    ['changed', 'A', ['B'], false],
    ['taken away', 'A', [null], false],
    ['changed by others and then changed back', 'A', ['B', '!X', 'A'], true],
  ])('that was %s: rolled back or not, as reported', (_what, from, steps, returned) => {
    expect(isSaidReverted(history(from, ...steps))).toBe(returned);
    // The last change may not have happened, so only the file can tell.
    expect(isUnchanged(history(from, ...steps))).toBe(false);
  });

  it('that was rewritten with the same content is unchanged, whatever happened to the write', () => {
    expect(isUnchanged(history('A', 'A'))).toBe(true);
  });
});

describe('a file that cannot be resolved alone', () => {
  const at = (path: string, from: Content, ...steps: readonly (string | null)[]): ChangedFile => ({
    ...history(from, ...steps),
    path,
  });

  it('is half of a rename: the path that is gone, or the new one with its content', () => {
    const [gone, held, other] = [at('old', 'A', null), at('new', null, 'A'), at('else', null, 'B')];
    const holders = [
      { file: held, current: 'A' },
      { file: other, current: 'B' },
    ];
    expect(splitRenames([gone], holders)).toEqual([{ gone, held }]);
    expect(splitRenames([gone, held], [{ file: other, current: 'B' }])).toEqual([]);
    // It was changed after the move: only the copy holds the content, and accepting says so.
    expect(splitRenames([gone], [{ file: held, current: 'A2' }])).toEqual([]);
    expect(splitRenames([at('old', 'A', 'B')], holders)).toEqual([]);
  });

  it('is one from which another thread has started', () => {
    const stretch = (id: string | undefined, from: Content, ...left: readonly Content[]) => ({
      path: 'a',
      stretches: [
        { ...(id === undefined ? {} : { id }), original: from === null ? null : original(from), left },
      ],
    });
    const [first, later] = [stretch('1', 'A', 'A', 'B'), stretch('2', 'B', 'B', 'C')];
    expect([isBuiltOn(first, later), isBuiltOn(later, first)]).toEqual([true, false]);
    // Created by one thread and deleted by the other: each could start from the other's result, and the order decides.
    const [made, taken] = [stretch('1', null, null, 'X'), stretch('2', 'X', 'X', null)];
    expect([isBuiltOn(made, taken), isBuiltOn(taken, made)]).toEqual([true, false]);
    expect(isBuiltOn(stretch(undefined, 'A', 'A', 'B'), later)).toBe(false);
  });
});

describe('rolling back', () => {
  it.each<[Content, readonly (string | null)[], Content, string]>([
    ['A', ['B'], 'B', 'restore A'],
    ['A', ['B'], 'A', 'there'],
    ['A', ['B'], 'X', 'foreign'],
    ['A', ['B'], null, 'restore A'],
    ['A', [null], null, 'restore A'],
    ['A', [null], 'X', 'foreign'],
    ['A', [null], 'A', 'there'],
    [null, ['B'], 'B', 'remove'],
    [null, ['B'], null, 'there'],
    [null, ['B'], 'X', 'foreign'],
    ['A', ['B', 'C'], 'B', 'restore A'],
    ['A', ['B', 'C', 'D'], 'B', 'foreign'],
    ['A', ['B', '!X', 'C'], 'C', 'restore X'],
    ['A', ['B', '!X', 'C'], 'B', 'foreign'],
  ])('from %j by way of %j, where %j is now: %s', (from, steps, current, expected) => {
    const last = history(from, ...steps).stretches.at(-1);
    const back = last && rollbackOf(last, current);
    expect(back?.way === 'restore' ? `restore ${back.original.contentId}` : back?.way).toBe(expected);
  });

  it.each<[string, readonly (string | null)[], boolean | null]>([
    ['ends with the only stretch', ['B'], null],
    ['stops at content that others wrote', ['B', '!X', 'C'], true],
    ['continues past a deletion by others', ['B', '!', 'C'], false],
    ['continues past a file that others restored', ['B', 'C', '!A', 'D'], false],
  ])('%s', (_what, steps, foreign) => {
    const file = history('A', ...steps);
    const left = withoutLast(file);
    expect(left && isForeign(file, left)).toBe(foreign);
  });
});

it('what others than the runs had in a file are its earlier versions, the oldest first, each once', () => {
  const versions = (file: ChangedFile) => earlierVersionsOf(file).map(({ contentId }) => contentId);
  expect(versions(history('A', 'B', 'C'))).toEqual(['A']);
  expect(versions(history('A', 'B', '!mine', 'D'))).toEqual(['A', 'mine']);
  expect(versions(history('A', 'B', '!A', 'C'))).toEqual(['A']);
  expect(versions(history('A', null))).toEqual(['A']);
  expect(versions(history(null, 'B'))).toEqual([]);
  expect(versions({ path: 'a', stretches: [{ original: original('A'), left: ['A', 'A'] }] })).toEqual([]);
  // The last change may not have happened.
  expect(versions(history('A', 'B', 'A'))).toEqual(['A']);
});
