import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { told } from '../engine/failure.ts';
import { finishElsewhere, type answerFromElsewhere } from '../engine/ways-in.ts';
import { Alert } from '../parts/alert.tsx';
import { useModal } from '../parts/use-modal.ts';
import { loginWords as said } from '#words/login.ts';
import { forgetConversations } from './leave-browser.ts';

/** The page without what the provider has added to its address. */
const leave = (hash = '#/') => location.replace(`${location.pathname}${hash}`);

/** The person comes back from the provider of their account: what it answers is used once, and leaves the address. */
export function FromElsewhere({
  answer,
}: {
  answer: NonNullable<ReturnType<typeof answerFromElsewhere>>;
}): VNode {
  const { modal } = useModal(() => leave());
  const wrong = useSignal('');
  useEffect(() => {
    finishElsewhere(answer).then(
      (purpose) => {
        if (purpose === 'sign-in') forgetConversations();
        leave(purpose === 'link' ? '#/settings/people' : '#/');
      },
      (error: unknown) => (wrong.value = told(error)),
    );
  }, []);
  return (
    <dialog {...modal} class="login" aria-labelledby="elsewhere-title">
      <h2 id="elsewhere-title">{said.elsewhere.title}</h2>
      {wrong.value === '' ? (
        <p role="status">{said.elsewhere.wait}</p>
      ) : (
        <>
          <Alert text={wrong.value} />
          <button type="button" onClick={() => leave()}>
            {said.elsewhere.leave}
          </button>
        </>
      )}
    </dialog>
  );
}
