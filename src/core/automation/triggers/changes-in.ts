/** A unified diff as a person reads it: the lines that are new, and those that are gone. What only moved is neither. */
export function changesIn(diff: string): { readonly added: string; readonly gone: string } {
  const lines = diff.split('\n');
  const body = lines.slice(lines.findIndex((line) => line.startsWith('@@')) + 1);
  const marked = (mark: string): readonly string[] =>
    body.flatMap((line) => (line.startsWith(mark) && line.slice(1).trim() !== '' ? [line.slice(1)] : []));
  const [added, removed] = [marked('+'), marked('-')];
  const [isAdded, isRemoved] = [new Set(added), new Set(removed)];
  return {
    added: added.filter((line) => !isRemoved.has(line)).join('\n'),
    gone: removed.filter((line) => !isAdded.has(line)).join('\n'),
  };
}
