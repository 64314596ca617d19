import { computed, signal } from '@preact/signals';
import { engine, type Answer } from '../engine/client.ts';
import { statusOf, told } from '../engine/failure.ts';

export type Trigger = Answer<'triggers.get'>;
export type Fire = NonNullable<Trigger['lastRun']>;

/** The engine's largest page. */
const LARGEST = 200;

/** The newest first; null until they were read. */
export const triggers = signal<readonly Trigger[] | null>(null);
/** Where the older ones begin; null if all are shown. */
export const older = signal<string | null>(null);
/** Why they could not be read, in words. */
export const unread = signal('');

/** Those that do nothing until their owner agrees. */
export const unconfirmed = computed(() =>
  (triggers.value ?? []).filter(({ confirmedAt }) => confirmedAt === null),
);

type Listed = Answer<'triggers.list'>['triggers'][number];
const isOwn = (trigger: Listed): trigger is Trigger => trigger.owner === null;

/** The given ones, and those of before that are not among them, the newest first. */
function merged(fresh: readonly Trigger[], before: readonly Trigger[]): readonly Trigger[] {
  const ids = new Set(fresh.map(({ triggerId }) => triggerId));
  const all = [...fresh, ...before.filter(({ triggerId }) => !ids.has(triggerId))];
  return all.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

/** Reads the newest ones, and the one that is open; older ones that were shown stay as they were. */
export async function readTriggers(open: string | null = null): Promise<void> {
  try {
    const answer = await engine['triggers.list']({ query: { limit: LARGEST } });
    const own = answer.triggers.filter(isOwn);
    const last = own.at(-1);
    const isAll = answer.nextCursor === null;
    const shown = triggers.peek() ?? [];
    const rest = isAll ? [] : shown.filter(({ createdAt }) => createdAt < (last?.createdAt ?? ''));
    const isOpenRead = open === null || isAll || own.some(({ triggerId }) => triggerId === open);
    const opened = isOpenRead ? [] : [await engine['triggers.get']({ params: { id: open } })];
    triggers.value = merged([...own, ...opened], rest);
    if (rest.length === 0) older.value = answer.nextCursor;
    unread.value = '';
  } catch (error) {
    // That the engine is away is said above everything; this is read again when it is back.
    if (statusOf(error) !== null && statusOf(error) !== 404) unread.value = told(error);
  }
}

export async function readOlder(): Promise<void> {
  const cursor = older.peek();
  if (cursor === null) return;
  try {
    const answer = await engine['triggers.list']({ query: { limit: LARGEST, cursor } });
    triggers.value = merged(answer.triggers.filter(isOwn), triggers.peek() ?? []);
    older.value = answer.nextCursor;
  } catch (error) {
    unread.value = told(error);
  }
}

/** One that was made or changed here. */
export function putTrigger(trigger: Trigger): void {
  triggers.value = merged([trigger], triggers.peek() ?? []);
}

export function dropTrigger(id: string): void {
  triggers.value = (triggers.peek() ?? []).filter(({ triggerId }) => triggerId !== id);
}
