import { count as number } from '../../parts/format.ts';
import type { insightWords as english } from '../en/insights.ts';
import type { Translated } from '../translated.ts';

export const insightWords: Translated<typeof english> = {
  title: 'Erkenntnisse',
  asTimelines: 'Alle Läufe, einer nach dem anderen',
  noticed: 'Was svc bemerkt hat',
  noticedHint:
    'In den eigenen Läufen gefunden, ohne ein Modell zu fragen: Werkzeuge, die aufeinander folgen, Werkzeuge, die fehlschlagen, Unterhaltungen, die viel kosten, Fragen, die wiederkehren.',
  nothing: 'Noch nichts. Es braucht ein paar Läufe.',
  evidence: (runs: number) => (runs === 1 ? 'In 1 Lauf gesehen' : `In ${number(runs)} Läufen gesehen`),
  seen: (last: string) => `zuletzt ${last}`,
  conversation: 'Die Unterhaltung',
  conversationOf: (says: string) => `Die Unterhaltung: ${says}`,
  workflow: '(Schritt eines Ablaufs)',
  workflowOf: (title: string) => `Der Lauf des Ablaufs: ${title}`,
  untitled: 'Ein Lauf',
  counting: 'Ältere Läufe werden noch gezählt.',
  conversations: 'Unterhaltungen',
  table: 'Die Läufe jeder Unterhaltung, zusammengezählt',
  conversationsHint: 'Die Läufe jeder einzelnen, zusammengezählt, auch die im Hintergrund.',
  none: 'Noch ist kein Lauf zu Ende.',
  more: 'Mehr zeigen',
  columns: {
    title: 'Unterhaltung',
    runs: 'Läufe',
    failedRuns: 'Fehlgeschlagen',
    toolCalls: 'Werkzeugaufrufe',
    tokens: 'Token',
    costUsd: 'Kosten',
    avgDurationMs: 'Mittlere Dauer',
    lastRunAt: 'Letzter Lauf',
  },
};
