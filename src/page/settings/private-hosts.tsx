import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { engine } from '../engine/client.ts';
import { Alert } from '../parts/alert.tsx';
import { Field } from '../parts/field.tsx';
import { useReading } from '../parts/use-reading.ts';
import { visible } from '../parts/visible.ts';
import { partWords } from '#words/parts.ts';
import { settingsWords } from '#words/settings.ts';
import { privateHost } from './private-host.ts';

const said = settingsWords.privateHosts;

/** The servers of this machine and its network that the agent may reach. */
export function PrivateHosts(): VNode {
  const hosts = useSignal<readonly string[] | null>(null);
  const typed = useSignal('');
  const unreadable = useSignal('');
  const { wrong, isAwaited, act } = useReading(async () => {
    const { config } = await engine['config.get']();
    hosts.value = (config['private_hosts'] ?? []) as readonly string[];
    return '';
  });
  const known = hosts.value ?? [];
  const save = (next: readonly string[], done: string) =>
    act(() => engine['config.set']({ body: { private_hosts: next.length === 0 ? null : next } }), done);
  const add = async () => {
    const host = privateHost(typed.value);
    unreadable.value = host === null ? said.unreadable : '';
    if (host === null) return;
    await save([...new Set([...known, host])], partWords.saved(host));
    if (wrong.value === '') typed.value = '';
  };
  return (
    <form
      class="card"
      aria-labelledby="private-hosts-title"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <h3 id="private-hosts-title">{said.title}</h3>
      <p class="hint">{said.hint}</p>
      <Alert text={wrong.value} />
      <ul class={isAwaited.value ? 'lines awaited' : 'lines'}>
        {hosts.value?.length === 0 ? <li class="hint">{said.nothing}</li> : null}
        {known.map((host) => (
          <li key={host}>
            <code>{visible(host)}</code>
            <button
              type="button"
              class="quiet"
              aria-label={visible(said.takeBack(host))}
              onClick={() =>
                void save(
                  known.filter((one) => one !== host),
                  partWords.removed(host),
                )
              }
            >
              {settingsWords.allowed.takeBack}
            </button>
          </li>
        ))}
      </ul>
      <Field
        label={said.label}
        value={typed.value}
        hint={said.example}
        wrong={unreadable.value}
        onInput={(text) => (typed.value = text)}
      />
      <button class="primary">{said.add}</button>
    </form>
  );
}
