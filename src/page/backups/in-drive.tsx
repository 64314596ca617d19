import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { bytes, moment } from '../parts/format.ts';
import { Problem } from '../parts/problem.tsx';
import { visible } from '../parts/visible.ts';
import { backupWords } from '#words/backups.ts';
import { googleWords } from '#words/google.ts';
import { bringHome, driveProblem, driveState, inDrive, isReadingDrive, readDrive } from './drive.ts';
import { backups, working } from './work.ts';

const said = googleWords.drive;
/** The engine lists no more. */
const MOST = 100;

/** The backups that lie in the drive. It is looked into only when this is opened. */
export function InDrive(): VNode | null {
  const list = useRef<HTMLDetailsElement>(null);
  const uploaded = (backups.value ?? []).filter(({ upload }) => upload.status === 'complete').length;
  useEffect(() => {
    if (list.current?.open) void readDrive();
  }, [uploaded]);
  if (!driveState.value.isConnected) return null;
  const all = inDrive.value;
  return (
    <details
      ref={list}
      class="card in-drive"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) void readDrive();
      }}
    >
      <summary>{said.title}</summary>
      <Problem text={driveProblem.value} onAgain={() => void readDrive()} />
      <p class="hint" role="status">
        {isReadingDrive.value ? said.reading : all?.length === 0 ? said.none : ''}
      </p>
      {all === null || all.length === 0 ? null : (
        <ul class="lines" aria-label={said.title}>
          {all.map(({ backupId, createdAt, sizeBytes, fileCount, isComplete, isHere }) => (
            <li key={backupId}>
              <span>{moment(createdAt)}</span>
              <span class="hint">
                {[
                  bytes(sizeBytes),
                  backupWords.files(fileCount),
                  ...(isComplete ? [] : [said.partial]),
                  ...(isHere ? [said.here] : []),
                ].join(' · ')}
              </span>
              {isHere || !isComplete ? null : (
                <button
                  type="button"
                  class="small"
                  disabled={working.value !== null}
                  aria-label={visible(said.fetchName(moment(createdAt)))}
                  onClick={() => void bringHome(backupId)}
                >
                  {said.fetch}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {all?.length === MOST ? <p class="hint">{said.newest(MOST)}</p> : null}
    </details>
  );
}
