import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { engine } from '../../engine/client.ts';
import { told } from '../../engine/failure.ts';
import { Alert } from '../../parts/alert.tsx';
import { googleWords } from '#words/google.ts';

const said = googleWords.hosted;

/** Where the owner of a hosted instance begins: a link, because a browser lets no page open one after it has waited. */
export function HostedConnect(): VNode {
  const url = useSignal('');
  const wrong = useSignal('');
  useEffect(() => {
    engine['google.oauth-url']().then(
      (found) => (url.value = /^https?:\/\//u.test(found.url) ? found.url : ''),
      (error: unknown) => (wrong.value = told(error)),
    );
  }, []);
  return (
    <>
      <Alert text={wrong.value} />
      {url.value === '' ? null : (
        <>
          <p>
            <a class="button primary" href={url.value} target="_blank" rel="noopener noreferrer">
              {said.open}
            </a>
          </p>
          <p class="hint">{said.after}</p>
        </>
      )}
    </>
  );
}
