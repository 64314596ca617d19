import { useSignal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { RequestTo } from '../../contract/client.ts';
import { engine, type Answer, type Rows } from '../engine/client.ts';
import { listed, timeOfDay } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { visible } from '../parts/visible.ts';
import { settingsWords } from '#words/settings.ts';
import { EngineText } from '../parts/engine-text.tsx';
import { worded } from '../engine/failure.ts';
import type { SaysGiven } from '../engine/said.ts';

const said = settingsWords.trial;

export type Draft = NonNullable<NonNullable<RequestTo<Rows['providers.test']>>['body']>;
export type Trial = Answer<'providers.test'>;

/** A real request to a provider before anything is saved. */
export interface TrialRun {
  readonly result: Signal<Trial | null>;
  readonly isRunning: Signal<boolean>;
  /** When the last one ended: two that found the same are told apart by it. */
  readonly endedAt: Signal<string>;
  /** Null if the person stopped it. @throws ProblemError for a draft that is refused */
  readonly test: (draft: Draft) => Promise<Trial | null>;
  readonly stop: () => void;
}

export function useTrial(): TrialRun {
  const result = useSignal<Trial | null>(null);
  const isRunning = useSignal(false);
  const endedAt = useSignal('');
  const left = useRef(new AbortController());
  const test = async (draft: Draft) => {
    left.current.abort();
    left.current = new AbortController();
    const { signal } = left.current;
    result.value = null;
    isRunning.value = true;
    try {
      const found = await engine['providers.test']({ body: draft, signal });
      endedAt.value = timeOfDay(new Date().toISOString());
      result.value = found;
      return result.value;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      isRunning.value = false;
    }
  };
  useEffect(() => () => left.current.abort(), []);
  return { result, isRunning, endedAt, test, stop: () => left.current.abort() };
}

/** What is right and wrong, in words; models that may be meant can be chosen. */
export function TrialReport({
  trial,
  hasAddress,
  onModel,
}: {
  trial: TrialRun;
  /** Whether the person can give the address of the provider. */
  hasAddress: boolean;
  onModel: (id: string) => void;
}): VNode | null {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [trial.result.value]);
  if (trial.isRunning.value)
    return (
      <p class="row hint" role="status">
        {said.running}
        <button type="button" class="quiet" onClick={trial.stop}>
          {said.stop}
        </button>
      </p>
    );
  const found = trial.result.value;
  if (found === null) return null;
  const made = found.checks.filter(({ ok }) => ok !== null);
  const unmade = found.checks.filter(({ ok }) => ok === null);
  return (
    <div ref={box} role="status">
      <p class="hint">{said.at(trial.endedAt.value)}</p>
      <ul class="checks" aria-label={said.title}>
        {made.map(({ check, ok, code, detail, says, near }) => (
          <li key={check} class={ok ? 'good' : 'bad'}>
            <Icon name={ok ? 'check' : 'cross'} />
            <div>
              <strong>{nameOf({ check })}</strong>
              <span class="unseen">{ok ? said.isRight : said.isWrong}</span>{' '}
              <span class="detail">
                <EngineText
                  text={
                    said.missing[code] ??
                    (isOffline(says) && !hasAddress ? said.offline : worded(detail, says))
                  }
                />
              </span>
              {near === undefined || near.length === 0 ? null : (
                <div class="row">
                  {near.slice(0, 8).map((id) => (
                    <button type="button" key={id} class="small" onClick={() => onModel(id)}>
                      {visible(id)}
                    </button>
                  ))}
                </div>
              )}
            </div>
          </li>
        ))}
        {unmade.length === 0 ? null : (
          <li class="hint">
            <span class="icon" aria-hidden="true" />
            {said.notChecked(listed(unmade.map(nameOf)))}
          </li>
        )}
      </ul>
    </div>
  );
}

/** The name of a server that the provider is known by has no address: there is nothing to check but the connection. */
const isOffline = (says: readonly SaysGiven[] | undefined): boolean =>
  says?.some(({ code }) => code === 'model.no_host') ?? false;

const nameOf = ({ check }: { readonly check: string }): string => said.checks[check] ?? check;
