import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { showArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { wrongFields } from '../engine/wrong-fields.ts';
import { Field } from '../parts/field.tsx';
import { TextField } from '../parts/text-field.tsx';
import { visible } from '../parts/visible.ts';
import { dataWords as said } from '../words/data.ts';
import { readCollections } from './collections.ts';
import { columnsIn } from './in-words.ts';

const EMPTY = { name: '', description: '', columns: '' };

/** Makes a collection of a name and columns. */
export function MakeCollection(): VNode {
  const given = useSignal(EMPTY);
  const wrong = useSignal<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const tell = (found: Readonly<Record<string, string>>) => {
    wrong.value = found;
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  const make = async () => {
    const now = given.value;
    const columns = columnsIn(now.columns);
    if (typeof columns === 'number') return tell({ columns: said.columnWrong(columns) });
    if (now.name.trim() === '') return tell({ name: said.nameHint });
    if (columns.length === 0) return tell({ columns: said.columnsMissing });
    try {
      const { name } = await engine['datastore.create']({
        body: {
          name: now.name.trim(),
          columns: [...columns],
          ...(now.description.trim() === '' ? {} : { description: now.description.trim() }),
        },
      });
      given.value = EMPTY;
      wrong.value = {};
      void readCollections();
      showArea('data', name);
    } catch (error) {
      tell(wrongFields(error, []));
    }
  };
  const field = (name: keyof typeof EMPTY) => ({
    value: given.value[name],
    wrong: visible(wrong.value[name] ?? ''),
    onInput: (text: string) => (given.value = { ...given.value, [name]: text }),
  });
  return (
    <details class="card">
      <summary>{said.make}</summary>
      <form
        ref={form}
        class="form"
        aria-label={said.make}
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <Field label={said.name} hint={said.nameHint} {...field('name')} />
        <Field label={said.description} {...field('description')} />
        <TextField label={said.columns} hint={said.columnsHint} {...field('columns')} />
        <p class="bad" role="alert">
          {visible(wrong.value['rest'] ?? '')}
        </p>
        <div class="row">
          <button class="primary">{said.makeAct}</button>
        </div>
      </form>
    </details>
  );
}
