import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { warningsAbout } from '../backups/state.ts';
import { backups, missingFolder } from '../backups/work.ts';
import { moment, relative } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { backupWords } from '#words/backups.ts';
import { todayWords as said } from '#words/today.ts';
import { backupFacts } from './facts.ts';

/** When everything was last copied, and when a copy was last proven. */
export function Backup(): VNode | null {
  const all = backups.value;
  if (all === null) return null;
  const { newest, proven } = backupFacts(all);
  const now = Date.now();
  return (
    <section class="card" aria-labelledby="today-backup">
      <h3 id="today-backup">{said.backup}</h3>
      {missingFolder.value === '' ? null : <p class="notice warns">{visible(missingFolder.value)}</p>}
      {warningsAbout(all, now).map((warning) => (
        <p class="notice warns" key={warning}>
          {backupWords.warnings[warning]}
        </p>
      ))}
      {newest === null ? (
        <p>{said.noBackup}</p>
      ) : (
        <>
          <p onPointerEnter={({ currentTarget }) => (currentTarget.title = moment(newest))}>
            {said.newest(relative(newest, now))}
          </p>
          <p>{proven === null ? said.neverProven : said.proven(relative(proven, now))}</p>
        </>
      )}
      <a href={placeOfArea('backups')}>{newest === null ? said.makeOne : said.allBackups}</a>
    </section>
  );
}
