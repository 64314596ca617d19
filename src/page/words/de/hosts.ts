import type { hostWords as english } from '../en/hosts.ts';
import type { Translated } from '../translated.ts';

export const hostWords: Translated<typeof english> = {
  title: 'Agentenprogramme',
  intro:
    'Andere Programme können svc über seinen Werkzeugserver Arbeit übergeben. Hier steht, was sie gestartet haben; Erlaubnis, Grenzen und Verlauf gelten wie überall.',
  none: 'Kein Agentenprogramm hat etwas gestartet.',
  connect: 'Ein Agentenprogramm verbinden',
  how: 'Ein Programm auf diesem Rechner braucht diese Zeilen in seinen Einstellungen (svc muss im Suchpfad sein: make install, in dem Ordner, aus dem svc gestartet wurde, legt es dorthin; SVC_DATA_DIR muss dasselbe sein wie hier, wenn es gesetzt ist):',
  otherwise:
    'Andere Programme erreichen svc --mcp-server --transport sse über HTTP, unter /mcp am Port 3042. Mehr, auch zu einzelnen Programmen, steht in der Datei docs/agent-hosts.md des Ordners, aus dem svc gestartet wurde.',
  copyLines: 'Die Zeilen kopieren',
  from: (client: string | null, principal: string) =>
    `${client ?? 'Ein Programm'}, ${PLACES[principal] ?? principal}`,
  states: {
    running: 'Bei der Arbeit',
    completed: 'Fertig',
    failed: 'Fehlgeschlagen',
    aborted: 'Angehalten',
    interrupted: 'Durch einen Neustart abgebrochen',
  },
  waiting: 'Wartet auf eine Antwort',
  noThread: 'Die Unterhaltung dazu wurde gelöscht.',
  open: 'Unterhaltung öffnen',
  openNamed: (task: string) => `Unterhaltung öffnen: ${task}`,
  stop: 'Anhalten',
  stopNamed: (task: string) => `Anhalten: ${task}`,
  older: 'Ältere zeigen',
};

const PLACES: Readonly<Record<string, string>> = {
  stdio: 'auf diesem Rechner',
  http: 'über HTTP',
};
