import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { engine } from '../engine/client.ts';
import { InstructionsForm } from '../parts/instructions-form.tsx';
import { Problem } from '../parts/problem.tsx';
import { useReading } from '../parts/use-reading.ts';
import { appWords } from '#words/app.ts';
import { settingsWords } from '#words/settings.ts';

const said = settingsWords.instructions;

/** What its owner wants of the agent in all conversations. */
export function Instructions(): VNode {
  const found = useSignal<string | null>(null);
  const { wrong, act } = useReading(async () => {
    found.value = (await engine['config.get']()).config.instructions ?? '';
    return '';
  });
  return (
    <section class="card">
      <h3 class="unseen">{said.title}</h3>
      {found.value === null ? (
        <>
          <Problem text={wrong.value} onAgain={() => void act(async () => undefined)} />
          <p role="status">{wrong.value === '' ? appWords.loading : ''}</p>
        </>
      ) : (
        <InstructionsForm
          name="of all"
          label={said.title}
          hint={said.hint}
          saved={found.value}
          onSave={async (instructions) =>
            (await engine['config.set']({ body: { instructions } })).config.instructions ?? ''
          }
        />
      )}
    </section>
  );
}
