/** A unified diff as a person reads it: the lines that are new, and those that are gone. What only moved is neither. */
export function changedWords(diff: string): string {
  const lines = diff.split('\n');
  const body = lines.slice(lines.findIndex((line) => line.startsWith('@@')) + 1);
  const marked = (mark: string): readonly string[] =>
    body.flatMap((line) => (line.startsWith(mark) && line.slice(1).trim() !== '' ? [line.slice(1)] : []));
  const [added, removed] = [marked('+'), marked('-')];
  const [isAdded, isRemoved] = [new Set(added), new Set(removed)];
  const said = (title: string, found: readonly string[]): readonly string[] =>
    found.length === 0 ? [] : [`${title}\n${found.join('\n')}`];
  return [
    ...said(
      'New:',
      added.filter((line) => !isRemoved.has(line)),
    ),
    ...said(
      'No longer there:',
      removed.filter((line) => !isAdded.has(line)),
    ),
  ].join('\n\n');
}
