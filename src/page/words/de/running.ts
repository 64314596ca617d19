import { count as number } from '../../parts/format.ts';
import type { runningWords as english } from '../en/running.ts';
import type { Translated } from '../translated.ts';

export const runningWords: Translated<typeof english> = {
  one: (title: string) => `Läuft: ${title}`,
  several: (count: number, titles: string) => `${number(count)} Dinge laufen: ${titles}`,
  list: 'Was gerade läuft',
  untitled: 'Eine Unterhaltung',
  what: {
    task: 'Aufgabe',
    workflow: 'Ablauf',
    trigger: 'Automatik',
    run: 'Unterhaltung',
    replay: 'Wiederholung',
  },
  effects: { backup: 'macht eine Sicherung', notify: 'erinnert dich' },
  since: (when: string) => `seit ${when}`,
  waits: 'wartet auf dich',
  stop: 'Anhalten',
  stopNamed: (title: string) => `Anhalten: ${title}`,
  stopping: 'Wird angehalten …',
  stoppingNamed: (title: string) => `Wird angehalten … ${title}`,
  cannotStop: 'kann nicht angehalten werden',
  conversationOf: (title: string) => `Unterhaltung zu ${title}`,
};
