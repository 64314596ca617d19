import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { CopyButton } from '../../parts/copy-button.tsx';
import { googleWords } from '#words/google.ts';
import { cancelConnection } from './account.ts';
import { timeLeft, type Account } from './standing.ts';

const said = googleWords.pending;

/** A connection that waits: where to answer, what to type there, and how long that counts. */
export function Pending({
  pending: { verificationUrl, userCode, expiresAt },
}: {
  pending: NonNullable<Account['pending']>;
}): VNode {
  const now = useSignal(Date.now());
  useEffect(() => {
    const timer = setInterval(() => (now.value = Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <section class="waits" aria-label={said.title}>
      {isOfTheWeb(verificationUrl) ? (
        <p>
          <a class="button primary" href={verificationUrl} target="_blank" rel="noopener noreferrer">
            {said.open}
          </a>{' '}
          {userCode === null ? null : <span class="address">{verificationUrl}</span>}
        </p>
      ) : null}
      {userCode === null ? <p>{said.browser}</p> : null}
      {userCode === null ? null : (
        <>
          <p>{said.type}</p>
          <p class="row">
            <strong class="typed-code">{userCode}</strong>
            <CopyButton label={said.copy} text={() => userCode} />
          </p>
        </>
      )}
      <p class="hint">{said.follows}</p>
      <div class="row">
        <span role="timer">{said.left(timeLeft(expiresAt, now.value))}</span>
        <button type="button" onClick={() => void cancelConnection()}>
          {said.cancel}
        </button>
      </div>
    </section>
  );
}

const isOfTheWeb = (url: string): boolean => /^https?:\/\//u.test(url);
