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

/** Browsers offer them to a page of this machine or over https only. */
export const canNotify = (): boolean => 'Notification' in globalThis && 'serviceWorker' in navigator;

/** Asks the browser where it must be asked. @returns what it said; nothing is told unless it is `granted` */
export async function chooseNotifications(next: NotificationChoice): Promise<NotificationPermission> {
  const said = next === 'off' ? 'granted' : await Notification.requestPermission();
  keepChoice(said === 'granted' ? next : 'off');
  return said;
}
