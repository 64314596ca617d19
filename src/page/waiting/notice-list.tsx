import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { older, triggers } from '../automation/triggers.ts';
import { shortMoment } from '../parts/format.ts';
import { runNowById } from '../automation/actions.ts';
import { visible } from '../parts/visible.ts';
import { waitingWords } from '#words/waiting.ts';
import { partOfRun } from '../workflows/places.ts';
import {
  dismissNotice,
  olderNotices,
  readOlderNotices,
  triggerNotices,
  type TriggerNotice,
} from './notices.ts';
import { said as saidBy } from '../engine/said.ts';

const said = waitingWords;

const inWords = ({ says, title, text }: TriggerNotice) => ({
  title: saidBy(says.title, title),
  text: saidBy(says.text, text),
});

/** What triggers have to tell. It stays until it is dismissed. */
export function NoticeList(): VNode | null {
  const all = triggerNotices.value;
  if (all.length === 0) return null;
  return (
    <section class="card notice-list" aria-labelledby="notices-title">
      <h3 id="notices-title">{said.notices}</h3>
      <ul>
        {all
          .map((notice) => ({ ...notice, ...inWords(notice) }))
          .map((notice) => (
            <li key={notice.noticeId}>
              <p class="hint">
                {said.noticeKinds[notice.kind]} · {shortMoment(notice.createdAt)}
              </p>
              <p dir="auto">
                <strong>{visible(notice.title)}</strong>
              </p>
              {notice.text === notice.title ? null : (
                <p class="text" dir="auto">
                  {visible(notice.text)}
                </p>
              )}
              <div class="row">
                <button
                  type="button"
                  class="small"
                  aria-label={visible(said.dismissNamed(notice.title))}
                  onClick={() => void dismissNotice(notice)}
                >
                  {said.dismiss}
                </button>
                <RunAgain notice={notice} />
                {notice.workflowRunId === null ? null : (
                  <a
                    href={placeOfArea('workflows', partOfRun(notice.workflowRunId))}
                    aria-label={visible(said.openRunNamed(notice.title))}
                  >
                    {said.openRun}
                  </a>
                )}
                {notice.triggerId === null ? null : (
                  <a
                    href={placeOfArea('automation', notice.triggerId)}
                    aria-label={visible(said.openTriggerNamed(notice.title))}
                  >
                    {said.openTrigger}
                  </a>
                )}
              </div>
            </li>
          ))}
      </ul>
      {olderNotices.value === null ? null : (
        <div class="row">
          <button type="button" onClick={() => void readOlderNotices()}>
            {said.olderNotices}
          </button>
        </div>
      )}
    </section>
  );
}

/** What failed or was cut off is not repeated by itself. */
function RunAgain({ notice }: { notice: TriggerNotice }): VNode | null {
  const { kind, triggerId, title } = notice;
  if (triggerId === null || (kind !== 'failed' && kind !== 'interrupted')) return null;
  const trigger = triggers.value?.find((one) => one.triggerId === triggerId);
  const canRun =
    trigger === undefined
      ? // Among the older ones, which are not loaded: the engine says whether it can be run.
        older.value !== null
      : !trigger.running && trigger.confirmedAt !== null;
  if (!canRun) return null;
  return (
    <button
      type="button"
      class="small"
      aria-label={visible(said.runAgainNamed(title))}
      onClick={() => void runNowById(triggerId)}
    >
      {said.runAgain}
    </button>
  );
}
