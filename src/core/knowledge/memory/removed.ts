import type { CurrentEntry, EntryChange, NamespaceEntries } from './store.ts';
import { without } from './document.ts';
import type { Namespace } from './model.ts';
import { charsOf, documentOf } from './namespace-text.ts';
import type { NamespaceWriter } from './namespace-writer.ts';

/** Commits `changes`, which take entries out of a namespace, and joins the text around them. @throws JournalConflict */
export async function removed(
  writer: NamespaceWriter,
  namespace: Namespace,
  {
    stored,
    leaves,
    changes,
  }: {
    readonly stored: NamespaceEntries;
    readonly leaves: (entry: CurrentEntry) => boolean;
    readonly changes: readonly EntryChange[];
  },
): Promise<void> {
  const rest = without(documentOf(stored), leaves);
  const [first] = rest.lines;
  const takesOver: readonly EntryChange[] =
    first && first.spaceBefore !== first.content.spaceBefore
      ? [
          {
            change: 'entry.move',
            entryId: first.content.entryId,
            spaceBefore: first.spaceBefore,
            position: first.content.position,
          },
        ]
      : [];
  const texts = {
    lines: rest.lines.map(({ spaceBefore, content: { text } }) => ({ spaceBefore, content: text })),
    tail: rest.tail,
  };
  const after = { namespace, version: stored.version, tail: rest.tail, chars: charsOf(texts) };
  await writer.commit(after, [...changes, ...takesOver]);
}
