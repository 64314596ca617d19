import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { showArea } from '../app/place.ts';
import { readConfig } from '../app/config.ts';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { dollars } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { timelineWords as said } from '#words/timeline.ts';
import type { Run } from './in-words.ts';
import { partOfComparison, TIMELINE } from './places.ts';
import { EngineText } from '../parts/engine-text.tsx';

interface Configured {
  readonly profiles: readonly string[];
  /** Null where it is not told, as to a member. */
  readonly mostUsd: number | null;
}

/** The run once more with what it recorded; then both beside each other. */
export function RunAgain({ run }: { run: Run }): VNode {
  const configured = useSignal<Configured | null>(null);
  const profile = useSignal('');
  const model = useSignal('');
  const wrong = useSignal('');
  const isStarting = useSignal(false);
  useEffect(() => {
    readConfig().then(
      (found) =>
        (configured.value = {
          profiles: Object.keys(found?.config.model_profiles ?? {}).toSorted(),
          mostUsd: found?.config.max_cost_per_run_usd ?? null,
        }),
      (error: unknown) => (wrong.value = told(error)),
    );
  }, []);
  const start = async () => {
    if (isStarting.value) return;
    isStarting.value = true;
    wrong.value = '';
    const named = model.value.trim();
    try {
      const replay = await engine['replays.start']({
        params: { runId: run.runId },
        body: {
          ...(profile.value === '' ? {} : { profile: profile.value }),
          ...(named === '' ? {} : { model: named }),
        },
      });
      showArea(TIMELINE, partOfComparison(replay.replayOf ?? run.runId, replay.runId));
    } catch (error) {
      wrong.value = told(error);
    } finally {
      isStarting.value = false;
    }
  };
  const now = configured.value;
  return (
    <form
      class="card"
      aria-labelledby="again-title"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <h3 id="again-title">{said.again}</h3>
      <p>{said.againSays}</p>
      <Choice
        label={said.profile}
        value={profile.value}
        options={{
          '': said.bySettings,
          ...Object.fromEntries((now?.profiles ?? []).map((name) => [name, visible(name)])),
        }}
        onChoose={(name) => (profile.value = name)}
      />
      <Field
        label={said.model}
        value={model.value}
        hint={said.modelHint}
        onInput={(text) => (model.value = text)}
      />
      {typeof now?.mostUsd === 'number' ? <p class="hint">{said.atMost(dollars(now.mostUsd))}</p> : null}
      <p class="bad" role="alert">
        <EngineText text={wrong.value} />
      </p>
      <div class="row">
        <button class="primary" disabled={isStarting.value}>
          {said.start}
        </button>
      </div>
    </form>
  );
}
