import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { engine, type Answer } from '../engine/client.ts';
import { pagesOf } from '../insights/pages.ts';
import { useFollowing } from '../parts/follow.ts';
import { bytes, count, moment } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { Problem } from '../parts/problem.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { workMoved } from '../threads/thread-list.ts';
import { visible } from '../parts/visible.ts';
import { appWords } from '#words/app.ts';
import { fileWords as said } from '#words/files.ts';
import { Adding } from './adding.tsx';
import { Crumbs } from './crumbs.tsx';
import { nameOf, placeOfFile, placeOfFolder } from './places.ts';
import { shownName } from './shown-name.ts';

type Entry = Answer<'files.list'>['files'][number];

const SLOW_MS = 10_000;
const PAGE = 200;

/** What is in a folder of the workspace, by name, page by page. */
export function Folder({ path }: { path: string }): VNode {
  const sought = useSignal('');
  const pages = useMemo(
    () =>
      pagesOf<Entry>(async (cursor) => {
        const q = sought.peek().trim();
        const page = await engine['files.list']({
          query: {
            limit: PAGE,
            ...(path === '' ? {} : { path }),
            ...(q === '' ? {} : { q }),
            ...(cursor === null ? {} : { cursor }),
          },
        });
        return { items: page.files, nextCursor: page.nextCursor, complete: page.complete };
      }),
    [path],
  );
  useFollowing({ read: pages.refresh, pauseMs: () => SLOW_MS, shown: pages.items, moved: workMoved });
  const files = pages.items.value;
  const wrong = pages.wrong.value;
  return (
    <>
      <h2 tabIndex={-1} dir="auto">
        {path === '' ? said.title : shownName(nameOf(path))}
      </h2>
      {path === '' ? <p class="hint">{said.intro}</p> : null}
      <Crumbs path={path} isLastLinked={false} />
      <search>
        <SearchField
          label={said.search}
          value={sought.value}
          onInput={(text) => (sought.value = text)}
          onSearch={() => void pages.begin()}
        />
      </search>
      <Problem text={wrong} onAgain={() => void pages.begin()} />
      <p class={files === null && wrong === '' ? 'hint awaited' : 'hint'} role="status">
        {files === null
          ? wrong === ''
            ? appWords.loading
            : ''
          : counted(files.length, pages.hasMore.value, sought.value.trim() !== '', path === '')}
      </p>
      {pages.isComplete.value ? null : <p class="hint">{said.notAll}</p>}
      {files === null || files.length === 0 ? null : (
        <ul class="entries-of-folder">
          {files.map((entry) => (
            <Line key={entry.name} entry={entry} path={path === '' ? entry.name : `${path}/${entry.name}`} />
          ))}
        </ul>
      )}
      <Adding folder={path} onAdded={() => void pages.refresh()} />
      <MoreButton label={said.more} isMore={pages.hasMore.value} onMore={() => void pages.more()} />
    </>
  );
}

function counted(many: number, isMore: boolean, isSought: boolean, isRoot: boolean): string {
  if (many > 0) return said.found(count(many), isMore);
  return isSought ? said.noneFound : isRoot ? said.none : said.noneHere;
}

function Line({ entry, path }: { entry: Entry; path: string }): VNode {
  const { name, type, sizeBytes, modifiedAt } = entry;
  const shown = shownName(name);
  return (
    <li>
      <Icon name={type === 'folder' ? 'folder' : 'file'} />
      <span class="name" dir="auto">
        {type === 'folder' ? (
          <a href={placeOfFolder(path)} aria-label={visible(said.folder(shown))}>
            {shown}
          </a>
        ) : type === 'file' ? (
          <a href={placeOfFile(path)}>{shown}</a>
        ) : (
          shown
        )}
      </span>
      <span class="hint">
        {type === 'file' ? bytes(sizeBytes ?? 0) : said.types[type]} · {moment(modifiedAt)}
      </span>
    </li>
  );
}
