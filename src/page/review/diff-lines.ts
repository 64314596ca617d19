/** One line of a diff as it is shown: its numbers in the old and the new file, null where it is in one of them only. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added' | 'gap';
  readonly old: number | null;
  readonly now: number | null;
  readonly text: string;
  /** The line on the other side that took its place, if there is one. */
  readonly partner: string | null;
  /** For a gap: the part of the diff that begins here, as the diff has it, with its lines in the new file. */
  readonly part?: string;
  readonly from?: number;
  readonly to?: number;
}

/** One line side by side; null where the other side has no line. */
export interface Pair {
  readonly left: DiffLine | null;
  readonly right: DiffLine | null;
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,(\d+))? @@/u;

/**
 * The lines of a unified diff, with a gap between its parts; with `hasFirstGap` before the first of several, too, or
 * `always` before the first. Of a
 * block of removed lines and the added ones after it, the nth belong together.
 */
export function linesIn(diff: string, hasFirstGap: boolean | 'always' = false): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let [old, now] = [0, 0];
  let removed: string[] = [];
  let added: string[] = [];
  const settle = () => {
    removed.forEach((text, nth) =>
      lines.push({ kind: 'removed', old: old++, now: null, text, partner: added[nth] ?? null }),
    );
    added.forEach((text, nth) =>
      lines.push({ kind: 'added', old: null, now: now++, text, partner: removed[nth] ?? null }),
    );
    removed = [];
    added = [];
  };
  let isInHunk = false;
  const parts = partsIn(diff);
  let nth = 0;
  for (const line of diff.split('\n')) {
    const [head, before = '', after = '', length = '1'] = HUNK.exec(line) ?? [];
    if (head !== undefined) {
      settle();
      const part = parts[nth++] ?? '';
      if (isInHunk || hasFirstGap === 'always' || (hasFirstGap && parts.length > 1))
        lines.push({
          kind: 'gap',
          old: null,
          now: null,
          text: '',
          partner: null,
          part,
          from: Number(after),
          to: Number(after) + Math.max(Number(length) - 1, 0),
        });
      [old, now, isInHunk] = [Number(before), Number(after), true];
    } else if (!isInHunk) continue;
    else if (line.startsWith('-')) {
      if (added.length > 0) settle();
      removed.push(line.slice(1));
    } else if (line.startsWith('+')) added.push(line.slice(1));
    else if (line.startsWith(' ')) {
      settle();
      lines.push({ kind: 'same', old: old++, now: now++, text: line.slice(1), partner: null });
    }
  }
  settle();
  return lines;
}

/** The parts of a unified diff, each from its heading on. */
const partsIn = (diff: string): readonly string[] =>
  diff.split(/^(?=@@ -)/mu).filter((part) => part.startsWith('@@ -'));

/** The same lines side by side. */
export function sideBySide(lines: readonly DiffLine[]): readonly Pair[] {
  const pairs: Pair[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    if (line.kind === 'same' || line.kind === 'gap') {
      pairs.push({ left: line, right: line });
      at += 1;
      continue;
    }
    const removed = runOf(lines, at, 'removed');
    const added = runOf(lines, at + removed.length, 'added');
    for (let nth = 0; nth < Math.max(removed.length, added.length); nth += 1)
      pairs.push({ left: removed[nth] ?? null, right: added[nth] ?? null });
    at += removed.length + added.length;
  }
  return pairs;
}

function runOf(lines: readonly DiffLine[], from: number, kind: DiffLine['kind']): readonly DiffLine[] {
  let end = from;
  while (lines[end]?.kind === kind) end += 1;
  return lines.slice(from, end);
}
