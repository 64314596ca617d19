import type { AnyChange } from '../../ports/journal.ts';
import type { EntryId } from '../../kernel/ids.ts';

const TELLING: ReadonlySet<string> = new Set(['entry.add', 'name.add']);

/** Tells the graph that there are new entries or names, and which entries are gone, once that is on disk. */
export class NewWords {
  #listener: (gone: readonly EntryId[]) => void = () => undefined;

  /** Tell it what was just written, once. */
  committed(changes: readonly AnyChange[]): void {
    const gone = changes.flatMap((change) =>
      change.change === 'entry.erase' ? (change as AnyChange & { readonly entryId: EntryId }).entryId : [],
    );
    if (gone.length > 0 || changes.some(({ change }) => TELLING.has(change))) this.#listener(gone);
  }

  /** One listener, which must not throw. */
  listen(listener: (gone: readonly EntryId[]) => void): void {
    this.#listener = listener;
  }
}
