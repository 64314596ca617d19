import type { areaWords as english } from '../en/areas.ts';
import type { Translated } from '../translated.ts';

export const areaWords: Translated<typeof english> = {
  conversation: 'Unterhaltung',
  today: 'Heute',
  waiting: 'Wartet auf dich',
  automation: 'Automatik',
  workflows: 'Abläufe',
  tasks: 'Aufgaben',
  artifacts: 'Artefakte',
  files: 'Dateien',
  entries: 'Menschen und Dinge',
  contacts: 'Kontakte',
  memory: 'Gedächtnis',
  merges: 'Zusammenführungen',
  data: 'Daten',
  toolServers: 'Werkzeugserver',
  hosts: 'Agentenprogramme',
  insights: 'Erkenntnisse',
  charts: 'Schaubilder',
  timeline: 'Läufe',
  backups: 'Sicherungen',
  yourData: 'Deine Daten',
  settings: 'Einstellungen',
};
