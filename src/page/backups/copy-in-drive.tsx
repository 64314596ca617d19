import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { bytes, moment } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { visible } from '../parts/visible.ts';
import { backupWords } from '#words/backups.ts';
import { googleWords } from '#words/google.ts';
import { copyWords } from './copy-state.ts';
import { driveState, followUpload } from './drive.ts';
import type { Backup } from './state.ts';

const said = googleWords.copies;

/** Where the copy of a backup in the drive is, and how far its upload is. */
export function CopyInDrive({ backup }: { backup: Backup }): VNode | null {
  const { backupId, upload } = backup;
  const told = useSignal<{ readonly doneBytes: number; readonly totalBytes: number } | null>(null);
  const isGoing = upload.status === 'uploading';
  useEffect(() => {
    if (!isGoing) return;
    const left = new AbortController();
    void followUpload(backupId, (progress) => (told.value = progress), left.signal);
    return () => {
      left.abort();
      told.value = null;
    };
  }, [isGoing, backupId]);
  const text = copyWords(backup, driveState.value);
  if (text === '') return null;
  const { doneBytes, totalBytes } = told.value ?? upload;
  const label = said.bar(moment(backup.createdAt));
  return (
    <>
      <p class={`copy ${upload.status}`}>
        {upload.status === 'complete' ? <Icon name="check" /> : null}
        {visible(text)}
      </p>
      {!isGoing ? null : totalBytes === 0 ? (
        <progress aria-label={label} />
      ) : (
        <div class="amount">
          <progress aria-label={label} value={doneBytes} max={totalBytes} />
          <span class="hint">{backupWords.amount(bytes(doneBytes), bytes(totalBytes))}</span>
        </div>
      )}
    </>
  );
}
