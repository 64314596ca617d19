import { count as number } from '../../parts/format.ts';
import type { todayWords as english } from '../en/today.ts';
import type { Translated } from '../translated.ts';

export const todayWords: Translated<typeof english> = {
  title: 'Heute',
  intro:
    'Was auf dich wartet, was seit deinem letzten Besuch lief, was als Nächstes kommt und was es gekostet hat.',
  nothing: 'Nichts wartet auf dich.',
  waits: 'Wartet auf dich',
  questions: (count: number) => (count === 1 ? '1 Frage' : `${number(count)} Fragen`),
  reviews: (count: number) =>
    count === 1
      ? '1 Unterhaltung mit geänderten Dateien zum Prüfen'
      : `${number(count)} Unterhaltungen mit geänderten Dateien zum Prüfen`,
  unconfirmed: (count: number) =>
    count === 1
      ? '1 Automatik, die auf deine Zustimmung wartet'
      : `${number(count)} Automatiken, die auf deine Zustimmung warten`,
  notices: (count: number) =>
    count === 1
      ? '1 Erinnerung oder Meldung einer Automatik'
      : `${number(count)} Erinnerungen und Meldungen von Automatiken`,
  overdue: (count: number) =>
    count === 1 ? '1 überfällige Aufgabe' : `${number(count)} überfällige Aufgaben`,
  toolServers: (count: number) =>
    count === 1
      ? '1 Werkzeugserver, der sich geändert hat'
      : `${number(count)} Werkzeugserver, die sich geändert haben`,
  since: (when: string) => `Seit du zuletzt hier warst, ${when}`,
  sinceDay: 'In den letzten 24 Stunden',
  nothingRan: 'Es ist nichts gelaufen.',
  ran: (count: string, isAll: boolean) => (isAll ? `${count} Läufe` : `Die letzten ${count} Läufe`),
  oneRan: '1 Lauf',
  outcomes: {
    completed: 'Fertig',
    failed: 'Fehlgeschlagen',
    aborted: 'Angehalten',
    interrupted: 'Abgebrochen',
    running: 'Läuft',
  },
  outcome: (count: string, outcome: string) => `${count} ${outcome}`,
  counted: {
    completed: 'fertig',
    failed: 'fehlgeschlagen',
    aborted: 'angehalten',
    interrupted: 'abgebrochen',
    running: 'noch in Arbeit',
  },
  more: (count: string) => `${count} weitere`,
  noText: 'Ein Lauf einer gelöschten Unterhaltung',
  automations: 'Automatiken',
  others: 'Unterhaltungen',
  allRuns: 'Alle Läufe, nach Unterhaltung',
  next: 'Als Nächstes',
  nothingNext: 'Nichts ist geplant.',
  due: (when: string) => `fällig ${when}`,
  cost: 'Kosten',
  costOf: (amount: string, ceiling: string) => `Heute ${amount} von ${ceiling}`,
  costThisMonth: (amount) => `${amount} in diesem Monat`,
  costOfMonth: (amount: string, ceiling: string) => `Diesen Monat ${amount} von ${ceiling}`,
  costMore: 'Nach Tag und Modell',
  backup: 'Sicherung',
  noBackup: 'Es gibt noch keine Sicherung.',
  makeOne: 'Eine machen',
  newest: (when: string) => `Die neueste wurde ${when} gemacht.`,
  proven: (when: string) => `Zuletzt zur Probe wiederhergestellt: ${when}.`,
  neverProven: 'Noch keine wurde zur Probe wiederhergestellt.',
  allBackups: 'Alle Sicherungen',
};
