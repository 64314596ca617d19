import { useSignal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { Alert } from '../parts/alert.tsx';
import { useEffect } from 'preact/hooks';
import { Field } from '../parts/field.tsx';
import { count, dayAndTime } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { yourDataWords } from '#words/your-data.ts';
import { erase, erased, findEarlier, earlier, isErasing, unknown, wrong, type Erased } from './erasing.ts';
import { EngineText } from '../parts/engine-text.tsx';
import { worded } from '../engine/failure.ts';

const said = yourDataWords.erase;

/** Says what goes and what stays, and erases everything once the person has typed so. */
export function Erase(): VNode {
  const typed = useSignal('');
  const [keepBackups, workspace, removesUnknown] = [useSignal(false), useSignal(false), useSignal(false)];
  useEffect(() => void findEarlier(), []);
  const isReady = typed.value.trim().toLowerCase() === said.word && !isErasing.value;
  const begin = async () => {
    await erase({
      keepBackups: keepBackups.value,
      workspace: workspace.value,
      // Not ticked: they were moved elsewhere, or are named once more.
      removeUnknown: removesUnknown.value ? [...unknown.value] : [],
    });
    removesUnknown.value = false;
    typed.value = '';
  };
  if (erased.value !== null) return <Outcome found={erased.value} />;
  return (
    <section class="card erase" aria-labelledby="your-data-erase">
      <h3 id="your-data-erase">{said.title}</h3>
      <form
        class="form"
        aria-label={said.title}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void begin();
        }}
      >
        <ul>
          {said.says.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
        <Wish label={said.keepBackups} is={keepBackups} />
        <Wish label={said.workspace} is={workspace} />
        {unknown.value.length === 0 ? null : (
          <div class="notice warns">
            <p>{said.unknown}</p>
            <ul>
              {unknown.value.map((name) => (
                <li key={name}>
                  <code>{visible(name)}</code>
                </li>
              ))}
            </ul>
            <Wish label={said.removeUnknown} is={removesUnknown} />
          </div>
        )}
        <Field label={said.type} value={typed.value} onInput={(text) => (typed.value = text)} />
        <Alert text={wrong.value} />
        <p class="hint" role="status">
          {isErasing.value ? said.working : ''}
        </p>
        <div class="row">
          <button class="bad" disabled={!isReady}>
            {said.begin}
          </button>
        </div>
      </form>
      <Earlier />
    </section>
  );
}

/** What the last erasure did not reach stays of use after the page was loaded anew. */
function Earlier(): VNode | null {
  const found = earlier.value;
  if (found === null || found.remains.length === 0) return null;
  return (
    <details>
      <summary>{said.earlier(dayAndTime(found.startedAt))}</summary>
      <Remains remains={found.remains} />
    </details>
  );
}

const Remains = ({ remains }: Pick<Erased, 'remains'>): VNode => (
  <ul>
    {remains.map(({ what, why, how, says }) => (
      <li key={what}>
        <strong>{visible(worded(what, [says.what]))}</strong>
        <p>
          <EngineText text={worded(why, [says.why])} />
        </p>
        <p>
          <EngineText text={worded(how, [says.how])} />
        </p>
      </li>
    ))}
  </ul>
);

const Wish = ({ label, is }: { label: string; is: Signal<boolean> }): VNode => (
  <label class="choice">
    <input
      type="checkbox"
      checked={is.value}
      onChange={({ currentTarget }) => (is.value = currentTarget.checked)}
    />
    {label}
  </label>
);

function Outcome({ found: { isAll, stores, remains } }: { found: Erased }): VNode {
  return (
    <section class="card" aria-labelledby="your-data-erased">
      <h3 id="your-data-erased">{said.title}</h3>
      <p role="status" class={isAll ? 'good' : 'bad'}>
        <strong>{isAll ? said.done : said.incomplete}</strong>
      </p>
      {remains.length === 0 ? null : (
        <>
          <h4>{said.remains}</h4>
          <Remains remains={remains} />
        </>
      )}
      <details>
        <summary>{said.what}</summary>
        <p class="hint">{said.whatHint}</p>
        <ul>
          {stores.map(({ name, rows }) => (
            <li key={name}>
              {visible(said.rows(said.stores[name] ?? name, rows === null ? said.notCounted : count(rows)))}
            </li>
          ))}
        </ul>
      </details>
      <div class="row">
        <button type="button" class="primary" onClick={startAnew}>
          {said.start}
        </button>
      </div>
    </section>
  );
}

/** What the page still shows is gone. */
function startAnew(): void {
  location.hash = '#/';
  location.reload();
}
