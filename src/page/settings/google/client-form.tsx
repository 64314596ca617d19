import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { say } from '../../app/notices.ts';
import { told } from '../../engine/failure.ts';
import { Alert } from '../../parts/alert.tsx';
import { Field } from '../../parts/field.tsx';
import { googleWords } from '#words/google.ts';
import { storeSecret } from '../store-secret.ts';
import { reloadClient } from './account.ts';

const said = googleWords.client;

/** How the owner gets a client at the vendor, and where its id and secret are kept. */
export function ClientForm({ isFirst }: { isFirst: boolean }): VNode {
  if (isFirst)
    return (
      <section class="card" aria-labelledby="google-client">
        <h3 id="google-client">{said.title}</h3>
        <Steps />
      </section>
    );
  return (
    <details class="card">
      <summary>{said.other}</summary>
      <Steps />
    </details>
  );
}

function Steps(): VNode {
  return (
    <>
      <p class="hint">{said.why}</p>
      <ol class="steps-there">
        {said.steps.map(({ link, url, rest }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              {link}
            </a>{' '}
            {rest}
          </li>
        ))}
      </ol>
      <StoreClient />
    </>
  );
}

const wrongWithId = (id: string): string => {
  if (id === '') return said.idMissing;
  return id.endsWith('.apps.googleusercontent.com') ? '' : said.idWrong;
};

function StoreClient(): VNode {
  const [id, secret, wrong] = [useSignal(''), useSignal(''), useSignal('')];
  const missing = useSignal({ id: '', secret: '' });
  const isBusy = useSignal(false);
  const store = async () => {
    missing.value = {
      id: wrongWithId(id.value.trim()),
      secret: secret.value.trim() === '' ? said.secretMissing : '',
    };
    if (missing.value.id !== '' || missing.value.secret !== '' || isBusy.value) return;
    isBusy.value = true;
    wrong.value = '';
    try {
      await storeSecret('GOOGLE_CLIENT_ID', id.value.trim(), []);
      await storeSecret('GOOGLE_CLIENT_SECRET', secret.value.trim(), []);
      id.value = '';
      secret.value = '';
      if (await reloadClient()) say(said.stored);
      else wrong.value = said.unused;
    } catch (error) {
      wrong.value = told(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void store();
      }}
    >
      <Field
        label={said.id}
        value={id.value}
        hint={said.idHint}
        wrong={missing.value.id}
        onInput={(text) => (id.value = text)}
      />
      <Field
        label={said.secret}
        type="password"
        value={secret.value}
        hint={said.secretHint}
        wrong={missing.value.secret}
        onInput={(text) => (secret.value = text)}
      />
      <Alert text={wrong.value} />
      <button aria-busy={isBusy.value}>{said.store}</button>
    </form>
  );
}
