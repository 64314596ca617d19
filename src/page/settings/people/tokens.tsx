import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { engine, type Answer } from '../../engine/client.ts';
import { Alert } from '../../parts/alert.tsx';
import { Choice } from '../../parts/choice.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { moment } from '../../parts/format.ts';
import { useForm } from '../../parts/use-form.ts';
import { useReading } from '../../parts/use-reading.ts';
import { visible } from '../../parts/visible.ts';
import { partWords } from '#words/parts.ts';
import { peopleWords } from '#words/people.ts';

const said = peopleWords.tokens;

type Token = Answer<'me.tokens'>['tokens'][number];
type Reach = keyof typeof said.reaches;
/** What a token may do, from little to all. */
const reaches = {
  read: ['read'],
  run: ['read', 'run'],
  manage: ['read', 'run', 'manage'],
} as const satisfies Readonly<Record<Reach, Token['scopes']>>;

const reachOf = ({ scopes }: Token): Reach =>
  scopes.includes('manage') ? 'manage' : scopes.includes('run') ? 'run' : 'read';

/** Tokens for programs that act as this person. */
export function Tokens(): VNode {
  const tokens = useSignal<readonly Token[]>([]);
  const made = useSignal<{ readonly name: string; readonly token: string } | null>(null);
  const { wrong: unread, act } = useReading(async () => {
    ({ tokens: tokens.value } = await engine['me.tokens']());
    return '';
  });
  const { given, wrong, field, set } = useForm({ name: '', reach: 'run' as Reach });
  const send = async () => {
    const { name, reach } = given.peek();
    if (name.trim() === '') return { name: said.nameMissing };
    const { token } = await engine['me.makeToken']({
      body: { name: name.trim(), scopes: [...reaches[reach]] },
    });
    made.value = { name: name.trim(), token };
    set({ name: '' });
    await act(async () => undefined);
  };
  return (
    <section class="card" aria-labelledby="tokens-title">
      <h3 id="tokens-title">{said.title}</h3>
      <p class="hint">{said.hint}</p>
      <Alert text={unread.value} />
      <ul class="lines">
        {tokens.value.map((token) => (
          <li key={token.tokenId}>
            <strong dir="auto">{visible(token.name)}</strong>
            <span class="hint">
              {[
                said.reaches[reachOf(token)],
                token.lastUsedAt === null ? said.neverUsed : said.used(moment(token.lastUsedAt)),
                ...(token.expiresAt === null ? [] : [said.until(moment(token.expiresAt))]),
              ].join(' · ')}
            </span>
            <ConfirmButton
              label={said.remove}
              name={said.removeNamed(token.name)}
              question={said.removeSure}
              onSure={() =>
                void act(
                  () => engine['me.removeToken']({ params: { id: token.tokenId } }),
                  partWords.removed(token.name),
                )
              }
            />
          </li>
        ))}
      </ul>
      {made.value === null ? null : (
        <p role="status" class="once">
          {said.made(visible(made.value.name))} <code class="address">{made.value.token}</code>{' '}
          <CopyButton text={() => made.value?.token ?? ''} label={said.copy} />
        </p>
      )}
      <Form label={said.add} wrong={wrong} names={['name']} act={said.add} onSend={send}>
        <Field label={said.name} hint={said.nameHint} {...field('name')} />
        <Choice
          label={said.reach}
          value={given.value.reach}
          options={said.reaches}
          onChoose={(reach) => set({ reach: reach as Reach })}
        />
      </Form>
    </section>
  );
}
