import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { Alert } from '../parts/alert.tsx';
import { visible } from '../parts/visible.ts';
import { engine, type Answer } from '../engine/client.ts';
import { worded } from '../engine/failure.ts';
import { useReading } from '../parts/use-reading.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { Bar } from '../parts/bar.tsx';
import { EngineText } from '../parts/engine-text.tsx';
import { partWords } from '#words/parts.ts';
import { settingsWords } from '#words/settings.ts';
import { ApiForm } from './api-form.tsx';
import { typedFrom } from './api-profile.ts';

const said = settingsWords.apis;
/** No id has a space in it. */
const NEW = 'a new one';

/** The registered APIs, with what is used of their limits. */
export function Apis(): VNode {
  const apis = useSignal<Answer<'apis.list'> | null>(null);
  /** The profile that is changed, or NEW. */
  const open = useSignal<string | null>(null);
  const { wrong, isAwaited, act } = useReading(async () => {
    apis.value = await engine['apis.list']();
    return '';
  });
  const changed = apis.value?.profiles.find(({ id }) => id === open.value);
  return (
    <>
      <section class="card" aria-labelledby="apis-title">
        <h3 id="apis-title">{said.title}</h3>
        <p class="hint">{said.hint}</p>
        <Alert text={wrong.value} />
        {apis.value?.problems.map((problem, nth) => (
          <p key={problem} class="bad">
            <EngineText text={worded(problem, apis.value?.says.problems.slice(nth, nth + 1))} />
          </p>
        ))}
        {apis.value?.profiles.length === 0 ? <p class="hint">{said.none}</p> : null}
        <ul class={isAwaited.value ? 'entries awaited' : 'entries'}>
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
              <button
                type="button"
                class="quiet"
                aria-label={visible(said.form.edit(name))}
                onClick={() => (open.value = id)}
              >
                {said.form.change}
              </button>
              <ConfirmButton
                label={said.remove}
                name={said.removeNamed(name)}
                question={said.removeSure(name)}
                onSure={() =>
                  void act(async () => {
                    await engine['apis.remove']({ params: { id } });
                    if (open.peek() === id) open.value = null;
                  }, partWords.removed(id))
                }
              />
            </li>
          ))}
        </ul>
        <p class="row">
          <button type="button" onClick={() => (open.value = NEW)}>
            {said.form.add}
          </button>
        </p>
      </section>
      {open.value === null || (open.value !== NEW && !changed) ? null : (
        <ApiForm
          key={open.value}
          given={changed ? typedFrom(changed) : null}
          onSaved={() => void act(async () => void (open.value = null))}
        />
      )}
    </>
  );
}
