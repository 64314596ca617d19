import type { AnyChange } from '../../ports/journal.ts';
import type { EntryId } from '../../kernel/ids.ts';

const TELLING: ReadonlySet<string> = new Set(['entry.add', 'name.add']);

/** What became of entries: those that are gone, and those that others read since, or do not read any more. */
export interface EntryNews {
  readonly gone: readonly EntryId[];
  readonly shared: readonly EntryId[];
}

/** Tells the graph that there are new entries or names, and what became of entries, once that is on disk. */
export class NewWords {
  #listener: (news: EntryNews) => void = () => undefined;

  /** Tell it what was just written, once. */
  committed(changes: readonly AnyChange[]): void {
    const named = (what: string): readonly EntryId[] =>
      changes.flatMap((change) =>
        change.change === what ? (change as AnyChange & { readonly entryId: EntryId }).entryId : [],
      );
    const [gone, shared] = [named('entry.erase'), named('entry.share')];
    if (gone.length + shared.length > 0 || changes.some(({ change }) => TELLING.has(change)))
      this.#listener({ gone, shared });
  }

  /** One listener, which must not throw. */
  listen(listener: (news: EntryNews) => void): void {
    this.#listener = listener;
  }
}
