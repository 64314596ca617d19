import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { engine } from '../engine/client.ts';
import { worded } from '../engine/failure.ts';
import { EngineText } from '../parts/engine-text.tsx';
import { automationFormWords } from '#words/automation-form.ts';
import { automationWords } from '#words/automation.ts';
import type { Parameter } from '../workflows/workflows.ts';
import { bodyOf, wrongIn, type Given } from './given.ts';

const said = automationFormWords;
/** After the last key. */
const TYPED_MS = 400;

/** What it may do, in the engine's words, before it is saved. */
export function MayPreview({
  given,
  parameters,
}: {
  given: Given;
  /** Those of the workflow that is chosen. */
  parameters: readonly Parameter[];
}): VNode {
  const may = useSignal<readonly string[] | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const read = async () => {
      if (Object.keys(wrongIn(given, parameters)).length > 0) {
        may.value = null;
        return;
      }
      try {
        const { mayDo } = await engine['triggers.draft']({
          body: bodyOf(given, parameters),
          signal: left.signal,
        });
        if (!left.signal.aborted) may.value = mayDo;
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
          {may.value.map((line) => (
            <li key={line}>
              <EngineText text={worded(line)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
