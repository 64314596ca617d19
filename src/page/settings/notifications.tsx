import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import {
  canNotify,
  chooseNotifications,
  notificationChoice,
  type NotificationChoice,
} from '../notifications/choice.ts';
import { Radios } from '../parts/radios.tsx';
import { settingsWords } from '#words/settings.ts';

const said = settingsWords.notifications;

/** Whether this browser tells what happens while the page is not looked at, and with which words. */
export function Notifications(): VNode {
  const refusal = useSignal<NotificationPermission>('granted');
  const choose = async (next: NotificationChoice) => {
    refusal.value = await chooseNotifications(next);
  };
  return (
    <section class="card" aria-labelledby="notifications-title">
      <h3 id="notifications-title">{said.title}</h3>
      <p class="hint">{canNotify() ? said.hint : said.notOffered}</p>
      {canNotify() ? (
        <Radios
          key={refusal.value}
          name="notifications"
          legend={said.legend}
          options={said.choices}
          chosen={notificationChoice.value}
          onChoose={(next) => void choose(next)}
        />
      ) : null}
      <p role="status">{isRefused(refusal.value) ? said[refusal.value] : ''}</p>
    </section>
  );
}

const isRefused = (one: NotificationPermission): one is 'denied' | 'default' => one !== 'granted';
