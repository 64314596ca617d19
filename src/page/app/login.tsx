import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { asking, logIn } from '../engine/login.ts';
import { Field } from '../parts/field.tsx';
import { words } from '../words/words.ts';

const said = words.login;

/** Asks for the token of the engine when the engine asks for it. */
export function Login(): VNode | null {
  const dialog = useRef<HTMLDialogElement>(null);
  const token = useSignal('');
  const asked = asking.value;
  useEffect(() => {
    if (asked) dialog.current?.showModal();
  }, [asked]);
  if (asked === null) return null;
  return (
    <dialog
      ref={dialog}
      class="login"
      aria-labelledby="login-title"
      onCancel={(event) => event.preventDefault()}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (token.value.trim() === '') return;
          logIn(token.value.trim());
          token.value = '';
        }}
      >
        <h2 id="login-title">{said.title}</h2>
        <Field
          label={said.token}
          type="password"
          value={token.value}
          hint={said.hint}
          wrong={asked.wasWrong ? said.wrong : ''}
          onInput={(text) => (token.value = text)}
        />
        <button class="primary">{said.submit}</button>
      </form>
    </dialog>
  );
}
