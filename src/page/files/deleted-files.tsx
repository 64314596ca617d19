import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { say } from '../app/notices.ts';
import { engine, type Answer } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { AskDialog } from '../parts/ask-dialog.tsx';
import { useFollowing } from '../parts/follow.ts';
import { bytes, count, moment } from '../parts/format.ts';
import { Paged } from '../parts/paged.ts';
import { PagedList } from '../parts/paged-list.tsx';
import { workMoved } from '../threads/thread-list.ts';
import { visible } from '../parts/visible.ts';
import { fileWords as said } from '#words/files.ts';
import { bringBack } from './deleting.ts';
import { placeOfFolder } from './places.ts';
import { shownName } from './shown-name.ts';

type Deleted = Answer<'deletedFiles.list'>['deletedFiles'][number];

const SLOW_MS = 10_000;
const PAGE = 50;

const deleted = new Paged<Deleted>(
  async (cursor) => {
    const page = await engine['deletedFiles.list']({
      query: { limit: PAGE, ...(cursor === null ? {} : { cursor }) },
    });
    return { items: page.deletedFiles, nextCursor: page.nextCursor };
  },
  ({ deletedFileId }) => deletedFileId,
);

/** Files that were deleted and can be brought back. */
export function DeletedFiles(): VNode {
  useFollowing({ read: deleted.read, pauseMs: () => SLOW_MS, shown: deleted.items, moved: workMoved });
  return (
    <>
      <p>
        <a href={placeOfFolder('')}>{said.all}</a>
      </p>
      <h2 tabIndex={-1}>{said.deletedTitle}</h2>
      <p class="hint">{said.deletedIntro}</p>
      <PagedList
        list={deleted}
        counted={(many, isMore) => (many === 0 ? said.deletedNone : said.deletedFound(count(many), isMore))}
        more={said.more}
        line={(file) => <Line file={file} />}
      />
    </>
  );
}

function Line({ file }: { file: Deleted }): VNode {
  const isAsking = useSignal(false);
  const path = shownName(file.path);
  const { deletedFileId: id } = file;
  const purge = async () => {
    try {
      await engine['deletedFiles.purge']({ params: { id } });
    } catch (error) {
      say(told(error));
    }
    await deleted.read();
  };
  return (
    <article class="card" aria-label={path}>
      <p class="name" dir="auto">
        {path}
      </p>
      <p class="hint">
        {bytes(file.sizeBytes)} ·{' '}
        {(file.earlierVersion ? said.replacedAt : said.deletedAt)(moment(file.deletedAt))} ·{' '}
        {said.goes(moment(file.goesAt))}
      </p>
      <div class="row">
        {file.earlierVersion ? (
          <button
            type="button"
            class="small"
            aria-label={visible(said.putBackNamed(path))}
            onClick={() => void bringBack(id, true).then(deleted.read)}
          >
            {said.putBack}
          </button>
        ) : null}
        <button
          type="button"
          class="small"
          aria-label={visible((file.earlierVersion ? said.asCopyNamed : said.restoreNamed)(path))}
          onClick={() => void bringBack(id).then(deleted.read)}
        >
          {file.earlierVersion ? said.asCopy : said.restore}
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={visible(said.purgeNamed(path))}
          onClick={() => (isAsking.value = true)}
        >
          {said.forGood}
        </button>
      </div>
      {isAsking.value ? (
        <AskDialog
          question={said.purgeQuestion(path)}
          says={said.purgeSays}
          label={said.forGood}
          onClose={() => (isAsking.value = false)}
          onSure={() => void purge()}
        />
      ) : null}
    </article>
  );
}
