import type { shortcutWords as english } from '../en/shortcuts.ts';
import type { Translated } from '../translated.ts';

export const shortcutWords: Translated<typeof english> = {
  title: 'Tastenkürzel',
  close: 'Schließen',
  anywhere: 'Überall',
  inThreads: 'In der Liste der Unterhaltungen',
  inComposer: 'Im Feld für eine Nachricht',
  inPictures: 'In Schaubildern, Zeichnungen und dem Graphen',
  palette: 'Überallhin springen',
  sheet: 'Diese Übersicht zeigen',
  search: 'Unterhaltungen durchsuchen',
  closing: 'Schließen, was geöffnet ist',
  upDown: 'Die Unterhaltung darüber oder darunter',
  send: 'Die Nachricht senden',
  sendNow: 'Solange eine Frage offen ist: deinen Text als nächste Nachricht senden, nicht als Antwort',
  line: 'Eine neue Zeile beginnen',
  last: 'Deine letzte Nachricht ändern, solange das Feld leer ist',
  arrows: 'Von einem Teil zum nächsten gehen',
  orJoin: 'oder',
  typing: 'Während du schreibst, gelten ? und / als Text.',
  ctrl: 'Strg',
  mac: 'Cmd',
  shift: 'Umschalt',
};
