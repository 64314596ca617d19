import { count as number } from '../../parts/format.ts';
import type { threadWords as english } from '../en/threads.ts';
import type { Translated } from '../translated.ts';

export const threadWords: Translated<typeof english> = {
  title: 'Unterhaltungen',
  search: 'Unterhaltungen suchen',
  endSearch: 'Suche beenden',
  foundLoosely: 'Keine enthält alle diese Wörter. Mit einigen davon:',
  tip: 'Versuche weniger Wörter, oder andere für dasselbe. Notizen im Gedächtnis, Dateien und Kontakte durchsuchst du in ihren eigenen Bereichen.',
  moreHere: (count: number) =>
    count === 1 ? '1 weitere Stelle darin' : `${number(count)} weitere Stellen darin`,
  found: (count: number, isMore: boolean) =>
    count === 0
      ? 'Es wurde nichts gefunden.'
      : isMore
        ? `Die besten ${number(count)} Treffer`
        : `${number(count)} Treffer`,
  stillIndexing: 'Ältere Nachrichten werden noch in den Index aufgenommen.',
  moreFound: 'Mehr Treffer zeigen',
  inTitle: 'Im Titel',
  older: 'Ältere Unterhaltungen zeigen',
  archivedToo: 'Archivierte zeigen',
  archived: 'archiviert',
  today: 'Heute',
  yesterday: 'Gestern',
  pinned: 'Angeheftet',
  pin: 'Anheften',
  unpin: 'Lösen',
  move: 'Verschieben',
  more: 'Ordner, Herunterladen …',
  moreOf: (title: string) => `„${title}“: Ordner und Herunterladen`,
  moveMore: 'Weitere mitverschieben',
  moveOut: 'Aus dem Ordner nehmen',
  folder: 'Ordner',
  folderHint: 'Name eines Ordners, auch eines neuen',
  allFolders: 'Alle Unterhaltungen',
  download: 'Als Markdown herunterladen',
  rename: 'Umbenennen',
  save: 'Speichern',
  renameLabel: 'Titel dieser Unterhaltung',
  instructions: 'Anweisungen',
  instructionsOf: (title: string) => `Deine Anweisungen für „${title}“`,
  instructionsHint:
    'Was du in dieser Unterhaltung vom Agenten willst. Wo sie von denen für alle abweichen, gelten diese hier.',
  tools: 'Werkzeuge',
  toolsOf: (title: string) => `Werkzeuge von „${title}“`,
  close: 'Schließen',
  handOver: 'Übergeben …',
  archive: 'Archivieren',
  unarchive: 'Zurückholen',
  archivedNow: (title: string) => `„${title}“ ist archiviert.`,
  undo: 'Rückgängig',
  remove: 'Löschen',
  removeQuestion: (title: string) =>
    `„${title}“ und alle Nachrichten darin löschen? Das lässt sich nicht rückgängig machen.`,
  removeChanges: 'Ihre Läufe haben Dateien geändert, die noch nicht geprüft wurden.',
  removeKeep: 'Löschen, Änderungen behalten',
  removeUndo: 'Löschen, Änderungen rückgängig machen',
  deleted: (title: string) => `„${title}“ wurde gelöscht.`,
  cancel: 'Abbrechen',
  isUnread: 'neu',
  renameEmpty: (title: string) => `Eine Unterhaltung braucht einen Titel: Sie heißt weiter „${title}“.`,
  none: 'Noch keine Unterhaltungen. Mit der ersten Nachricht, die du sendest, beginnt eine.',
  isRunning: 'läuft',
  isWaiting: 'wartet auf dich',
  hasChanges: 'Änderungen zum Prüfen',
  actionsHint: 'Umbenennen, Anweisungen, Werkzeuge, Archivieren, Löschen',
  actions: (title: string) => `Was du mit „${title}“ tun kannst`,
};
