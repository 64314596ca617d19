import { signal } from '@preact/signals';

/** Something that the page says beside what is shown, with one thing that can be done about it. */
export interface Notice {
  readonly key: number;
  readonly text: string;
  readonly saidAt: number;
  readonly action: { readonly label: string; readonly act: () => void } | null;
}

const LASTS_MS = 8_000;
/** With something that can be done about it, as taking it back: a person has to read it, decide, and get there. */
export const OFFERED_MS = 30_000;
/** What can be taken back is not pushed aside by the next thing that is done. */
const MOST_OFFERED = 3;
/** What was said so short ago is about where the person is led. */
const FRESH_MS = 1_500;
let keys = 0;

export const notices = signal<readonly Notice[]>([]);

export function say(text: string, action: Notice['action'] = null): void {
  keys += 1;
  const notice: Notice = { key: keys, text, saidAt: Date.now(), action };
  // Of what nobody can do anything about, the last is news; more would cover what is shown.
  const others = notices.value.filter((one) => one.text !== text && one.action !== null);
  notices.value = [...others.slice(-MOST_OFFERED), notice];
  setTimeout(() => dismiss(notice.key), action === null ? LASTS_MS : OFFERED_MS);
}

/** What was said is true no more. */
export function unsay(text: string): void {
  notices.value = notices.value.filter((one) => one.text !== text);
}

/** The person goes elsewhere: what was only news of where they were is over, unless it is the reason why they go. */
export function leaveNotices(): void {
  const now = Date.now();
  notices.value = notices.value.filter(({ action, saidAt }) => action !== null || now - saidAt < FRESH_MS);
}

export function dismiss(key: number): void {
  notices.value = notices.value.filter((one) => one.key !== key);
}
