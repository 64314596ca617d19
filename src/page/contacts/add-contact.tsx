import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { say } from '../app/notices.ts';
import { showArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { AddCard } from '../parts/add-card.tsx';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { useForm } from '../parts/use-form.ts';
import { contactWords as said } from '#words/contacts.ts';
import { contacts, type Contact } from './contacts.ts';
import { dateFields, fieldsOf, HINTS } from './form-values.ts';
import { addedWords } from './in-words.ts';

const EMPTY = { name: '', email: '', phone: '', company: '', role: '', birthday: '', website: '' };
const ADDED = Object.keys(EMPTY) as readonly (keyof typeof EMPTY)[];

/** Adds a contact. */
export function AddContact(): VNode {
  const form = useForm(EMPTY);
  const kind = useSignal<Contact['kind']>('person');
  const shown = ADDED.filter((name) => fieldsOf(kind.value).includes(name));
  return (
    <AddCard
      said={said}
      form={form}
      onAdd={async (isNew) => {
        const now = form.given.peek();
        const filled = shown.filter((name) => now[name].trim() !== '');
        const added = await engine['contacts.add']({
          body: {
            kind: kind.value,
            ...dateFields(Object.fromEntries(filled.map((name) => [name, now[name].trim()]))),
            ...(isNew ? { isNew } : {}),
          },
        });
        form.given.value = EMPTY;
        say(addedWords(added));
        void contacts.begin();
        showArea('contacts', added.contactId);
      }}
    >
      <div class="pair">
        <Field label={said.fields.name} {...form.field('name')} />
        <Choice
          label={said.kind}
          value={kind.value}
          options={said.kinds}
          onChoose={(one) => (kind.value = one)}
        />
        {shown
          .filter((name) => name !== 'name')
          .map((name) => (
            <Field key={name} label={said.fields[name]} hint={HINTS[name] ?? ''} {...form.field(name)} />
          ))}
      </div>
    </AddCard>
  );
}
