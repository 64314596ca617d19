import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { engine, type Answer } from '../engine/client.ts';
import { automationFormWords } from '#words/automation-form.ts';
import { automationWords } from '#words/automation.ts';
import type { Parameter } from '../workflows/workflows.ts';
import { bodyOf, wrongIn, type FormValues } from './form-values.ts';
import { said as saidBy } from '../engine/said.ts';
import { visible } from '../parts/visible.ts';

const said = automationFormWords;
/** After the last key. */
const TYPED_MS = 400;

/** What it may do, in the engine's words, before it is saved. */
export function MayPreview({
  given,
  parameters,
}: {
  given: FormValues;
  /** Those of the workflow that is chosen. */
  parameters: readonly Parameter[];
}): VNode {
  const may = useSignal<Pick<Answer<'triggers.draft'>, 'mayDo' | 'says'> | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const read = async () => {
      if (Object.keys(wrongIn(given, parameters)).length > 0) {
        may.value = null;
        return;
      }
      try {
        const draft = await engine['triggers.draft']({
          body: bodyOf(given, parameters),
          signal: left.signal,
        });
        if (!left.signal.aborted) may.value = draft;
      } catch {
        // What is refused is told beside its field when it is saved.
        if (!left.signal.aborted) may.value = null;
      }
    };
    const timer = setTimeout(() => void read(), TYPED_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [given]);
  return (
    <section class="times" aria-labelledby="may-title">
      <h3 id="may-title">{automationWords.mayDo}</h3>
      {may.value === null ? (
        <p class="hint">{said.mayFirst}</p>
      ) : (
        <ul class="may" role="status">
          {may.value.mayDo.map((line, nth) => (
            <li key={line}>{visible(saidBy(may.value?.says.mayDo[nth], line))}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
