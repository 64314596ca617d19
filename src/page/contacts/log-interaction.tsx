import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { wrongFields } from '../engine/wrong-fields.ts';
import { Field } from '../parts/field.tsx';
import { instantOf } from '../parts/format.ts';
import { TextField } from '../parts/text-field.tsx';
import { visible } from '../parts/visible.ts';
import { contactWords } from '../words/contacts.ts';
import type { Contact } from './contacts.ts';

const said = contactWords.log;
const EMPTY = { type: '', channel: '', summary: '', at: '' };

/** Writes down a call, a meeting or the like. Escape leaves it. */
export function LogInteraction({ contact, onDone }: { contact: Contact; onDone: () => void }): VNode {
  const isOpen = useSignal(false);
  const given = useSignal(EMPTY);
  const wrong = useSignal<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen.value) form.current?.querySelector('input')?.focus();
    else if (wasOpen.current) button.current?.focus();
    wasOpen.current = isOpen.value;
  }, [isOpen.value]);
  const save = async () => {
    const now = given.value;
    const [type, summary] = [now.type.trim(), now.summary.trim()];
    if (type === '' || summary === '') {
      wrong.value = type === '' ? { type: said.typeMissing } : { summary: said.summaryMissing };
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    const at = instantOf(now.at);
    try {
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
      wrong.value = {};
      isOpen.value = false;
      onDone();
    } catch (error) {
      wrong.value = wrongFields(error, Object.keys(EMPTY));
    }
  };
  const field = (name: keyof typeof EMPTY) => ({
    value: given.value[name],
    wrong: visible(wrong.value[name] ?? ''),
    onInput: (text: string) => (given.value = { ...given.value, [name]: text }),
  });
  if (!isOpen.value)
    return (
      <div class="row">
        <button ref={button} type="button" class="small" onClick={() => (isOpen.value = true)}>
          {said.open}
        </button>
      </div>
    );
  return (
    <form
      ref={form}
      class="form"
      aria-label={visible(said.label(contact.name))}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') isOpen.value = false;
      }}
    >
      <div class="pair">
        <Field label={said.type} offered={said.types} {...field('type')} />
        <Field label={said.channel} {...field('channel')} />
        <Field label={said.at} hint={said.atHint} type="datetime-local" {...field('at')} />
      </div>
      <TextField label={said.summary} {...field('summary')} />
      <p class="bad" role="alert">
        {visible(wrong.value['rest'] ?? '')}
      </p>
      <div class="row">
        <button class="primary">{said.save}</button>
        <button type="button" onClick={() => (isOpen.value = false)}>
          {contactWords.cancel}
        </button>
      </div>
    </form>
  );
}
