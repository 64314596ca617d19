import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { placeOfArea } from '../app/place.ts';
import { Alert } from '../parts/alert.tsx';
import { bytes, moment } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { visible } from '../parts/visible.ts';
import { backupWords as said } from '#words/backups.ts';
import { follow } from '../parts/follow.ts';
import { BackupCard } from './backup-card.tsx';
import './backups.css';
import { uploadsPauseMs } from './copy-state.ts';
import { readDriveState } from './drive.ts';
import { InDrive } from './in-drive.tsx';
import { warningsAbout, type Backup } from './state.ts';
import { VaultKey } from './vault-key.tsx';
import {
  backups,
  bringBack,
  done,
  makeBackup,
  missingFolder,
  outcome,
  readBackups,
  working,
  wrong,
} from './work.ts';
import { EngineText } from '../parts/engine-text.tsx';
import { worded } from '../engine/failure.ts';
import { saysOf } from './problems.ts';

/** Every backup, what is known of it, and what can be done with it. */
export default function BackupsArea(): VNode {
  useEffect(() => {
    void readDriveState();
    return follow({
      read: readBackups,
      pauseMs: () => uploadsPauseMs(backups.peek() ?? []),
      shown: backups,
    });
  }, []);
  const all = backups.value;
  return (
    <section class="area backups">
      <h2>{said.title}</h2>
      <p class="hint">
        {said.intro} <a href={placeOfArea('your-data')}>{said.whichWay}</a>
      </p>
      {missingFolder.value === '' ? null : <p class="notice warns">{visible(missingFolder.value)}</p>}
      {warningsAbout(all ?? [], Date.now()).map((warning) => (
        <p class="notice warns" key={warning}>
          {said.warnings[warning]}
        </p>
      ))}
      {all?.length === 0 && missingFolder.value === '' ? (
        <div class="card">
          <h3>{said.none}</h3>
          <p>{said.noneHint}</p>
          <Actions />
        </div>
      ) : (
        <Actions />
      )}
      <Work />
      <Restored all={all ?? []} />
      {all === null || all.length === 0 ? null : (
        <>
          <h3 class="unseen">{said.list}</h3>
          <ul class="all">
            {all.map((backup) => (
              <li key={backup.backupId}>
                <BackupCard backup={backup} />
              </li>
            ))}
          </ul>
        </>
      )}
      <InDrive />
      <VaultKey />
    </section>
  );
}

function Actions(): VNode {
  const file = useRef<HTMLInputElement>(null);
  const isBusy = working.value !== null;
  return (
    <div class="row">
      <button type="button" class="primary" disabled={isBusy} onClick={() => void makeBackup()}>
        {said.make}
      </button>
      <button type="button" disabled={isBusy} onClick={() => file.current?.click()}>
        {said.bring}
      </button>
      <input
        ref={file}
        type="file"
        accept=".zip,application/zip"
        hidden
        onChange={({ currentTarget }) => {
          const [given] = currentTarget.files ?? [];
          if (given) void bringBack(given);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

/** The work in progress, and what came of the last one. */
function Work(): VNode {
  const now = working.value;
  return (
    <>
      <Alert text={wrong.value} />
      <div role="status">
        {done.value === '' ? null : (
          <p class="finished">
            <Icon name="check" />
            {done.value}
          </p>
        )}
        {now === null ? null : <p>{now.progress === null ? now.what : said.phases[now.progress.phase]}</p>}
      </div>
      {now === null ? null : now.progress === null || now.progress.totalBytes === 0 ? (
        <progress aria-label={now.what} />
      ) : (
        <div class="amount">
          <progress aria-label={now.what} value={now.progress.doneBytes} max={now.progress.totalBytes} />
          <span class="hint">
            {said.amount(bytes(now.progress.doneBytes), bytes(now.progress.totalBytes))}
          </span>
        </div>
      )}
    </>
  );
}

/** What became of the restore that was begun here. */
function Restored({ all }: { all: readonly Backup[] }): VNode | null {
  const ended = outcome.value;
  if (ended === null) return null;
  const { status, restoredFiles, problems, safetyBackupId } = ended;
  const safety = all.find(({ backupId }) => backupId === safetyBackupId);
  return (
    <section class="card" role="status">
      {status === 'completed' ? (
        <>
          <p class="finished">
            <Icon name="check" />
            {said.restore.completed(said.files(restoredFiles))}
          </p>
          {safety ? <p class="hint">{said.restore.safetyIs(moment(safety.createdAt))}</p> : null}
          <div class="row">
            <button
              type="button"
              onClick={() => {
                location.hash = '';
                location.reload();
              }}
            >
              {said.restore.reload}
            </button>
          </div>
        </>
      ) : (
        <p class="bad">{status === 'undone' ? said.restore.undone : said.restore.failed}</p>
      )}
      {problems.map((problem, nth) => (
        <p key={problem}>
          <EngineText text={worded(problem, saysOf(ended, nth))} />
        </p>
      ))}
    </section>
  );
}
