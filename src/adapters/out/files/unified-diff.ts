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
  return found?.hunks ?? [replacing(before, after)];
}

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
