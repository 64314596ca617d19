import type { VNode } from 'preact';
import { showArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useForm } from '../parts/use-form.ts';
import { dataWords as said } from '#words/data.ts';
import { readCollections } from './collections.ts';
import { columnsIn } from './in-words.ts';

const EMPTY = { name: '', description: '', columns: '' };

/** Makes a collection of a name and columns. */
export function MakeCollection(): VNode {
  const { given, wrong, field } = useForm(EMPTY);
  const make = async () => {
    const now = given.peek();
    const columns = columnsIn(now.columns);
    if (typeof columns === 'number') return { columns: said.columnWrong(columns) };
    if (now.name.trim() === '') return { name: said.nameMissing };
    if (columns.length === 0) return { columns: said.columnsMissing };
    const { name } = await engine['datastore.create']({
      body: {
        name: now.name.trim(),
        columns: [...columns],
        ...(now.description.trim() === '' ? {} : { description: now.description.trim() }),
      },
    });
    given.value = EMPTY;
    void readCollections();
    return showArea('data', name);
  };
  return (
    <details class="card">
      <summary>{said.make}</summary>
      <Form label={said.make} wrong={wrong} names={[]} act={said.makeAct} onSend={make}>
        <Field label={said.name} hint={said.nameHint} {...field('name')} />
        <Field label={said.description} {...field('description')} />
        <TextField label={said.columns} hint={said.columnsHint} {...field('columns')} />
      </Form>
    </details>
  );
}
