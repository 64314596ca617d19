import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { told } from '../../engine/failure.ts';
import { Alert } from '../../parts/alert.tsx';
import { count } from '../../parts/format.ts';
import { useModal } from '../../parts/use-modal.ts';
import { visible } from '../../parts/visible.ts';
import { appWords } from '#words/app.ts';
import { conversationWords } from '#words/conversation.ts';
import { threadWords } from '#words/threads.ts';

const said = conversationWords.files;

/** Characters that are shown: more would take the page long to draw. */
const CHARS = 20_000;

/** The beginning of a text file, in a dialog. */
export function ShownText({
  name,
  read,
  onClose,
}: {
  name: string;
  read: () => Promise<Blob>;
  onClose: () => void;
}): VNode {
  const { modal, close } = useModal(onClose);
  const text = useSignal<string | null>(null);
  const wrong = useSignal('');
  useEffect(() => {
    void read()
      // A character may take four bytes, and may be cut.
      .then(async (content) => await content.slice(0, 4 * (CHARS + 1)).text())
      .then(
        (all) => (text.value = all),
        (error: unknown) => (wrong.value = told(error)),
      );
  }, []);
  const all = text.value;
  const isCut = all !== null && all.length > CHARS;
  return (
    <dialog {...modal} aria-label={visible(name)}>
      <h3 dir="auto">{visible(name)}</h3>
      <Alert text={wrong.value} />
      {all === null ? (
        <p role="status">{wrong.value === '' ? appWords.loading : ''}</p>
      ) : (
        <pre class="shown-text" dir="auto" tabIndex={0}>
          {visible(isCut ? all.slice(0, CHARS).toWellFormed() : all)}
        </pre>
      )}
      {isCut ? <p class="hint">{said.beginning(count(CHARS))}</p> : null}
      <button type="button" onClick={close}>
        {threadWords.close}
      </button>
    </dialog>
  );
}
