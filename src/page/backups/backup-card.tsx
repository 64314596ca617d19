import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { bytes, moment } from '../parts/format.ts';
import { backupWords as said } from '#words/backups.ts';
import { googleWords } from '#words/google.ts';
import { CopyInDrive } from './copy-in-drive.tsx';
import { canSend } from './copy-state.ts';
import { driveState, sendBackup } from './drive.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { stateOf, type Backup } from './state.ts';
import { checkBackup, deleteBackup, drillBackup, working } from './work.ts';
import { EngineText } from '../parts/engine-text.tsx';
import { worded } from '../engine/failure.ts';
import { saysOf } from './problems.ts';

/** One backup: when and why it was made, what is known of it, and what can be done with it. */
export function BackupCard({ backup }: { backup: Backup }): VNode {
  const isRestoring = useSignal(false);
  const { backupId: id } = backup;
  const when = moment(backup.createdAt);
  const state = stateOf(backup);
  const isBusy = working.value !== null || state === 'running';
  return (
    <article class="card" aria-label={when}>
      <div class="head">
        <h4>{when}</h4>
        <span class={`state ${state}`}>{said.states[state]}</span>
      </div>
      <p class="hint">{factsOf(backup).join(' · ')}</p>
      <p class="hint">{provenWords(backup)}</p>
      <CopyInDrive backup={backup} />
      {backup.problems.map((problem, nth) => (
        <p class="bad" key={problem}>
          <EngineText text={worded(problem, saysOf(backup, nth))} />
        </p>
      ))}
      {state === 'running' ? null : (
        <div class="row">
          <button
            type="button"
            class="small"
            disabled={isBusy}
            aria-label={said.checkName(when)}
            onClick={() => void checkBackup(id)}
          >
            {said.check}
          </button>
          <button
            type="button"
            class="small"
            disabled={isBusy}
            aria-label={said.drillName(when)}
            onClick={() => void drillBackup(id)}
          >
            {said.drill}
          </button>
          {canSend(backup, driveState.value) ? (
            <button
              type="button"
              class="small"
              disabled={isBusy}
              aria-label={googleWords.copies.sendName(when)}
              onClick={() => void sendBackup(id)}
            >
              {googleWords.copies.send}
            </button>
          ) : null}
          <a
            class="small"
            href={`/api/backups/${encodeURIComponent(id)}/archive`}
            download={`svc-backup-${id}.zip`}
            aria-label={said.downloadName(when)}
          >
            {said.download}
          </a>
          <button
            type="button"
            class="small"
            disabled={isBusy || state === 'failed'}
            aria-label={said.restore.openName(when)}
            onClick={() => (isRestoring.value = true)}
          >
            {said.restore.open}
          </button>
          {isBusy ? null : (
            <ConfirmButton
              label={said.remove}
              name={said.removeName(when)}
              question={said.removeSure}
              onSure={() => void deleteBackup(id)}
            />
          )}
        </div>
      )}
      {isRestoring.value ? (
        <RestoreDialog backup={backup} onClose={() => (isRestoring.value = false)} />
      ) : null}
    </article>
  );
}

const factsOf = ({ kind, sizeBytes, fileCount, ...one }: Backup): readonly string[] => [
  said.kinds[kind],
  ...(one.status === 'running' ? [] : [bytes(sizeBytes), said.files(fileCount)]),
  one.encrypted ? said.encrypted : said.plain,
  ...(one.own ? [] : [said.foreign]),
  ...(one.workspace === 'elsewhere' ? [said.elsewhere] : []),
  ...(one.skipped > 0 ? [said.skipped(one.skipped)] : []),
];

function provenWords({ verifiedAt, lastProvenRestorable: provenAt, status }: Backup): string {
  if (status === 'running') return '';
  const checked = verifiedAt === null ? '' : said.checkedAt(moment(verifiedAt));
  const proven = provenAt === null ? said.neverProven : said.provenAt(moment(provenAt));
  return `${checked} ${proven}`.trim();
}
