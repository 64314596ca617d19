import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { googleWords } from '#words/google.ts';
import { ended, endConnection, ending } from './account.ts';
import { deletionWords, type Ended } from './standing.ts';
import { EngineText } from '../../parts/engine-text.tsx';
import { worded } from '../../engine/failure.ts';
import { isKeyboardLost } from '../../parts/keyboard-after.ts';
import { useModal } from '../../parts/use-modal.ts';

const said = googleWords.disconnect;
const CONNECTIONS = 'https://myaccount.google.com/connections';

export function Disconnect({ canDelete }: { canDelete: boolean }): VNode {
  const isAsking = useSignal(false);
  return (
    <div class="row">
      <button type="button" onClick={() => (isAsking.value = true)}>
        {said.button}
      </button>
      {isAsking.value ? <Ask canDelete={canDelete} onClose={() => (isAsking.value = false)} /> : null}
    </div>
  );
}

/** Asks what becomes of the backups in the drive, before the access to them ends. */
function Ask({ canDelete, onClose }: { canDelete: boolean; onClose: () => void }): VNode {
  const { modal, close } = useModal(onClose);
  const deletes = useSignal(false);
  const title = useId();
  const choice = (value: boolean, label: string, hint: string) => (
    <label class="choice">
      <input
        type="radio"
        name={title}
        checked={deletes.value === value}
        onChange={() => (deletes.value = value)}
      />
      <span>
        {label}
        <span class="hint">{hint}</span>
      </span>
    </label>
  );
  return (
    <dialog {...modal} aria-labelledby={title} aria-describedby={`${title}-ends`}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          close();
          void endConnection(deletes.value);
        }}
      >
        <h3 id={title}>{said.title}</h3>
        <p id={`${title}-ends`}>{said.ends}</p>
        {canDelete ? (
          <fieldset>
            <legend>{said.what}</legend>
            {choice(false, said.keep, said.keepHint)}
            {choice(true, said.remove, said.removeHint)}
          </fieldset>
        ) : (
          <p class="notice warns">{said.cannot}</p>
        )}
        <div class="row">
          <button class={deletes.value ? 'bad' : 'primary'}>
            {deletes.value ? said.beginDeleting : said.begin}
          </button>
          <button type="button" onClick={close}>
            {said.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** A disconnection in progress, and then what became of it, until its reader closes it. */
export function Ending(): VNode | null {
  const title = useRef<HTMLHeadingElement>(null);
  const isGoing = ending.value !== null;
  const over = ended.value;
  const before = useRef(isGoing);
  useLayoutEffect(() => {
    // Both took the place of what had the keyboard.
    if (before.current !== isGoing && isKeyboardLost()) title.current?.focus();
    before.current = isGoing;
  }, [isGoing]);
  if (ending.value !== null) {
    const what = ending.value.deletes ? said.workingDeleting : said.working;
    return (
      <section class="card">
        <h3 ref={title} tabIndex={-1}>
          {what}
        </h3>
        <progress aria-label={what} />
      </section>
    );
  }
  if (over === null) return null;
  const isWhole = over.drive_backups.status !== 'degraded';
  return (
    <section class={isWhole ? 'card' : 'card degraded'} aria-labelledby="google-ended">
      <h3 id="google-ended" ref={title} tabIndex={-1}>
        {isWhole ? <Icon name="check" /> : null}
        {isWhole ? said.done : said.incomplete}
      </h3>
      <p>
        {isWhole ? '' : `${said.isDisconnected} `}
        {deletionWords(over)}
      </p>
      {isWhole ? null : <Left over={over} />}
      {over.revoked ? (
        <p>{said.confirmed}</p>
      ) : (
        <p class="warned">
          {said.unconfirmed}{' '}
          <a href={CONNECTIONS} target="_blank" rel="noopener noreferrer">
            {said.connections}
          </a>
          .
        </p>
      )}
      <div class="row">
        <button
          type="button"
          onClick={() => {
            ended.value = null;
          }}
        >
          {said.close}
        </button>
      </div>
    </section>
  );
}

function Left({ over }: { over: Ended }): VNode {
  return (
    <>
      <p id="google-left">{said.left}</p>
      <ul class="left" aria-labelledby="google-left">
        {over.drive_backups.reasons.map(({ text, says }) => (
          <li key={text}>
            <EngineText text={worded(text, says)} />
          </li>
        ))}
      </ul>
      <p>{said.byHand}</p>
    </>
  );
}
