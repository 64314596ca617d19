import type { notificationWords as english } from '../en/notifications.ts';
import type { Translated } from '../translated.ts';

export const notificationWords: Translated<typeof english> = {
  question: 'Eine Frage wartet auf dich',
  ended: 'Ein Lauf ist zu Ende',
  failed: 'Eine Automatik ist fehlgeschlagen oder wurde angehalten',
  shows: 'Eine Erinnerung erscheint unter',
  waiting: 'Wartet',
  only: '. Dieser Browser benachrichtigt dich nicht.',
  andHere: ' und als Benachrichtigung dieses Browsers, solange die Seite in einem Tab offen ist.',
  offer: 'Benachrichtigungen dieses Browsers einschalten',
};
