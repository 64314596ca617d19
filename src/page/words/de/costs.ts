import { count as number } from '../../parts/format.ts';
import type { costWords as english } from '../en/costs.ts';
import type { Translated } from '../translated.ts';

export const costWords: Translated<typeof english> = {
  title: 'Kosten der letzten 30 Tage',
  spans: { today: 'Heute', week: '7 Tage', month: '30 Tage' },
  runs: (count: number) => (count === 1 ? '1 Lauf' : `${number(count)} Läufe`),
  model: 'Modell',
  all: 'Alle Modelle',
  nothing: 'In diesen Tagen wurde nichts ausgegeben.',
  chart: (days: number) => `Kosten jedes der letzten ${number(days)} Tage; die Tabelle enthält die Summen`,
  highest: (amount: string) => `Teuerster Tag: ${amount}`,
  aboutHint:
    'Die Beträge folgen aus den Preisen, die svc kennt. Was ein Modell kostet, dessen Preis es nicht kennt, ist unbekannt; angenommen wird ein hoher Preis, damit die Obergrenzen halten: Setze den richtigen beim Modell, in seinem Profil.',
  ceilings: 'Obergrenzen',
  ceilingsHint:
    'Kein Aufruf eines Modells beginnt, der die Kosten über diese Beträge in US-Dollar bringen könnte. Tage und Monate sind die von UTC.',
  spanNames: { day: 'Heute', month: 'Dieser Monat' },
  left: (span: string, spent: string, ceiling: string, left: string) =>
    `${span}: ${spent} von ${ceiling} ausgegeben, ${left} übrig`,
  noAmount: 'Das ist kein Betrag wie 5 oder 2,50. Vor den Cents steht ein Komma oder ein Punkt.',
  ceilingNames: {
    max_cost_per_run_usd: 'Für einen Lauf ($)',
    max_cost_per_day_usd: 'Für einen Tag ($)',
    max_cost_per_month_usd: 'Für einen Monat ($)',
  },
};
