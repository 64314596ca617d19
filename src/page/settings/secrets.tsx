import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { say } from '../app/notices.ts';
import { engine, type Answer } from '../engine/client.ts';
import { isMember } from '../engine/me.ts';
import { Alert } from '../parts/alert.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { Field } from '../parts/field.tsx';
import { day, listed } from '../parts/format.ts';
import { useReading } from '../parts/use-reading.ts';
import { partWords } from '#words/parts.ts';
import { questionWords } from '#words/questions.ts';
import { settingsWords } from '#words/settings.ts';
import { hostsIn, storeSecret } from './store-secret.ts';
import { worded } from '../engine/failure.ts';

const said = settingsWords.secrets;
/** The engine checks it as well. */
const NAME = /^[A-Z][A-Z0-9_]*$/u;

/** The names of secrets, where each may be sent, and a form for a new one. A value is never shown. */
export function Secrets(): VNode {
  const secrets = useSignal<Answer<'secrets.list'>['secrets']>([]);
  const isRead = useSignal(false);
  const [name, value, hosts] = [useSignal(''), useSignal(''), useSignal('')];

  const missing = useSignal({ name: '', value: '' });

  const { wrong, isAwaited, act } = useReading(async () => {
    const [{ secrets: found }, vault] = await Promise.all([
      engine['secrets.list'](),
      isMember.value ? null : engine['secrets.status'](),
    ]);
    secrets.value = found;
    isRead.value = true;
    return worded(vault?.problem ?? '', vault?.says.problem);
  });
  const store = async () => {
    missing.value = {
      name: NAME.test(name.value.trim()) ? '' : said.nameWrong,
      value: value.value === '' ? questionWords.valueFirst : '',
    };
    if (missing.value.name !== '' || missing.value.value !== '') return;
    await storeSecret(name.value.trim(), value.value, hostsIn(hosts.value));
    say(partWords.saved(name.value.trim()));
    name.value = '';
    value.value = '';
    hosts.value = '';
  };
  return (
    <section class="card" aria-labelledby="secrets-title">
      <h3 id="secrets-title" class="unseen">
        {said.title}
      </h3>
      <p class="hint">{said.hint}</p>
      <Alert text={wrong.value} />
      {isRead.value && secrets.value.length === 0 ? <p class="hint">{said.none}</p> : null}
      <ul class={isAwaited.value ? 'lines awaited' : 'lines'}>
        {secrets.value.map((secret) => (
          <li key={secret.name}>
            <code>{secret.name}</code>
            <span class="hint">
              {listed(secret.hosts) || said.noHost} ·{' '}
              {secret.updatedAt ? said.since(day(secret.updatedAt)) : said.from(secret.source)}
            </span>
            {secret.source === 'vault' ? (
              <ConfirmButton
                label={said.removeShort}
                name={said.remove(secret.name)}
                question={said.removeSure(secret.name)}
                onSure={() =>
                  void act(
                    () => engine['secrets.delete']({ params: { name: secret.name } }),
                    partWords.removed(secret.name),
                  )
                }
              />
            ) : null}
          </li>
        ))}
      </ul>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void act(store);
        }}
      >
        <Field
          label={said.name}
          value={name.value}
          hint={said.nameHint}
          wrong={missing.value.name}
          onInput={(text) => (name.value = text)}
        />
        <Field
          label={questionWords.value}
          type="password"
          value={value.value}
          wrong={missing.value.value}
          onInput={(text) => (value.value = text)}
        />
        <Field label={questionWords.hosts} value={hosts.value} onInput={(text) => (hosts.value = text)} />
        <button>{said.store}</button>
      </form>
    </section>
  );
}
