import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useForm } from '../parts/use-form.ts';
import { visible } from '../parts/visible.ts';
import { entryWords } from '#words/entries.ts';
import type { Opened } from './entries.ts';
import { changesOf, formValuesOf } from './form-values.ts';
import { attributeWords, detailsOf, LONG } from './in-words.ts';

const said = entryWords.form;

/** Changes an entry in its place. */
export function EditEntry({ entry, onDone }: { entry: Opened; onDone: () => void }): VNode {
  const before = useRef(formValuesOf(entry));
  const { given, wrong, set, field } = useForm(before.current);
  const save = async () => {
    if (given.peek().name.trim() === '') return { name: entryWords.nameMissing };
    const body = changesOf(before.current, given.peek());
    if (body !== null) {
      await engine['graph.edit']({ params: { id: entry.entityId }, body });
      say(said.saved);
    }
    return onDone();
  };
  const ofNames = wrong.value['aliases'] ?? wrong.value['withoutAliases'] ?? '';
  return (
    <Form
      label={said.label(entry.name)}
      isCard
      wrong={wrong}
      names={['name', 'aliases', 'withoutAliases', ...detailsOf[entry.kind]]}
      act={said.save}
      onSend={save}
      leave={{ label: said.cancel, onLeave: onDone }}
    >
      <Field label={entryWords.name} {...field('name')} />
      <TextField label={said.names} {...field('names')} wrong={visible(ofNames)} />
      <div class="pair">
        {detailsOf[entry.kind].map((attribute) => {
          const Input = LONG.has(attribute) ? TextField : Field;
          return (
            <Input
              key={attribute}
              label={attributeWords(attribute)}
              value={given.value.detail[attribute] ?? ''}
              wrong={visible(wrong.value[attribute] ?? '')}
              onInput={(text) => set({ detail: { ...given.peek().detail, [attribute]: text } })}
            />
          );
        })}
      </div>
    </Form>
  );
}
