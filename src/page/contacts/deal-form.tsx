import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { say } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { instantOf, localInput } from '../parts/format.ts';
import { useForm } from '../parts/use-form.ts';
import { visible } from '../parts/visible.ts';
import { amountTyped, toType } from '../parts/typed-number.ts';
import { contactWords } from '#words/contacts.ts';
import type { Contact, Deal } from './contacts.ts';
import type { Stage } from './in-words.ts';

const said = contactWords.deal;

/** Adds a deal to a contact, or changes one. */
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
  const { given, wrong, field } = useForm({
    title: deal?.title ?? '',
    value: deal?.value == null ? '' : toType(deal.value),
    currency: deal?.currency ?? '',
    nextAction: deal?.nextAction ?? '',
    dueAt: deal?.dueAt ? localInput(deal.dueAt) : '',
  });
  const stage = useSignal<Stage>(deal?.stage ?? 'lead');
  const save = async () => {
    const now = given.peek();
    const title = now.title.trim();
    const value = amountTyped(now.value);
    if (title === '') return { title: said.whatMissing };
    if (value === undefined) return { value: said.valueWrong };
    if (value !== null && now.currency.trim() === '') return { currency: said.currencyMissing };
    const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
    const body = {
      title,
      value,
      currency: orNull(now.currency)?.toUpperCase() ?? null,
      stage: stage.value,
      nextAction: orNull(now.nextAction),
      dueAt: instantOf(now.dueAt),
    };
    if (deal === null) await engine['deals.add']({ body: { contact: contact.contactId, ...body } });
    else await engine['deals.edit']({ params: { id: deal.dealId }, body });
    say(said.saved(title));
    return onDone();
  };
  return (
    <Form
      label={deal === null ? said.label(contact.name) : said.labelOf(deal.title)}
      wrong={wrong}
      names={[...Object.keys(given.value), 'stage']}
      act={said.save}
      onSend={save}
      leave={{ label: contactWords.cancel, onLeave: onDone }}
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
    </Form>
  );
}
