import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { wrongFields } from '../engine/wrong-fields.ts';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { instantOf, localInput } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { contactWords } from '../words/contacts.ts';
import type { Contact, Deal } from './contacts.ts';
import { amountIn, type Stage } from './in-words.ts';

const said = contactWords.deal;

/** Adds a deal to a contact, or changes one. Escape leaves it. */
export function DealForm({
  contact,
  deal,
  onDone,
}: {
  contact: Pick<Contact, 'contactId' | 'name'>;
  /** Null: a new one. */
  deal: Deal | null;
  onDone: () => void;
}): VNode {
  const given = useSignal({
    title: deal?.title ?? '',
    value: deal?.value?.toString() ?? '',
    currency: deal?.currency ?? '',
    nextAction: deal?.nextAction ?? '',
    dueAt: deal?.dueAt ? localInput(deal.dueAt) : '',
  });
  const stage = useSignal<Stage>(deal?.stage ?? 'lead');
  const wrong = useSignal<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const tell = (found: Readonly<Record<string, string>>) => {
    wrong.value = found;
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  const save = async () => {
    const now = given.value;
    const title = now.title.trim();
    const value = amountIn(now.value);
    if (title === '' || value === undefined) {
      tell(title === '' ? { title: said.whatMissing } : { value: said.valueWrong });
      return;
    }
    const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
    const body = {
      title,
      value,
      currency: orNull(now.currency)?.toUpperCase() ?? null,
      stage: stage.value,
      nextAction: orNull(now.nextAction),
      dueAt: instantOf(now.dueAt),
    };
    try {
      if (deal === null) await engine['deals.add']({ body: { contact: contact.contactId, ...body } });
      else await engine['deals.edit']({ params: { id: deal.dealId }, body });
      say(said.saved(title));
      onDone();
    } catch (error) {
      tell(wrongFields(error, [...Object.keys(now), 'stage']));
    }
  };
  const field = (name: keyof typeof given.value) => ({
    value: given.value[name],
    wrong: visible(wrong.value[name] ?? ''),
    onInput: (text: string) => (given.value = { ...given.value, [name]: text }),
  });
  return (
    <form
      ref={form}
      class="form"
      aria-label={visible(deal === null ? said.label(contact.name) : said.labelOf(deal.title))}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
    >
      <Field label={said.what} {...field('title')} />
      <div class="pair">
        <Field label={said.value} isNumber {...field('value')} />
        <Field label={said.currency} hint={said.currencyHint} {...field('currency')} />
        <Choice
          label={said.stage}
          value={stage.value}
          options={said.stages}
          wrong={visible(wrong.value['stage'] ?? '')}
          onChoose={(next) => (stage.value = next)}
        />
        <Field label={said.due} type="datetime-local" {...field('dueAt')} />
      </div>
      <Field label={said.nextAction} {...field('nextAction')} />
      <p class="bad" role="alert">
        {visible(wrong.value['rest'] ?? '')}
      </p>
      <div class="row">
        <button class="primary">{said.save}</button>
        <button type="button" onClick={onDone}>
          {contactWords.cancel}
        </button>
      </div>
    </form>
  );
}
