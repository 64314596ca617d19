import {
  applyPatch,
  FILE_HEADERS_ONLY,
  formatPatch,
  OMIT_HEADERS,
  reversePatch,
  structuredPatch,
  type StructuredPatchHunk,
} from 'diff';
import type { UnifiedDiff, WithoutPart } from '../../../core/workspace/changesets/port.ts';
import { changesetLimits } from '../../../core/workspace/changesets/limits.ts';

/** By the library. If two texts have too few lines in common, the diff replaces all of the first by the second. */
export const unifiedDiff: UnifiedDiff = (path, before, after) => {
  const hunks = hunksOf(before, after);
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    diff: formatPatch(patchOf(path, hunks), FILE_HEADERS_ONLY),
    linesAdded: lines.filter((line) => line.startsWith('+')).length,
    linesRemoved: lines.filter((line) => line.startsWith('-')).length,
  };
};

export const withoutPart: WithoutPart = (before, after, part) => {
  const hunk = hunksOf(before, after).find(
    (one) => formatPatch(patchOf('', [one]), OMIT_HEADERS).trimEnd() === part.trimEnd(),
  );
  if (hunk === undefined) return null;
  const text = applyPatch(after, reversePatch(patchOf('', [hunk])), { autoConvertLineEndings: false });
  return text === false ? null : text;
};

function hunksOf(before: string, after: string): StructuredPatchHunk[] {
  const { diffLines, contextLines } = changesetLimits;
  const options = { context: contextLines, maxEditLength: diffLines };
  const found = structuredPatch('', '', before, after, undefined, undefined, options);
  return found?.hunks.flatMap(apart) ?? [replacing(before, after)];
}

/** Changes with fewer lines between them are read as one. */
const APART = 3;

/** The library makes one of what is within its context; here each change is a part, which can be undone by itself. */
function apart(hunk: StructuredPatchHunk): StructuredPatchHunk[] {
  const cuts = [0];
  let same = 0;
  let hasChange = false;
  hunk.lines.forEach((line, at) => {
    // What says that a line has no end belongs to that line.
    if (line.startsWith('\\')) return;
    if (line.startsWith(' ')) {
      same += 1;
      return;
    }
    if (hasChange && same >= APART) cuts.push(at - Math.floor(same / 2));
    [same, hasChange] = [0, true];
  });
  let { oldStart, newStart } = hunk;
  return cuts.map((from, nth) => {
    const lines = hunk.lines.slice(from, cuts[nth + 1]);
    const [oldLines, newLines] = [linesWith(lines, '-'), linesWith(lines, '+')];
    const part = { oldStart, oldLines, newStart, newLines, lines };
    oldStart += oldLines;
    newStart += newLines;
    return part;
  });
}

const linesWith = (lines: readonly string[], mark: '-' | '+'): number =>
  lines.filter((line) => line.startsWith(' ') || line.startsWith(mark)).length;

const patchOf = (path: string, hunks: StructuredPatchHunk[]) => ({
  oldFileName: `a/${path}`,
  newFileName: `b/${path}`,
  oldHeader: undefined,
  newHeader: undefined,
  hunks,
});

function replacing(before: string, after: string): StructuredPatchHunk {
  const [removed, added] = [linesOf(before), linesOf(after)];
  return {
    oldStart: 1,
    oldLines: removed.length,
    newStart: 1,
    newLines: added.length,
    lines: [...marked('-', removed, before), ...marked('+', added, after)],
  };
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function marked(mark: string, lines: readonly string[], text: string): readonly string[] {
  const all = lines.map((line) => mark + line);
  return text === '' || text.endsWith('\n') ? all : [...all, '\\ No newline at end of file'];
}
