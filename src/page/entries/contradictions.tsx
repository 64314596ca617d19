import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { say } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { keyboardAfter } from '../parts/keyboard-after.ts';
import { LongText } from '../parts/long-text.tsx';
import { visible } from '../parts/visible.ts';
import { entryWords } from '#words/entries.ts';
import type { Opened } from './entries.ts';
import { attributeWords, contradictionsOf, sourceWords } from './in-words.ts';

const said = entryWords.contradict;

/** Values that contradict each other, side by side, until the person says which one is right. */
export function Contradictions({
  entry,
  again,
}: {
  entry: Pick<Opened, 'entityId' | 'detail' | 'contradictions'>;
  again: () => Promise<void>;
}): VNode | null {
  const wrong = useSignal('');
  const all = contradictionsOf(entry);
  const decide = async (attribute: string, value: string | null) => {
    const goOnAt = keyboardAfter();
    try {
      await engine['graph.edit']({
        params: { id: entry.entityId },
        body: { detail: { [attribute]: value } },
      });
      wrong.value = '';
      say(said.decided(attributeWords(attribute)));
      await again();
      // The button is gone, and with it the place of the keyboard.
      goOnAt(() => document.querySelector<HTMLElement>('.area h2'));
    } catch (error) {
      wrong.value = told(error);
    }
  };
  if (all.length === 0) return null;
  return (
    <section class="card" aria-labelledby="contradict-title">
      <h3 id="contradict-title">{said.title}</h3>
      <p class="hint">{said.hint}</p>
      <Alert text={wrong.value} />
      {all.map(({ attribute, values }) => (
        <div key={attribute} role="group" aria-label={visible(attributeWords(attribute))}>
          <h4>{visible(attributeWords(attribute))}</h4>
          <ul class="sides">
            {values.map(({ value, stated }, nth) => (
              <li key={nth} class="side-by-side">
                <p class="told" dir="auto">
                  {value === null ? entryWords.noValue : <LongText text={value} />}
                </p>
                <p class="hint">
                  {stated === null ? said.shown : sourceWords(stated.source, stated.createdAt)}
                </p>
                <button
                  type="button"
                  class="small"
                  aria-label={visible(
                    said.rightNamed(attributeWords(attribute), value ?? entryWords.noValue),
                  )}
                  onClick={() => void decide(attribute, value)}
                >
                  {said.right}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
