import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Alert } from '../parts/alert.tsx';
import { visible } from '../parts/visible.ts';
import { engine, type Answer } from '../engine/client.ts';
import { told, worded } from '../engine/failure.ts';
import { Bar } from '../parts/bar.tsx';
import { EngineText } from '../parts/engine-text.tsx';
import { settingsWords } from '../words/settings.ts';

const said = settingsWords.apis;

/** The registered APIs, with what is used of their limits. */
export function Apis(): VNode {
  const apis = useSignal<Answer<'apis.list'> | null>(null);
  const wrong = useSignal('');
  useEffect(() => {
    engine['apis.list']().then(
      (answer) => (apis.value = answer),
      (error: unknown) => (wrong.value = told(error)),
    );
  }, []);
  return (
    <section class="card" aria-labelledby="apis-title">
      <h3 id="apis-title">{said.title}</h3>
      <p class="hint">{said.hint}</p>
      <Alert text={wrong.value} />
      {apis.value?.problems.map((problem) => (
        <p key={problem} class="bad">
          <EngineText text={worded(problem)} />
        </p>
      ))}
      {apis.value?.profiles.length === 0 ? <p class="hint">{said.none}</p> : null}
      <ul class="entries">
        {(apis.value?.profiles ?? []).map(({ id, name, base_url: address, description, limits }) => (
          <li key={id}>
            <strong>{visible(name)}</strong> <code>{visible(id)}</code>
            <p class="hint">{visible(address)}</p>
            <p>{visible(description)}</p>
            {limits.map(({ window, max, used }) => (
              <Bar
                key={window}
                label={said.used(used, max, said.windows[window] ?? window)}
                share={used / max}
              />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
