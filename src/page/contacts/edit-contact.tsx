import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useForm } from '../parts/use-form.ts';
import { contactWords as said } from '#words/contacts.ts';
import type { Contact } from './contacts.ts';
import { changesOf, clashesOf, FIELDS, fieldsOf, formValuesOf, HINTS } from './form-values.ts';

/** Changes a contact in its place. */
export function EditContact({ contact, onDone }: { contact: Contact; onDone: () => void }): VNode {
  const before = useRef(formValuesOf(contact));
  const form = useForm(before.current);
  const save = async () => {
    const now = form.given.peek();
    if (now.name.trim() === '') return { name: said.nameMissing };
    const newest = formValuesOf(await engine['contacts.get']({ params: { name: contact.contactId } }));
    const clashes = clashesOf(before.current, now, newest);
    if (clashes.length > 0) {
      // The newer values have been told: saving again replaces them.
      before.current = {
        ...before.current,
        ...Object.fromEntries(clashes.map((name) => [name, newest[name]])),
      };
      return Object.fromEntries(clashes.map((name) => [name, said.changedElsewhere(newest[name])]));
    }
    const body = changesOf(before.current, now, newest);
    if (body !== null) {
      await engine['contacts.edit']({ params: { name: contact.contactId }, body });
      say(said.saved);
    }
    return onDone();
  };
  return (
    <Form
      label={said.formOf(contact.name)}
      isCard
      wrong={form.wrong}
      names={FIELDS}
      act={said.save}
      onSend={save}
      leave={{ label: said.cancel, onLeave: onDone }}
    >
      <div class="pair">
        {fieldsOf(contact.kind).map((name) => {
          const Input = name === 'notes' ? TextField : Field;
          return (
            <Input key={name} label={said.fields[name]} hint={HINTS[name] ?? ''} {...form.field(name)} />
          );
        })}
      </div>
    </Form>
  );
}
