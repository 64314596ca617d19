import { count as number } from '../../parts/format.ts';
import type { toolServerWords as english } from '../en/tool-servers.ts';
import type { Translated } from '../translated.ts';

export const toolServerWords: Translated<typeof english> = {
  title: 'Werkzeugserver',
  intro:
    'Programme und Dienste von anderen, die dem Agenten weitere Werkzeuge geben. Bei jedem Aufruf wirst du zuerst gefragt, bis du mehr erlaubst.',
  none: 'Es gibt noch keinen Werkzeugserver.',
  all: 'Alle Werkzeugserver',
  gone: 'Es gibt keinen Werkzeugserver mit diesem Namen.',

  states: { connected: 'Verbunden', connecting: 'Wird verbunden …', away: 'Nicht da' },
  since: (when: string) => `Verbunden seit ${when}`,
  awayUntil: (when: string) => `Nicht da · Nächster Versuch um ${when}`,
  kinds: { http: 'Adresse', command: 'Programm auf diesem Rechner' },
  protocol: (revision: string, software: string) =>
    `Protokoll ${revision}; der Server nennt sich „${software}“.`,
  tools: (count: number) =>
    count === 0 ? 'keine Werkzeuge' : count === 1 ? '1 Werkzeug' : `${number(count)} Werkzeuge`,
  toAccept: (count: number) => `${number(count)} anzunehmen`,
  atWork: (count: number) => (count === 1 ? '1 Aufruf läuft' : `${number(count)} Aufrufe laufen`),
  meanwhile: 'Der Agent kann seine Werkzeuge solange nicht aufrufen.',

  signIn: 'Anmelden …',
  signInAgain: 'Noch einmal anmelden …',
  signInAt: (host: string) => `Bei ${host} anmelden (öffnet einen anderen Tab)`,
  signInUntil: (when: string) =>
    `Das geht bis ${when}. Der Server wird verbunden, sobald du angemeldet bist.`,
  signedIn: 'svc ist dort angemeldet.',
  signOut: 'Abmelden',

  test: 'Jetzt testen',
  testing: 'Wird getestet …',
  tested: (tools: string) => `Er hat geantwortet und bietet ${tools}.`,
  remove: 'Entfernen',
  removeName: (name: string) => `${name} entfernen`,
  removeSure: (name: string) => `${name} entfernen, mit dem, was du davon angenommen hast`,
  removed: (name: string) => `Der Werkzeugserver ${name} ist entfernt.`,

  calls: {
    title: 'Laufende Aufrufe',
    none: 'Im Moment keine.',
    since: (when: string) => `seit ${when}`,
    of: (done: string, total: string) => `${done} von ${total}`,
    says: 'Der Server sagt:',
  },

  toolList: 'Werkzeuge',
  stranger:
    'Namen, Beschreibungen und Definitionen sind die eigenen Worte des Servers. Sie sind als reiner Text zu sehen.',
  noTools: 'Der Server hat keine Werkzeuge.',
  notYet: 'Die Werkzeuge sind bekannt, sobald er verbunden ist.',
  leftOut: (count: number) =>
    count === 1
      ? '1 weiteres Werkzeug wird nicht gelesen: Die Liste ist zu lang.'
      : `${number(count)} weitere Werkzeuge werden nicht gelesen: Die Liste ist zu lang.`,
  toolStates: {
    offered: 'Angenommen',
    changed: 'Geändert',
    new: 'Neu',
    gone: 'Weg',
    unusable: 'Nicht brauchbar',
  },
  toolHints: {
    offered: '',
    changed:
      'Der Server hat es geändert, nachdem du es angenommen hast. Der Agent kann es erst aufrufen, wenn du die Änderung annimmst. Was du für dieses Werkzeug oder für den ganzen Server erlaubt hast, gilt dann nicht mehr.',
    new: 'Es kam, nachdem du die anderen angenommen hast. Der Agent kann es erst aufrufen, wenn du es annimmst.',
    gone: 'Du hast es angenommen, und der Server hat es nicht mehr.',
    unusable: '',
  },
  callsItself: (title: string) => `Es nennt sich „${title}“.`,
  offeredAs: 'Angeboten als',
  noName: 'Ein Werkzeug ohne Namen',
  saysNothing: 'Es sagt nichts über sich.',
  definition: 'Definition',
  definitionOf: (tool: string) => `Definition von ${tool}`,
  changes: 'Was sich geändert hat',
  changesOf: (tool: string) => `Was sich an ${tool} geändert hat`,
  newDefinitionOf: (tool: string) => `Definition des neuen Werkzeugs ${tool}`,
  parts: {
    title: 'Titel',
    description: 'Beschreibung',
    inputSchema: 'Eingabe',
    outputSchema: 'Ausgabe',
    annotations: 'Angaben zu seiner Wirkung, die hier nichts ändern',
  },
  partOf: (part: string, tool: string) => `${part} von ${tool}`,
  whiteSpace: 'Nur Leerzeichen und Zeilenumbrüche unterscheiden sich.',

  accept: 'Annehmen',
  acceptNamed: (tool: string) => `${tool} annehmen`,
  acceptAll: (count: number) => `Alle ${number(count)} annehmen`,
  waiting: (count: number) =>
    count === 1 ? '1 Werkzeug wartet auf dich.' : `${number(count)} Werkzeuge warten auf dich.`,
  accepted: (tool: string) => `${tool} ist angenommen. Der nächste Lauf darf es benutzen.`,
  acceptedAll: (count: number) =>
    `${number(count)} Werkzeuge sind angenommen. Der nächste Lauf darf sie benutzen.`,
  outdated: 'Die Werkzeuge haben sich geändert, seit das hier zu sehen war.',
  showNow: 'Jetzt zeigen',

  add: {
    title: 'Werkzeugserver hinzufügen',
    hint: 'svc verbindet sich sofort mit ihm. Die Werkzeuge, die er dann hat, darf der Agent benutzen, ohne dass du sie noch einmal bestätigst.',
    name: 'Name',
    nameHint: 'Deine Wahl. Er wird Teil der Namen seiner Werkzeuge.',
    address: 'Adresse',
    addressHint: 'Etwa https://mcp.example.com/mcp',
    nameMissing: 'Gib ihm einen Namen.',
    addressMissing: 'Gib seine Adresse ein.',
    submit: 'Hinzufügen',
    program: 'Ein Programm auf diesem Rechner',
    why: 'Ein Programm läuft auf diesem Rechner mit deinen Rechten. Deshalb wird es nur an einem Terminal hinzugefügt, nie durch eine Anfrage an die API dieser Seite:',
    line: 'svc mcp add NAME --command PROGRAMM ARGUMENTE',
    copy: 'Die Zeile kopieren',
  },
};
