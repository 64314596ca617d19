import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { engine, type Answer } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';
import { said as saidBy } from '../engine/said.ts';
import { dayAndTime, localZone, relative } from '../parts/format.ts';
import { automationWords } from '#words/automation.ts';

const said = automationWords.times;
/** After the last key. */
const TYPED_MS = 250;

export interface Refused {
  readonly code: string | null;
  readonly text: string;
}

/** The next ten times of a schedule, and the schedule in words, while it is written. Nothing is saved. */
export function NextTimes({
  schedule,
  timeZone,
  onRefused,
}: {
  schedule: string;
  timeZone: string;
  /** Why there are none; null if there are. */
  onRefused?: (refused: Refused | null) => void;
}): VNode {
  const preview = useSignal<Answer<'triggers.preview'> | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const read = async () => {
      if (schedule.trim() === '') {
        preview.value = null;
        onRefused?.(null);
        return;
      }
      const body = {
        schedule: schedule.trim(),
        ...(timeZone.trim() === '' ? {} : { timeZone: timeZone.trim() }),
      };
      try {
        const found = await engine['triggers.preview']({ body, signal: left.signal });
        if (left.signal.aborted) return;
        preview.value = found;
        onRefused?.(null);
      } catch (error) {
        if (left.signal.aborted) return;
        preview.value = null;
        onRefused?.({ code: codeOf(error), text: told(error) });
      }
    };
    const timer = setTimeout(() => void read(), TYPED_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [schedule, timeZone]);
  const found = preview.value;
  const zone = localZone();
  return (
    <section class="times" aria-labelledby="times-title">
      <h3 id="times-title">{said.title}</h3>
      <p role="status">
        {found === null ? '' : automationWords.inZone(saidBy(found.says.words, found.words), found.timeZone)}
      </p>
      {found === null ? (
        <p class="hint">{said.first}</p>
      ) : found.times.length === 0 ? (
        <p class="bad">{said.none}</p>
      ) : (
        <ol>
          {found.times.map((time, nth) => (
            <li key={time}>
              <time datetime={time}>{dayAndTime(time)}</time>
              {nth === 0 ? <span class="hint"> {relative(time, Date.now())}</span> : null}
            </li>
          ))}
        </ol>
      )}
      {found === null || found.timeZone === zone ? null : <p class="hint">{said.inYourTime(zone)}</p>}
    </section>
  );
}
