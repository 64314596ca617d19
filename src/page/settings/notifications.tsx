import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { keepChoice, notificationChoice, type NotificationChoice } from '../notifications/choice.ts';
import { Radios } from '../parts/radios.tsx';
import { settingsWords } from '#words/settings.ts';

const said = settingsWords.notifications;

/** Browsers offer them to a page of this machine or over https only. */
const isOffered = (): boolean => 'Notification' in globalThis && 'serviceWorker' in navigator;

/** Whether this browser tells what happens while the page is not looked at, and with which words. */
export function Notifications(): VNode {
  const refusal = useSignal<NotificationPermission>('granted');
  const choose = async (next: NotificationChoice) => {
    refusal.value = next === 'off' ? 'granted' : await Notification.requestPermission();
    keepChoice(refusal.value === 'granted' ? next : 'off');
  };
  return (
    <section class="card" aria-labelledby="notifications-title">
      <h3 id="notifications-title">{said.title}</h3>
      <p class="hint">{isOffered() ? said.hint : said.notOffered}</p>
      {isOffered() ? (
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
