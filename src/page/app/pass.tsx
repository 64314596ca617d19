import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { askElsewhere } from '../engine/ways-in.ts';
import { Alert } from '../parts/alert.tsx';
import { useModal } from '../parts/use-modal.ts';
import { loginWords as said } from '#words/login.ts';
import { forgetConversations } from './leave-browser.ts';
import { place } from './place.ts';

const passes = {
  join: { words: said.join, use: (token: string) => engine['login.invitation']({ body: { token } }) },
  'sign-in': { words: said.link, use: (token: string) => engine['login.link']({ body: { token } }) },
} as const;

/** What the address of the page lets in with: an invitation or a link, each of which counts once. */
export function passInAddress(): { readonly kind: keyof typeof passes; readonly token: string } | null {
  const { area, part } = place.value;
  return part !== null && Object.hasOwn(passes, area)
    ? { kind: area as keyof typeof passes, token: part }
    : null;
}

/** Asks before it is used: a program that only looks at an address must not use it up. */
export function Pass({ kind, token }: { kind: keyof typeof passes; token: string }): VNode {
  const { words, use } = passes[kind];
  const wrong = useSignal('');
  const isBusy = useSignal(false);
  // What was in the address must not stay in the history of the browser.
  const leave = () => location.replace('#/');
  const { modal } = useModal(leave);
  const accept = async () => {
    isBusy.value = true;
    try {
      await use(token);
      forgetConversations();
      leave();
      location.reload();
    } catch (error) {
      wrong.value = told(error);
    } finally {
      isBusy.value = false;
    }
  };
  const byAccount = useSignal(false);
  useEffect(() => {
    if (kind !== 'join') return;
    engine['login.ways']().then(
      ({ oidc }) => (byAccount.value = oidc),
      () => undefined,
    );
  }, []);
  const withAccount = async () => {
    try {
      await askElsewhere('sign-in', token);
    } catch (error) {
      wrong.value = told(error);
    }
  };
  return (
    <dialog {...modal} class="login" aria-labelledby="pass-title">
      <h2 id="pass-title">{words.title}</h2>
      {words.says.map((one) => (
        <p key={one}>{one}</p>
      ))}
      <Alert text={wrong.value} />
      <div class="row">
        <button type="button" class="primary" disabled={isBusy.value} onClick={() => void accept()}>
          {words.act}
        </button>
        {kind === 'join' && byAccount.value ? (
          <button type="button" disabled={isBusy.value} onClick={() => void withAccount()}>
            {said.join.byAccount}
          </button>
        ) : null}
        <button type="button" onClick={leave}>
          {said.leave}
        </button>
      </div>
    </dialog>
  );
}
