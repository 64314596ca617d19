import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { engine } from '../../engine/client.ts';
import { me } from '../../engine/me.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { moment } from '../../parts/format.ts';
import { useForm } from '../../parts/use-form.ts';
import type { Reading } from '../../parts/use-reading.ts';
import { visible } from '../../parts/visible.ts';
import { partWords } from '#words/parts.ts';
import { peopleWords } from '#words/people.ts';
import { OnceShown, type Given } from './once-shown.tsx';
import type { Invitation } from './model.ts';

const said = peopleWords.invitations;
const HOURS = 24;

/** Lets somebody in: an address that is good once, told once. Those that wait can be withdrawn. */
export function Invitations({
  invitations,
  act,
  onInvited,
}: {
  invitations: readonly Invitation[];
  act: Reading['act'];
  onInvited: () => Promise<void>;
}): VNode {
  const given = useSignal<(Given & { readonly name: string }) | null>(null);
  const { given: typed, wrong, field, set } = useForm({ name: '', hours: String(HOURS) });
  const send = async () => {
    const { name, hours } = typed.peek();
    if (name.trim() === '') return { name: said.nameMissing };
    const many = Number(hours);
    if (!Number.isInteger(many) || many < 1 || many > 72) return { hours: said.hoursWrong };
    const made = await engine['people.invite']({ body: { name: name.trim(), hours: many } });
    given.value = { ...made, name: name.trim() };
    set({ name: '', hours: String(HOURS) });
    await onInvited();
  };
  return (
    <section class="card" aria-labelledby="invitations-title">
      <h3 id="invitations-title">{said.title}</h3>
      <p class="hint">{said.hint}</p>
      {me.value === null ? <p class="hint">{said.first}</p> : null}
      <ul class="lines">
        {invitations.map(({ invitationId, name, expiresAt }) => (
          <li key={invitationId}>
            <strong dir="auto">{visible(name)}</strong>
            <span class="hint">{said.until(moment(expiresAt))}</span>
            <ConfirmButton
              label={said.withdraw}
              name={said.withdrawNamed(name)}
              question={said.withdrawSure}
              onSure={() =>
                void act(
                  () => engine['people.withdraw']({ params: { id: invitationId } }),
                  partWords.removed(said.madeFor(name)),
                )
              }
            />
          </li>
        ))}
      </ul>
      {given.value === null ? (
        <Form label={said.title} wrong={wrong} names={['name', 'hours']} act={said.invite} onSend={send}>
          <Field label={said.name} hint={said.nameHint} {...field('name')} />
          <Field label={said.hours} hint={said.hoursHint} type="number" step="1" {...field('hours')} />
        </Form>
      ) : (
        <OnceShown
          title={said.madeFor(visible(given.value.name))}
          hint={said.madeHint}
          given={given.value}
          onDone={() => (given.value = null)}
        />
      )}
    </section>
  );
}
