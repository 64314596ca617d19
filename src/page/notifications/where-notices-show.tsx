import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { notificationWords } from '#words/notifications.ts';
import { settingsWords } from '#words/settings.ts';
import { canNotify, chooseNotifications, notificationChoice } from './choice.ts';

const said = notificationWords;

/** Where a reminder is seen, with an offer to be told by this browser where it is silent now. */
export function WhereNoticesShow(): VNode {
  const refusal = useSignal<NotificationPermission>('granted');
  const isSilent = notificationChoice.value === 'off';
  const choose = async () => {
    refusal.value = await chooseNotifications('titles');
  };
  return (
    <div class="row">
      <p class="hint">
        {said.shows} <a href={placeOfArea('waiting')}>{said.waiting}</a>
        {isSilent ? said.only : said.andHere}
      </p>
      {isSilent && canNotify() ? (
        <button type="button" class="small" onClick={() => void choose()}>
          {said.offer}
        </button>
      ) : null}
      <p role="status" class="hint">
        {refusal.value === 'granted' ? '' : settingsWords.notifications[refusal.value]}
      </p>
    </div>
  );
}
