import { signal } from '@preact/signals';

const CHOICES = ['off', 'plain', 'titles'] as const;
/** `plain`: without a word of a conversation; `titles`: with the title of the conversation or the automation. */
export type NotificationChoice = (typeof CHOICES)[number];

const KEY = 'svc.notifications';

const kept = localStorage.getItem(KEY);
/** Kept in this browser until a person logs out. */
export const notificationChoice = signal(CHOICES.find((one) => one === kept) ?? 'off');

export function keepChoice(next: NotificationChoice): void {
  notificationChoice.value = next;
  if (next === 'off') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, next);
}
