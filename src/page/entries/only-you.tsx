import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { say } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { keyboardAfter } from '../parts/keyboard-after.ts';
import { visible } from '../parts/visible.ts';
import { entryWords } from '#words/entries.ts';
import type { Opened } from './entries.ts';

const said = entryWords.onlyYou;

/** What the person's conversations taught is seen by them alone, until they share it. */
export function OnlyYou({
  entry: { entityId, name },
  again,
}: {
  entry: Pick<Opened, 'entityId' | 'name'>;
  again: () => Promise<void>;
}): VNode {
  const wrong = useSignal('');
  const share = async () => {
    const goOnAt = keyboardAfter();
    try {
      await engine['graph.edit']({ params: { id: entityId }, body: { shared: true } });
      say(said.shared(name));
      await again();
      // The button is gone, and with it the place of the keyboard.
      goOnAt(() => document.querySelector<HTMLElement>('.area h2'));
    } catch (error) {
      wrong.value = told(error);
    }
  };
  return (
    <div class="notice">
      <p>{said.hint}</p>
      <Alert text={wrong.value} />
      <button
        type="button"
        class="small"
        aria-label={visible(said.shareNamed(name))}
        onClick={() => void share()}
      >
        {said.share}
      </button>
    </div>
  );
}
