import type { toolSwitchWords as english } from '../en/tool-switches.ts';
import type { Translated } from '../translated.ts';

export const toolSwitchWords: Translated<typeof english> = {
  title: 'Werkzeuge',
  hint: 'Dem Agenten werden Werkzeuge angeboten, wenn er sie braucht. Hier kannst du sie ausschalten oder von Anfang an anbieten lassen. Damit erlaubst du nichts: Du wirst gefragt wie immer.',
  fits: (tokens: string, room: string) =>
    `Was immer dabei ist, belegt etwa ${tokens} der ${room} Token, die Werkzeuge vom Fenster des Modells belegen dürfen.`,
  noRoom: (tokens: string, room: string) =>
    `Was eingeschaltet ist, belegt etwa ${tokens} Token, und Werkzeuge dürfen vom Fenster des Modells ${room} belegen. Was nicht passt, wird dem Modell kurz beschrieben, oder erst angeboten, wenn es gebraucht wird.`,
  states: { by_need: 'Bei Bedarf', on: 'An', off: 'Aus' },
  always: 'Immer an',
  notConnected: 'nicht verbunden',
  cost: (tools: number, tokens: string) =>
    `${tools === 1 ? '1 Werkzeug' : `${tools} Werkzeuge`}, etwa ${tokens} Token`,
  server: (name: string) => `Werkzeugserver ${name}`,
  families: {
    core: 'Dateien, Gedächtnis, Websuche und Fragen',
    files: 'Dateien löschen und umbenennen',
    memory: 'Notizen im Gedächtnis berichtigen und vergessen',
    contacts: 'Kontakte',
    deals: 'Geschäfte',
    graph: 'Angaben zu Menschen, Organisationen und Dingen',
    tasks: 'Aufgaben',
    triggers: 'Erinnerungen, Zeitpläne und beobachtete Seiten',
    workflows: 'Abläufe',
    agents: 'Unteragenten',
    collections: 'Sammlungen',
    artifacts: 'Artefakte',
    tags: 'Markierungen dieser Unterhaltung',
    http: 'Anfragen an APIs',
    apis: 'Beschreibungen von APIs',
    secrets: 'Dich nach Passwörtern und Schlüsseln fragen',
    backups: 'Sicherungen',
    google: 'Google Drive, Docs und Sheets',
  },
  off: (names: string) => `In dieser Unterhaltung ausgeschaltet: ${names}.`,
  on: (names: string) => `In dieser Unterhaltung eingeschaltet: ${names}.`,
};
