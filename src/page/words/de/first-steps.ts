import { count as number } from '../../parts/format.ts';
import type { stepWords as english } from '../en/first-steps.ts';
import type { Translated } from '../translated.ts';

export const stepWords: Translated<typeof english> = {
  title: 'Erste Schritte',
  intro:
    'Noch ist kein Modell verbunden: Es antwortet eine Demo, ein Skript ohne KI. Verbinde ein Modell, oder probiere erst unten aus, was svc tut; Dateien, Gedächtnis, Fragen und Verlauf sind echt.',
  progress: (done: number, all: number) => `${number(done)} von ${number(all)} erledigt`,
  next: 'Als Nächstes:',
  done: 'erledigt',
  allDone: 'Du hast gesehen, wie es funktioniert. Verbinde jetzt ein Modell, das denkt.',
  connect: 'Ein Modell verbinden',
  dismiss: 'Nicht mehr zeigen',
  dismissed: 'Du findest die ersten Schritte in den Einstellungen unter „Dieser Browser“ wieder.',
  waitForRun: 'Die Demo arbeitet …',
  file: {
    title: 'Lass den Agenten eine Datei schreiben',
    does: 'Der Agent schreibt hello.md in deinen Arbeitsordner.',
    act: 'hello.md schreiben',
    task: 'schreib hello.md: Hallo vom ersten Schritt.',
  },
  review: {
    title: 'Prüfe die Änderung',
    does: 'Sieh dir an, was geändert wurde, und behalte es oder mach es rückgängig.',
    act: 'Die Änderung zeigen',
    none: 'Im Moment gibt es keine Änderung zu prüfen: Lass zuerst eine Datei schreiben.',
  },
  memory: {
    title: 'Lass svc sich etwas merken, und frag danach',
    does: 'Was im Gedächtnis ist, wird in jeder Unterhaltung wiedergefunden.',
    act: 'Etwas merken',
    task: 'merk dir, dass mein Lieblingstee Darjeeling ist',
    act2: 'Wieder abrufen',
    task2: 'erinnere dich an Lieblingstee',
  },
  question: {
    title: 'Beantworte eine Frage',
    does: 'Braucht svc für eine Arbeit eine Angabe, wartet es bis zu einem Tag auf deine Antwort. Wird svc inzwischen beendet, steht die Frage weiter in ihrer Unterhaltung, und du kannst sie dort noch beantworten.',
    act: 'Frag mich etwas',
    task: 'frag mich etwas',
  },
  restart: {
    title: 'Beende svc, und starte es wieder',
    does: 'Drücke in dem Terminal, in dem es läuft, Strg+C, und starte es dann wie zuvor. Diese Seite verbindet sich von selbst wieder, und alles ist noch da.',
  },
};
