import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { useNameInTitle } from '../app/open-name.ts';
import { appWords } from '#words/app.ts';
import { Problem } from './problem.tsx';
import { visible } from './visible.ts';

/** One thing of an area, opened: the way back to all of them, its name, and the thing once it was read. */
export function OpenItem<Item>({
  area,
  said,
  item,
  name,
  isGone,
  wrong,
  onAgain,
  shown,
}: {
  area: string;
  said: {
    /** The link to all of them. */
    readonly all: string;
    /** In the place of a name, while there is none. */
    readonly title: string;
    readonly gone: string;
  };
  /** Null until it was read. */
  item: Item | null;
  name: string | undefined;
  isGone: boolean;
  /** Why it could not be read. */
  wrong: string;
  onAgain: () => Promise<unknown>;
  shown: (item: Item) => VNode;
}): VNode {
  const title = name === undefined || isGone ? said.title : visible(name);
  useNameInTitle(title === said.title ? '' : title);
  return (
    <>
      <p>
        <a href={placeOfArea(area)}>{said.all}</a>
      </p>
      <h2 tabIndex={-1} dir="auto">
        {title}
      </h2>
      <Problem text={wrong} onAgain={() => void onAgain()} />
      {isGone ? (
        <p>{said.gone}</p>
      ) : item === null ? (
        <p class="hint" role="status">
          {wrong === '' ? appWords.loading : ''}
        </p>
      ) : (
        shown(item)
      )}
    </>
  );
}
