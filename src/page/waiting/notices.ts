import { signal } from '@preact/signals';
import { say } from '../app/notices.ts';
import { engine, type Answer } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';

export type TriggerNotice = Answer<'notices.list'>['notices'][number];

/** The engine's largest page. */
const LARGEST = 200;

/** What triggers have to tell, the newest first. */
export const triggerNotices = signal<readonly TriggerNotice[]>([]);
/** Whether they were read since the page was opened. */
export const areNoticesRead = signal(false);
/** Where the older ones begin; null if all are shown. */
export const olderNotices = signal<string | null>(null);

export async function readTriggerNotices(): Promise<void> {
  try {
    const answer = await engine['notices.list']({ query: { limit: LARGEST } });
    triggerNotices.value = answer.notices;
    olderNotices.value = answer.nextCursor;
    areNoticesRead.value = true;
  } catch {
    // This is read again soon.
  }
}

export async function readOlderNotices(): Promise<void> {
  const cursor = olderNotices.peek();
  if (cursor === null) return;
  try {
    const answer = await engine['notices.list']({ query: { limit: LARGEST, cursor } });
    triggerNotices.value = [...triggerNotices.peek(), ...answer.notices];
    olderNotices.value = answer.nextCursor;
  } catch (error) {
    say(told(error));
  }
}

export async function dismissNotice({ noticeId }: TriggerNotice): Promise<void> {
  try {
    await engine['notices.dismiss']({ params: { id: noticeId } });
  } catch (error) {
    if (codeOf(error) !== 'notice_not_found') {
      say(told(error));
      return;
    }
  }
  triggerNotices.value = triggerNotices.peek().filter((one) => one.noticeId !== noticeId);
}
