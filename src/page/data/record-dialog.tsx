import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { placeOfArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { told, worded } from '../engine/failure.ts';
import { focusWrong } from '../parts/focus-wrong.ts';
import { Alert } from '../parts/alert.tsx';
import { Choice } from '../parts/choice.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { Field } from '../parts/field.tsx';
import { moment } from '../parts/format.ts';
import { TextField } from '../parts/text-field.tsx';
import { LongText } from '../parts/long-text.tsx';
import { visible } from '../parts/visible.ts';
import { dataWords } from '#words/data.ts';
import type { Collection, Column } from './columns.ts';
import type { DataRecord } from './collections.ts';
import { fieldOf, subjectIn, valueIn, valueWords, wrongIn } from './in-words.ts';
import { valueOf } from './record-table.tsx';
import { useModal } from '../parts/use-modal.ts';

const said = dataWords.record;

/** One record with all of its values: looked at, changed, deleted; or a new one. */
export function RecordDialog({
  collection,
  record,
  onClose,
  onChanged,
}: {
  collection: Collection;
  /** Null: a new one. */
  record: DataRecord | null;
  onClose: () => void;
  onChanged: () => void;
}): VNode {
  const { modal, close } = useModal(onClose);
  const isEditing = useSignal(record === null);
  const wrong = useSignal('');
  const remove = async ({ recordId }: DataRecord) => {
    try {
      await engine['datastore.delete']({
        params: { collection: collection.name },
        body: { filter: { recordId } },
      });
      say(said.removed);
      close();
      onChanged();
    } catch (error) {
      wrong.value = told(error);
    }
  };
  const title = record === null ? said.add : dataWords.details;
  return (
    <dialog {...modal} class="record" aria-label={title}>
      <h3>{title}</h3>
      <Alert text={wrong.value} />
      {isEditing.value ? (
        <EditRecord
          collection={collection}
          record={record}
          onCancel={() => (record === null ? close() : (isEditing.value = false))}
          onDone={() => {
            close();
            onChanged();
          }}
        />
      ) : record === null ? null : (
        <>
          <dl>
            {collection.columns.map((column) => (
              <div key={column.name}>
                <dt>{column.name}</dt>
                <dd class="told" dir="auto">
                  <Told column={column} value={valueOf(record, column)} />
                </dd>
              </div>
            ))}
          </dl>
          <p class="hint">
            {dataWords.added(moment(record.createdAt))} · {dataWords.changed(moment(record.updatedAt))}
          </p>
          <div class="row">
            <button type="button" onClick={() => (isEditing.value = true)}>
              {said.edit}
            </button>
            <ConfirmButton
              label={said.remove}
              name={said.remove}
              question={said.removeSure}
              onSure={() => void remove(record)}
            />
            <button type="button" onClick={close}>
              {said.close}
            </button>
          </div>
        </>
      )}
    </dialog>
  );
}

function Told({ column: { type }, value }: { column: Column; value: unknown }): VNode {
  const subject = type === 'subject' ? subjectIn(value) : null;
  if (subject !== null) return <a href={placeOfArea('entries', subject.entityId)}>{visible(subject.name)}</a>;
  const text = valueWords(type, value);
  return text === '' ? <span class="hint">{dataWords.noValue}</span> : <LongText text={text} />;
}

function EditRecord({
  collection: { name: collection, columns },
  record,
  onCancel,
  onDone,
}: {
  collection: Collection;
  record: DataRecord | null;
  onCancel: () => void;
  onDone: () => void;
}): VNode {
  const before = useRef(
    new Map(
      columns.map((column) => [
        column.name,
        record === null ? '' : fieldOf(column.type, valueOf(record, column)),
      ]),
    ),
  );
  const given = useSignal<ReadonlyMap<string, string>>(before.current);
  const wrong = useSignal<ReadonlyMap<string, string>>(new Map());
  const refused = useSignal('');
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus(), []);
  const save = async () => {
    const changed = columns.filter(({ name }) => given.value.get(name) !== before.current.get(name));
    const values = changed.map(
      ({ name, type }) => [name, valueIn(type, given.value.get(name) ?? ''), type] as const,
    );
    wrong.value = new Map(
      values.flatMap(([name, value, type]) => (value === undefined ? [[name, wrongIn(type)] as const] : [])),
    );
    refused.value = '';
    if (wrong.value.size > 0) {
      void focusWrong(form);
      return;
    }
    if (values.length === 0) {
      if (record === null) refused.value = said.nothing;
      else onCancel();
      return;
    }
    const set = Object.fromEntries(values.map(([name, value]) => [name, value]));
    try {
      if (record === null) {
        const { failed, updated } = await engine['datastore.insert']({
          params: { collection },
          body: { records: [set] },
        });
        const [first] = failed;
        if (first !== undefined) {
          refused.value = worded(first.why, [first.says]);
          return;
        }
        say(updated > 0 ? said.updated : said.added);
      } else {
        await engine['datastore.update']({
          params: { collection },
          body: { filter: { recordId: record.recordId }, set },
        });
        say(said.saved);
      }
      onDone();
    } catch (error) {
      refused.value = told(error);
    }
  };
  return (
    <form
      ref={form}
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {columns.map((column) => (
        <Input
          key={column.name}
          column={column}
          value={given.value.get(column.name) ?? ''}
          wrong={wrong.value.get(column.name) ?? ''}
          onInput={(text) => (given.value = new Map([...given.value, [column.name, text]]))}
        />
      ))}
      <Alert text={refused.value} />
      <div class="row">
        <button class="primary">{record === null ? said.addAct : said.save}</button>
        <button type="button" onClick={onCancel}>
          {said.cancel}
        </button>
      </div>
    </form>
  );
}

/** More characters than this are edited in several lines. */
const ONE_LINE = 80;

function Input({
  column: { name, type },
  ...field
}: {
  column: Column;
  value: string;
  wrong: string;
  onInput: (text: string) => void;
}): VNode {
  const [isLong] = [useRef(field.value.length > ONE_LINE || field.value.includes('\n')).current];
  if (type === 'boolean')
    return (
      <Choice
        label={name}
        value={field.value}
        wrong={field.wrong}
        options={{ '': said.empty, true: dataWords.yes, false: dataWords.no }}
        onChoose={field.onInput}
      />
    );
  if (type === 'json' || isLong) return <TextField label={name} hint={said.hints[type]} {...field} />;
  return <Field label={name} hint={said.hints[type]} isNumber={type === 'number'} {...field} />;
}
