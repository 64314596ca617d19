import type { Signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { wrongFields, type WrongFields } from '../engine/wrong-fields.ts';
import { Alert } from './alert.tsx';
import { focusWrong } from './focus-wrong.ts';
import { visible } from './visible.ts';

type Send = () => Promise<WrongFields | void>;

/**
 * A form that is sent to the engine. What is wrong is said beside each field, and below them what belongs to none; the
 * first wrong field gets the keyboard. While it is sent it is not sent again. Escape leaves it, if it can be left.
 */
export function Form({
  label,
  isCard = false,
  wrong,
  names,
  act,
  onSend,
  other = null,
  leave = null,
  children,
}: {
  /** For a screen reader, with what it is about. */
  label: string;
  isCard?: boolean;
  wrong: Signal<WrongFields>;
  /** Of its fields, as the body of the request has them. */
  names: readonly string[];
  /** Words of the button that sends it. */
  act: string;
  /** Sends it, and resolves to what is wrong, if it is not worth sending. What the engine refuses is said by the form. */
  onSend: Send;
  /** Another way to send it. */
  other?: { readonly label: string; readonly onSend: Send } | null;
  /** Null: there is nothing to go back to. */
  leave?: { readonly label: string; readonly onLeave: () => void } | null;
  children: ComponentChildren;
}): VNode {
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useRef(false);
  useLayoutEffect(() => {
    // It took the place of something, and so takes the keyboard.
    if (leave !== null) form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, []);
  const send = async (sending: Send) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      wrong.value = (await sending()) ?? {};
    } catch (error) {
      wrong.value = wrongFields(error, names);
    } finally {
      isBusy.current = false;
    }
    await focusWrong(form);
  };
  return (
    <form
      ref={form}
      class={isCard ? 'card form' : 'form'}
      aria-label={visible(label)}
      onSubmit={(event) => {
        event.preventDefault();
        void send(onSend);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave?.onLeave();
      }}
    >
      {children}
      <Alert text={wrong.value['rest'] ?? ''} />
      <div class="row">
        <button class="primary">{act}</button>
        {other === null ? null : (
          <button type="button" onClick={() => void send(other.onSend)}>
            {other.label}
          </button>
        )}
        {leave === null ? null : (
          <button type="button" onClick={leave.onLeave}>
            {leave.label}
          </button>
        )}
      </div>
    </form>
  );
}
