import type { notificationWords as english } from '../en/notifications.ts';
import type { Translated } from '../translated.ts';

export const notificationWords: Translated<typeof english> = {
  question: 'Eine Frage wartet auf dich',
  ended: 'Ein Lauf ist zu Ende',
  failed: 'Eine Automatik ist gescheitert oder wurde angehalten',
};
