import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { showArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { addressOfRecords } from '../engine/file-address.ts';
import { AskDialog } from '../parts/ask-dialog.tsx';
import { count } from '../parts/format.ts';
import { MoreButton } from '../parts/more-button.tsx';
import { OpenItem } from '../parts/open-item.tsx';
import { Problem } from '../parts/problem.tsx';
import { removed } from '../parts/removed.ts';
import { useFound } from '../parts/use-found.ts';
import { visible } from '../parts/visible.ts';
import { dataWords as said } from '#words/data.ts';
import { appWords } from '#words/app.ts';
import type { Collection } from './columns.ts';
import { Records, type DataRecord } from './collections.ts';
import { FilterBy } from './filter-by.tsx';
import { ImportRecords } from './import-records.tsx';
import { RecordDialog } from './record-dialog.tsx';
import { RecordTable } from './record-table.tsx';

const GONE = 'collection_not_found';

/** One collection with its records as a table. */
export function OpenCollection({ name }: { name: string }): VNode {
  const { found, wrong, isGone, again } = useFound(async () => {
    const answer = await engine['datastore.collections']();
    return { collection: answer.collections.find((one) => one.name === name) ?? null };
  }, [GONE]);
  const collection = found.value?.collection ?? null;
  return (
    <OpenItem
      area="data"
      said={said}
      item={collection}
      name={collection?.name}
      isGone={isGone.value || (found.value !== null && collection === null)}
      wrong={wrong.value}
      onAgain={again}
      shown={(one) => <Shown collection={one} again={again} />}
    />
  );
}

function Shown({ collection, again }: { collection: Collection; again: () => Promise<void> }): VNode {
  const { name, description, recordCount } = collection;
  const records = useMemo(() => new Records(name), [name]);
  const { items, older, wrong, read, readOlder } = records.list;
  // A run may have changed them when the collection is read anew.
  useEffect(() => void read(), [collection]);
  const isRemoving = useSignal(false);
  /** The record that is looked at; null for a new one. */
  const opened = useSignal<{ readonly record: DataRecord | null } | null>(null);
  const all = items.value;
  const isFiltered = records.conditions.value.length > 0;
  const remove = async () => {
    const drop = async () =>
      await engine['datastore.drop']({ params: { name }, query: { records: recordCount } });
    if (!(await removed(drop, GONE))) return await again();
    say(said.removed(name));
    showArea('data');
  };
  return (
    <>
      {description === null ? null : (
        <p class="told" dir="auto">
          {visible(description)}
        </p>
      )}
      <div class="row">
        <button type="button" class="small" onClick={() => (opened.value = { record: null })}>
          {said.record.add}
        </button>
        <a class="small" href={addressOfRecords(name)} download={`${name}.csv`}>
          {said.export}
        </a>
        <button
          type="button"
          class="quiet"
          aria-label={visible(said.removeNamed(name))}
          onClick={() => (isRemoving.value = true)}
        >
          {said.remove}
        </button>
      </div>
      <ImportRecords name={name} onDone={() => void again()} />
      <FilterBy columns={collection.columns} records={records} />
      <Problem text={wrong.value} onAgain={() => void read()} />
      <p class="hint" role="status">
        {all === null
          ? wrong.value === ''
            ? appWords.loading
            : ''
          : all.length === 0
            ? isFiltered
              ? said.noneFound
              : said.noRecords
            : said.foundRecords(count(all.length), count(records.total.value))}
      </p>
      {all === null || all.length === 0 ? null : (
        <RecordTable
          collection={collection}
          records={records}
          onOpen={(record) => (opened.value = { record })}
        />
      )}
      <MoreButton label={said.more} isMore={older.value !== null} onMore={() => void readOlder()} />
      {opened.value === null ? null : (
        <RecordDialog
          collection={collection}
          record={opened.value.record}
          onClose={() => (opened.value = null)}
          onChanged={() => void again()}
        />
      )}
      {isRemoving.value ? (
        <AskDialog
          question={said.removeQuestion(name)}
          says={said.removeSays(said.records(count(recordCount)))}
          label={said.remove}
          onClose={() => (isRemoving.value = false)}
          onSure={() => void remove()}
        />
      ) : null}
    </>
  );
}
