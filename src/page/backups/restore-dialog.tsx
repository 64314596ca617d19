import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useId, useLayoutEffect } from 'preact/hooks';
import { Alert } from '../parts/alert.tsx';
import { Field } from '../parts/field.tsx';
import { moment } from '../parts/format.ts';
import { backupWords } from '#words/backups.ts';
import type { Backup } from './state.ts';
import { restoreBackup, working, wrong } from './work.ts';
import { useModal } from '../parts/use-modal.ts';

const said = backupWords.restore;

/** Spells out what a restore does, and begins it once the person has typed so. What is missing is asked for. */
export function RestoreDialog({ backup, onClose }: { backup: Backup; onClose: () => void }): VNode {
  const { modal, close } = useModal(onClose);
  const typed = useSignal('');
  const key = useSignal('');
  const [needsKey, needsTrust, trustsForeign, trusts] = [
    // Another machine has another vault, unless its key is here already.
    useSignal(!backup.own && backup.keyId !== null),
    useSignal(backup.keyId === null),
    useSignal(false),
    useSignal(false),
  ];
  const isKeyMissing = useSignal(false);
  const title = useId();
  // What went wrong before says nothing of this restore.
  useLayoutEffect(() => void (wrong.value = ''), []);
  const isReady =
    typed.value.trim().toLowerCase() === said.word &&
    (backup.own || trustsForeign.value) &&
    (!needsTrust.value || trusts.value) &&
    (!isKeyMissing.value || key.value !== '') &&
    working.value === null;
  const begin = async () => {
    const refused = await restoreBackup(backup.backupId, {
      allowForeign: trustsForeign.value,
      allowUnauthenticated: trusts.value,
      ...(key.value === '' ? {} : { key: key.value.trim() }),
    });
    if (refused === null) return close();
    if (refused === 'key_missing') needsKey.value = isKeyMissing.value = true;
    if (refused === 'unauthenticated') needsTrust.value = true;
  };
  return (
    <dialog {...modal} class="restore" aria-labelledby={title} aria-describedby={`${title}-does`}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void begin();
        }}
      >
        <h3 id={title}>{said.title(moment(backup.createdAt))}</h3>
        <ul id={`${title}-does`}>
          <li>{backup.workspace === 'included' ? said.replaces : said.replacesWithout}</li>
          <li>{said.newer}</li>
          <li>{said.safety}</li>
          <li>{said.interrupts}</li>
        </ul>
        {backup.own ? null : (
          <Trust
            about={said.isForeign}
            isOn={trustsForeign.value}
            onChange={(isOn) => (trustsForeign.value = isOn)}
          />
        )}
        {needsTrust.value ? (
          <Trust
            about={said.isUnauthenticated}
            isOn={trusts.value}
            onChange={(isOn) => (trusts.value = isOn)}
          />
        ) : null}
        {needsKey.value ? (
          <Field
            label={isKeyMissing.value ? said.keyMissing : said.key}
            type="password"
            value={key.value}
            hint={said.keyHint}
            onInput={(text) => (key.value = text)}
          />
        ) : null}
        <Field label={said.type} value={typed.value} onInput={(text) => (typed.value = text)} />
        <Alert text={wrong.value} />
        <p class="hint" role="status">
          {working.value?.what ?? ''}
        </p>
        {working.value === null ? null : <progress aria-label={working.value.what} />}
        <div class="row">
          <button class="primary" disabled={!isReady}>
            {said.begin}
          </button>
          <button type="button" disabled={working.value !== null} onClick={close}>
            {said.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}

const Trust = ({
  about,
  isOn,
  onChange,
}: {
  about: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}): VNode => (
  <div class="notice warns">
    <p>{about}</p>
    <label class="choice">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {said.trust}
    </label>
  </div>
);
