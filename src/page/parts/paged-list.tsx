import type { VNode } from 'preact';
import { appWords } from '#words/app.ts';
import { MoreButton } from './more-button.tsx';
import type { Paged } from './paged.ts';
import { Problem } from './problem.tsx';

/** A list that the engine gives out in pages: what is wrong with it, how many there are, their lines, and the next page. */
export function PagedList<Item>({
  list,
  onAgain = list.read,
  wrong = list.wrong.value,
  counted,
  more,
  line,
}: {
  list: Paged<Item>;
  /** Reads it again, with what belongs to it. */
  onAgain?: () => Promise<unknown>;
  /** Why it, or what belongs to it, could not be read. */
  wrong?: string;
  /** How many there are, in words. */
  counted: (count: number, isMore: boolean) => string;
  /** Words of the button that shows more. */
  more: string;
  line: (item: Item) => VNode;
}): VNode {
  const all = list.items.value;
  const isMore = list.older.value !== null;
  return (
    <>
      <Problem text={wrong} onAgain={() => void onAgain()} />
      <p class="hint" role="status">
        {all === null ? (wrong === '' ? appWords.loading : '') : counted(all.length, isMore)}
      </p>
      {all === null || all.length === 0 ? null : (
        <ul class="all">
          {all.map((item) => (
            <li key={list.idOf(item)}>{line(item)}</li>
          ))}
        </ul>
      )}
      <MoreButton label={more} isMore={isMore} onMore={() => void list.readOlder()} />
    </>
  );
}
