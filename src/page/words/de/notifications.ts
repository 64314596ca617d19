import type { notificationWords as english } from '../en/notifications.ts';
import type { Translated } from '../translated.ts';

export const notificationWords: Translated<typeof english> = {
  question: 'Eine Frage wartet auf dich',
  ended: 'Ein Lauf ist zu Ende',
  failed: 'Eine Automatik ist gescheitert oder wurde angehalten',
  shows: 'Eine Erinnerung erscheint unter',
  waiting: 'Wartet',
  only: '. Dieser Browser meldet sie nicht.',
  andHere: ' und als Mitteilung dieses Browsers, solange die Seite in einem Tab offen ist.',
  offer: 'Von diesem Browser melden lassen',
};
