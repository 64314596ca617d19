import { effect } from '@preact/signals';
import { placeOfArea, placeOfThread } from '../app/place.ts';
import type { Thread } from '../engine/client.ts';
import { pageWorker } from '../offline/registration.ts';
import type { News } from '../offline/news.ts';
import { visible } from '../parts/visible.ts';
import { isRead, threads, workMoved } from '../threads/thread-list.ts';
import { areNoticesRead, readTriggerNotices, triggerNotices } from '../waiting/notices.ts';
import { notificationWords } from '#words/notifications.ts';
import { notificationChoice } from './choice.ts';
import { newsOf } from './news.ts';

const said = notificationWords;
/** The notice of a failure is written after the thread has told that its run is over. */
const AFTER_RUN_MS = 1_000;

/** Tells the person what happens while no tab of the page is looked at, if they chose so. To be called once. */
export function watchForNews(): void {
  let known: ReadonlyMap<string, Thread> | null = null;
  effect(() => {
    if (!isRead.value) return;
    const now = threads.value;
    if (known)
      for (const { kind, threadId, title } of newsOf(known, now))
        void tell({ what: said[kind], title, tag: threadId, address: placeOfThread(threadId) });
    known = new Map(now.map((thread) => [thread.threadId, thread]));
  });
  // In a tab that is not looked at, nothing else reads notices.
  effect(() => {
    if (workMoved.value !== undefined && document.hidden && notificationChoice.peek() !== 'off')
      setTimeout(() => void readTriggerNotices(), AFTER_RUN_MS);
  });
  let told: ReadonlySet<string> | null = null;
  effect(() => {
    const now = triggerNotices.value;
    if (!areNoticesRead.value) return;
    if (told)
      for (const { noticeId, kind, title } of now)
        if (kind !== 'reminder' && kind !== 'changed' && !told.has(noticeId))
          void tell({ what: said.failed, title, tag: noticeId, address: placeOfArea('waiting') });
    told = new Set([...(told ?? []), ...now.map(({ noticeId }) => noticeId)]);
  });
}

interface Happened {
  readonly what: string;
  readonly title: string;
  readonly tag: string;
  readonly address: string;
}

async function tell({ what, title, tag, address }: Happened): Promise<void> {
  const choice = notificationChoice.peek();
  if (choice === 'off' || !document.hidden || Notification.permission !== 'granted') return;
  const news: News = { title: what, body: choice === 'titles' ? visible(title) : '', tag, address };
  (await pageWorker())?.postMessage(news);
}
