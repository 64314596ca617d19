import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { say } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { instantOf } from '../parts/format.ts';
import { TextField } from '../parts/text-field.tsx';
import { useForm } from '../parts/use-form.ts';
import { useReturningFocus } from '../parts/use-returning-focus.ts';
import { contactWords } from '#words/contacts.ts';
import type { Contact } from './contacts.ts';

const said = contactWords.log;
const EMPTY = { type: '', channel: '', summary: '', at: '' };

/** A button, and the form that it opens: writes down a call, a meeting or the like. */
export function LogInteraction({ contact, onDone }: { contact: Contact; onDone: () => void }): VNode {
  const isOpen = useSignal(false);
  const { given, wrong, field } = useForm(EMPTY);
  const button = useReturningFocus(isOpen.value);
  const save = async () => {
    const now = given.peek();
    const [type, summary] = [now.type.trim(), now.summary.trim()];
    if (type === '') return { type: said.typeMissing };
    if (summary === '') return { summary: said.summaryMissing };
    const at = instantOf(now.at);
    await engine['contacts.log']({
      params: { name: contact.contactId },
      body: {
        type,
        summary,
        ...(now.channel.trim() === '' ? {} : { channel: now.channel.trim() }),
        ...(at === null ? {} : { at }),
      },
    });
    say(said.done);
    given.value = EMPTY;
    isOpen.value = false;
    return onDone();
  };
  if (!isOpen.value)
    return (
      <div class="row">
        <button ref={button} type="button" class="small" onClick={() => (isOpen.value = true)}>
          {said.open}
        </button>
      </div>
    );
  return (
    <Form
      label={said.label(contact.name)}
      wrong={wrong}
      names={Object.keys(EMPTY)}
      act={said.save}
      onSend={save}
      leave={{ label: contactWords.cancel, onLeave: () => (isOpen.value = false) }}
    >
      <div class="pair">
        <Field label={said.type} offered={said.types} {...field('type')} />
        <Field label={said.channel} {...field('channel')} />
        <Field label={said.at} hint={said.atHint} type="datetime-local" {...field('at')} />
      </div>
      <TextField label={said.summary} {...field('summary')} />
    </Form>
  );
}
