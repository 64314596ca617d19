import { count as number } from '../../parts/format.ts';
import type { paletteWords as english } from '../en/palette.ts';
import type { Translated } from '../translated.ts';

export const paletteWords: Translated<typeof english> = {
  title: 'Gehe zu',
  field: 'Ein Bereich, eine Unterhaltung oder etwas zu tun',
  none: 'Nichts heißt so.',
  found: (count: number) => (count === 1 ? '1 Eintrag' : `${number(count)} Einträge`),
  first: (count: number, all: number) =>
    `Die ersten ${number(count)} von ${number(all)}. Ein weiteres Wort findet weniger.`,
  kinds: { area: 'Bereich', part: 'Einstellungen', thread: 'Unterhaltung', act: 'Aktion' },
  also: {
    'your-data': 'export import chatgpt claude unterhaltungen umziehen löschen herunterladen zip verlassen',
    files: 'arbeitsordner ordner dokumente herunterladen',
    automation: 'auslöser zeitplan erinnerung beobachten cron trigger',
    entries: 'graph wissen entitäten',
    contacts: 'menschen geschäfte crm kunden',
    data: 'sammlungen tabellen datensätze listen',
    hosts: 'mcp',
    'tool-servers': 'mcp',
    settings: 'kosten modell anbieter schlüssel geheimnisse google farben sprache',
    waiting: 'fragen änderungen prüfen',
    insights: 'muster statistik',
    backups: 'wiederherstellen drive backup',
    charts: 'kosten tokens cache statistik zahlen',
  },
  newThread: 'Neue Unterhaltung',
  shortcuts: 'Tastenkürzel',
  newAutomation: 'Neue Automatik',
  newReminder: 'Neue Erinnerung',
  themes: { light: 'Helle Farben', dark: 'Dunkle Farben', system: 'Farben wie am Gerät' },
  searchFor: (text: string) => `Alle Nachrichten nach „${text}“ durchsuchen`,
};
