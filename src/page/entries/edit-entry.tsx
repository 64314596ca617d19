import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { wrongFields } from '../engine/wrong-fields.ts';
import { Field } from '../parts/field.tsx';
import { TextField } from '../parts/text-field.tsx';
import { visible } from '../parts/visible.ts';
import { entryWords } from '../words/entries.ts';
import type { Opened } from './entries.ts';
import { changesOf, givenOf, type Given } from './given.ts';
import { attributeWords, detailsOf, LONG } from './in-words.ts';

const said = entryWords.form;

/** Changes an entry in its place. Escape leaves it as it was. */
export function EditEntry({ entry, onDone }: { entry: Opened; onDone: () => void }): VNode {
  const before = useRef(givenOf(entry));
  const given = useSignal<Given>(before.current);
  const wrong = useSignal<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const now = given.value;
  const tell = (found: Readonly<Record<string, string>>) => {
    wrong.value = found;
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  const save = async () => {
    if (now.name.trim() === '') {
      tell({ name: entryWords.nameMissing });
      return;
    }
    const body = changesOf(before.current, now);
    try {
      if (body !== null) {
        await engine['graph.edit']({ params: { id: entry.entityId }, body });
        say(said.saved);
      }
      onDone();
    } catch (error) {
      const { aliases, withoutAliases, ...found } = wrongFields(error, [
        'name',
        'aliases',
        'withoutAliases',
        ...detailsOf[entry.kind],
      ]);
      const names = aliases ?? withoutAliases;
      tell(names === undefined ? found : { ...found, names });
    }
  };
  return (
    <form
      ref={form}
      class="card form"
      aria-label={visible(said.label(entry.name))}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
    >
      <Field
        label={entryWords.name}
        value={now.name}
        wrong={visible(wrong.value['name'] ?? '')}
        onInput={(name) => (given.value = { ...given.value, name })}
      />
      <TextField
        label={said.names}
        value={now.names}
        wrong={visible(wrong.value['names'] ?? '')}
        onInput={(names) => (given.value = { ...given.value, names })}
      />
      <div class="pair">
        {detailsOf[entry.kind].map((attribute) => {
          const Input = LONG.has(attribute) ? TextField : Field;
          return (
            <Input
              key={attribute}
              label={attributeWords(attribute)}
              value={now.detail[attribute] ?? ''}
              wrong={visible(wrong.value[attribute] ?? '')}
              onInput={(text) =>
                (given.value = {
                  ...given.value,
                  detail: { ...given.value.detail, [attribute]: text },
                })
              }
            />
          );
        })}
      </div>
      <p class="bad" role="alert">
        {visible(wrong.value['rest'] ?? '')}
      </p>
      <div class="row">
        <button class="primary">{said.save}</button>
        <button type="button" onClick={onDone}>
          {said.cancel}
        </button>
      </div>
    </form>
  );
}
