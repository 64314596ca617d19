import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { wrongFields } from '../engine/wrong-fields.ts';
import { Field } from '../parts/field.tsx';
import { TextField } from '../parts/text-field.tsx';
import { visible } from '../parts/visible.ts';
import { contactWords as said } from '../words/contacts.ts';
import type { Contact } from './contacts.ts';
import { changesOf, FIELDS, fieldsOf, givenOf, type FieldName, type Given } from './given.ts';

const HINTS: Partial<Readonly<Record<FieldName, string>>> = { tags: said.tagsHint, phone: said.phoneHint };

/** Changes a contact in its place. Escape leaves it as it was. */
export function EditContact({ contact, onDone }: { contact: Contact; onDone: () => void }): VNode {
  const before = useRef(givenOf(contact));
  const given = useSignal<Given>(before.current);
  const wrong = useSignal<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const tell = (found: Readonly<Record<string, string>>) => {
    wrong.value = found;
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  const save = async () => {
    if (given.value.name.trim() === '') {
      tell({ name: said.nameMissing });
      return;
    }
    const body = changesOf(before.current, given.value);
    try {
      if (body !== null) {
        await engine['contacts.edit']({ params: { name: contact.contactId }, body });
        say(said.saved);
      }
      onDone();
    } catch (error) {
      tell(wrongFields(error, FIELDS));
    }
  };
  return (
    <form
      ref={form}
      class="card form"
      aria-label={visible(said.formOf(contact.name))}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
    >
      <div class="pair">
        {fieldsOf(contact.kind).map((name) => {
          const Input = name === 'notes' ? TextField : Field;
          return (
            <Input
              key={name}
              label={said.fields[name]}
              hint={HINTS[name] ?? ''}
              value={given.value[name]}
              wrong={visible(wrong.value[name] ?? '')}
              onInput={(text) => (given.value = { ...given.value, [name]: text })}
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
