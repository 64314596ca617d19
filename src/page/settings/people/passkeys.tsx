import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { engine, type Answer } from '../../engine/client.ts';
import { askElsewhere, isLeft, knowsPasskeys, makePasskey } from '../../engine/ways-in.ts';
import { Alert } from '../../parts/alert.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { day, moment } from '../../parts/format.ts';
import { useForm } from '../../parts/use-form.ts';
import { useReading } from '../../parts/use-reading.ts';
import { visible } from '../../parts/visible.ts';
import { partWords } from '#words/parts.ts';
import { peopleWords } from '#words/people.ts';

const said = peopleWords.passkeys;

/** What one signs in with elsewhere: passkeys of one's devices, and accounts of a provider. */
export function Passkeys(): VNode | null {
  const passkeys = useSignal<Answer<'me.passkeys'>['passkeys']>([]);
  const accounts = useSignal<Answer<'me.identities'>['identities']>([]);
  const ways = useSignal<Answer<'login.ways'> | null>(null);
  const { wrong: unread, act } = useReading(async () => {
    ways.value = await engine['login.ways']();
    if (ways.value.passkey) ({ passkeys: passkeys.value } = await engine['me.passkeys']());
    if (ways.value.oidc) ({ identities: accounts.value } = await engine['me.identities']());
    return '';
  });
  const { given, wrong, field, set } = useForm({ name: '' });
  const add = async () => {
    const name = given.peek().name.trim();
    if (name === '') return { name: said.nameMissing };
    try {
      await makePasskey(name);
    } catch (error) {
      if (isLeft(error)) return;
      throw error;
    }
    set({ name: '' });
    await act(async () => undefined);
  };
  const now = ways.value;
  if (now === null || (!now.passkey && !now.oidc)) return null;
  return (
    <section class="card" aria-labelledby="passkeys-title">
      <h3 id="passkeys-title">{said.title}</h3>
      <Alert text={unread.value} />
      {now.passkey ? (
        <>
          <p class="hint">{said.hint}</p>
          <ul class="lines">
            {passkeys.value.map(({ passkeyId, name, createdAt, lastUsedAt }) => (
              <li key={passkeyId}>
                <strong dir="auto">{visible(name)}</strong>
                <span class="hint">
                  {lastUsedAt === null ? said.since(day(createdAt)) : said.used(moment(lastUsedAt))}
                </span>
                <ConfirmButton
                  label={said.remove}
                  name={said.removeNamed(name)}
                  question={said.removeSure}
                  onSure={() =>
                    void act(
                      () => engine['me.removePasskey']({ params: { id: passkeyId } }),
                      partWords.removed(name),
                    )
                  }
                />
              </li>
            ))}
          </ul>
          {knowsPasskeys() ? (
            <Form label={said.add} wrong={wrong} names={['name']} act={said.add} onSend={add}>
              <Field label={said.name} hint={said.nameHint} {...field('name')} />
            </Form>
          ) : (
            <p class="hint">{said.notHere}</p>
          )}
        </>
      ) : null}
      {now.oidc ? (
        <>
          <p class="hint">{said.accounts}</p>
          <ul class="lines">
            {accounts.value.map(({ issuer, subject, createdAt }) => (
              <li key={`${issuer} ${subject}`}>
                <span dir="auto">{visible(issuer)}</span>
                <span class="hint">{said.since(day(createdAt))}</span>
                <ConfirmButton
                  label={said.remove}
                  name={said.removeNamed(issuer)}
                  question={said.removeSure}
                  onSure={() =>
                    void act(
                      () => engine['me.removeIdentity']({ body: { issuer, subject } }),
                      partWords.removed(issuer),
                    )
                  }
                />
              </li>
            ))}
          </ul>
          <button type="button" onClick={() => void act(() => askElsewhere('link'))}>
            {said.link}
          </button>
        </>
      ) : null}
    </section>
  );
}
