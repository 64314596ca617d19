import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { backupWords } from '#words/backups.ts';

const said = backupWords.key;

/** Why the vault key has to be kept elsewhere, and the key itself, on request. */
export function VaultKey(): VNode {
  const key = useSignal('');
  const wrong = useSignal('');
  const show = async () => {
    wrong.value = '';
    try {
      key.value = (await engine['vault.key']()).key;
    } catch (error) {
      wrong.value = told(error);
    }
  };
  return (
    <section class="card" aria-labelledby="vault-key">
      <h3 id="vault-key">{said.title}</h3>
      <p class="hint">{said.hint}</p>
      <Alert text={wrong.value} />
      {key.value === '' ? null : (
        <p class="key">
          <code>{key.value}</code>
        </p>
      )}
      <div class="row">
        <button type="button" onClick={() => (key.value === '' ? void show() : (key.value = ''))}>
          {key.value === '' ? said.show : said.hide}
        </button>
        {key.value === '' ? null : <CopyButton label={said.copy} text={() => key.value} />}
      </div>
    </section>
  );
}
