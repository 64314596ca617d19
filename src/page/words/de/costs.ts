import { count as number } from '../../parts/format.ts';
import type { costWords as english } from '../en/costs.ts';
import type { Translated } from '../translated.ts';

export const costWords: Translated<typeof english> = {
  title: 'Kosten der letzten 30 Tage',
  table: 'Die Summen der letzten 30 Tage',
  spans: { today: 'Heute', week: '7 Tage', month: '30 Tage' },
  runs: (count: number) => (count === 1 ? '1 Lauf' : `${number(count)} Läufe`),
  model: 'Modell',
  all: 'Alle Modelle',
  beside: 'Neben den Läufen',
  besideHint: 'Titel, Zusammenfassungen, Gedächtnis, Sprache, Stapel',
  nothing: 'In diesen Tagen wurde nichts ausgegeben.',
  chart: (days: number) => `Kosten jedes der letzten ${number(days)} Tage; die Tabelle enthält die Summen`,
  highest: (amount: string) => `Teuerster Tag: ${amount}`,
  aboutHint:
    'Die Beträge folgen aus den Preisen, die svc kennt. Ein Modell auf diesem Rechner kostet nichts, wenn du keinen Preis einträgst. Bei anderen ohne bekannten Preis rechnet svc mit einem hohen, damit die Obergrenzen halten, und zeigt keinen Betrag.',
  setPrices: 'Den Preis eines Modells eintragen',
  dearest: {
    title: 'Unterhaltungen der letzten 24 Stunden',
    hint: 'Die teuersten zuerst. Alle ihre Läufe zählen, auch frühere.',
    none: 'In dieser Zeit ist kein Lauf einer Unterhaltung zu Ende gegangen.',
    all: 'Alle Unterhaltungen, mit Läufen und Token',
    more: (shown: string) => `Die ersten ${shown}. Alle Unterhaltungen, mit Läufen und Token`,
  },
  ceilings: 'Obergrenzen',
  ceilingsHint:
    'svc ruft kein Modell auf, wenn das die Kosten über diese Beträge in US-Dollar bringen könnte. Tage und Monate beginnen um Mitternacht UTC.',
  spanNames: { day: 'Heute', month: 'Dieser Monat' },
  left: (span: string, spent: string, ceiling: string, left: string) =>
    `${span}: ${spent} von ${ceiling} ausgegeben, ${left} übrig`,
  below: {
    run: 'Das ist weniger, als ein Lauf kosten darf: Diese Obergrenze ist zuerst erreicht.',
    day: 'Das ist weniger, als ein Tag kosten darf: Diese Obergrenze ist zuerst erreicht.',
  },
  noAmount: 'Das ist kein Betrag wie 5 oder 2,50. Vor den Cents steht ein Komma oder ein Punkt.',
  ceilingNames: {
    max_cost_per_run_usd: 'Für einen Lauf ($)',
    max_cost_per_day_usd: 'Für einen Tag ($)',
    max_cost_per_month_usd: 'Für einen Monat ($)',
  },
};
