import { signal } from '@preact/signals';

/** Something that the page says beside what is shown, with one thing that can be done about it. */
export interface Notice {
  readonly key: number;
  readonly text: string;
  readonly action: { readonly label: string; readonly act: () => void } | null;
}

const LASTS_MS = 8_000;
/** With something that can be done about it, as taking it back: a person has to read it, decide, and get there. */
const OFFERED_MS = 30_000;
let keys = 0;

export const notices = signal<readonly Notice[]>([]);

export function say(text: string, action: Notice['action'] = null): void {
  keys += 1;
  const notice: Notice = { key: keys, text, action };
  notices.value = [...notices.value.filter((one) => one.text !== text), notice];
  setTimeout(() => dismiss(notice.key), action === null ? LASTS_MS : OFFERED_MS);
}

/** What was said is true no more. */
export function unsay(text: string): void {
  notices.value = notices.value.filter((one) => one.text !== text);
}

export function dismiss(key: number): void {
  notices.value = notices.value.filter((one) => one.key !== key);
}
