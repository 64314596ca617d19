import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { isAsking, letIn } from '../engine/login.ts';
import { Field } from '../parts/field.tsx';
import { useModal } from '../parts/use-modal.ts';
import { loginWords } from '#words/login.ts';

const said = loginWords;

/** Asks for the token of the engine when the engine requires it. The engine answers with a cookie; the page keeps no token. */
export function Login(): VNode | null {
  return isAsking.value ? <Form /> : null;
}

function Form(): VNode {
  const { modal } = useModal(() => undefined);
  const token = useSignal('');
  const wrong = useSignal('');
  const isBusy = useSignal(false);
  useEffect(() => {
    // The person may have logged in in another tab.
    const look = () => {
      if (document.hidden) return;
      engine['login.state']().then(
        ({ required, loggedIn }) => (required && !loggedIn ? undefined : letIn()),
        () => undefined,
      );
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  const submit = async () => {
    if (token.value.trim() === '') {
      wrong.value = said.empty;
      return;
    }
    isBusy.value = true;
    try {
      await engine['login.open']({ body: { token: token.value.trim() } });
      letIn();
    } catch (error) {
      wrong.value = told(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <dialog
      {...modal}
      class="login"
      aria-labelledby="login-title"
      onCancel={(event) => event.preventDefault()}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h2 id="login-title">{said.title}</h2>
        {/* With a name, a password manager keeps the token of this engine. */}
        <input type="text" autocomplete="username" value="svc" readOnly hidden />
        <Field
          isLogin
          label={said.token}
          type="password"
          value={token.value}
          hint={said.hint}
          wrong={wrong.value}
          onInput={(text) => (token.value = text)}
        />
        <button class="primary" disabled={isBusy.value}>
          {said.submit}
        </button>
      </form>
    </dialog>
  );
}
