import { count as number } from '../../parts/format.ts';
import type { backupWords as english } from '../en/backups.ts';
import type { Translated } from '../translated.ts';

export const backupWords: Translated<typeof english> = {
  title: 'Sicherungen',
  intro:
    'Eine Sicherung hält den Stand eines Augenblicks fest: Unterhaltungen, Gedächtnis, Geheimnisse, Einstellungen und den Arbeitsordner. Jede wird gleich geöffnet und geprüft.',
  whichWay: 'Welcher Weg auf einen neuen Rechner?',
  make: 'Sicherung machen',
  making: 'Sicherung wird gemacht …',
  made: 'Die Sicherung ist vollständig: Sie wurde geöffnet und geprüft. Lade sie herunter, und bewahre die Datei und den Tresorschlüssel an zwei anderen Orten auf.',
  failed: 'Die Sicherung ist fehlgeschlagen. Das Protokoll von svc sagt, warum.',
  working: 'An einer Sicherung wird gearbeitet …',
  phases: {
    copying: 'Wird kopiert',
    verifying: 'Das Geschriebene wird geprüft',
    uploading: 'Wird nach Google Drive hochgeladen',
    restoring: 'Wird wiederhergestellt',
  },
  amount: (done: string, total: string) => `${done} von ${total}`,

  bring: 'Sicherung aus einer Datei hinzufügen',
  receiving: 'Die Sicherung wird hinzugefügt …',
  received: 'Die Sicherung ist in der Liste. Prüfe sie, bevor du dich auf sie verlässt.',

  list: 'Alle Sicherungen',
  none: 'Es gibt noch keine Sicherung',
  noneHint:
    'Mache jetzt die erste; es dauert ein paar Sekunden. Lade sie dann herunter, und bewahre die Datei und den Tresorschlüssel an zwei anderen Orten auf: Eine Sicherung auf einer kaputten Platte hilft niemandem.',

  states: {
    running: 'Wird gemacht',
    proven: 'Erprobt',
    checked: 'Geprüft',
    unchecked: 'Noch nicht geprüft',
    failed: 'Nicht brauchbar',
  },
  kinds: {
    manual: 'von Hand gemacht',
    scheduled: 'nach Zeitplan gemacht',
    before_restore: 'vor einer Wiederherstellung gemacht',
    before_import: 'vor dem Einlesen eines Exports gemacht',
    before_move: 'vor einem Umzug hierher gemacht',
    before_migration: 'vor einer Aktualisierung gemacht',
  },
  files: (count: number) => (count === 1 ? '1 Datei' : `${number(count)} Dateien`),
  encrypted: 'verschlüsselt',
  plain: 'nicht verschlüsselt',
  foreign: 'von einer anderen Instanz',
  elsewhere: 'ohne den Arbeitsordner, der anderswo liegt',
  skipped: (count: number) =>
    count === 1
      ? '1 Link oder unlesbare Datei ausgelassen'
      : `${number(count)} Links oder unlesbare Dateien ausgelassen`,
  checkedAt: (when: string) => `Geprüft: ${when}.`,
  provenAt: (when: string) => `Zur Probe wiederhergestellt: ${when}.`,
  neverProven: 'Noch nie zur Probe wiederhergestellt.',

  warnings: {
    old: 'Keine Sicherung der letzten 14 Tage wurde zur Probe wiederhergestellt. Mache eine, und wähle dann „Zur Probe wiederherstellen“.',
    plain: 'Die neueste Sicherung ist nicht verschlüsselt: Bewahre sie dort auf, wo nur du sie lesen kannst.',
  },

  check: 'Prüfen',
  checkName: (when: string) => `Die Sicherung prüfen: ${when}`,
  checking: 'Wird geprüft …',
  checked: 'Sie wurde geöffnet und geprüft: Sie kann wiederhergestellt werden.',
  drill: 'Zur Probe wiederherstellen',
  drillName: (when: string) => `Die Sicherung vom ${when} zur Probe wiederherstellen`,
  drilling: 'Sie wird in einen Probeordner wiederhergestellt, und svc wird dort gestartet …',
  drilled: 'svc ist damit gestartet und hat alles gefunden: Die Sicherung funktioniert.',
  download: 'Herunterladen',
  downloadName: (when: string) => `Die Sicherung herunterladen: ${when}`,
  remove: 'Löschen',
  removeName: (when: string) => `Die Sicherung löschen: ${when}`,
  removeSure: 'Endgültig löschen',
  deleting: 'Wird gelöscht …',

  restore: {
    open: 'Wiederherstellen …',
    openName: (when: string) => `Die Sicherung vom ${when} wiederherstellen`,
    title: (when: string) => `Die Sicherung vom ${when} wiederherstellen?`,
    replaces:
      'Unterhaltungen, Gedächtnis, Geheimnisse, Einstellungen und der Arbeitsordner sind danach auf dem damaligen Stand.',
    replacesWithout:
      'Unterhaltungen, Gedächtnis, Geheimnisse und Einstellungen sind danach auf dem damaligen Stand. Der Arbeitsordner ist nicht darin und bleibt.',
    newer: 'Alles, was neuer ist als die Sicherung, wird entfernt.',
    safety: 'Vorher wird der jetzige Stand gesichert. Mit dieser zweiten Sicherung kommst du zurück.',
    interrupts: 'Läufe, die noch laufen, werden abgebrochen, und svc ist für einige Sekunden nicht da.',
    isForeign:
      'Eine andere Instanz von svc hat diese Sicherung gemacht. Stelle sie nur wieder her, wenn du ihrer Herkunft traust.',
    trust: 'Ich vertraue dieser Sicherung',
    isUnauthenticated:
      'Kein Schlüssel schützt diese Sicherung: Wer in ihren Ordner schreiben konnte, kann sie verändert haben.',
    keyMissing: 'Gib den Tresorschlüssel ein, mit dem sie gemacht wurde',
    key: 'Der Tresorschlüssel des Rechners, der sie gemacht hat',
    keyHint:
      'Der Schlüssel, den du anderswo aufbewahrt hast; er wird für diese Wiederherstellung benutzt. Hat dieser Rechner denselben, lass das Feld leer.',
    type: 'Tippe zur Bestätigung: wiederherstellen',
    word: 'wiederherstellen',
    begin: 'Jetzt wiederherstellen',
    cancel: 'Abbrechen',
    preparing: 'Die Sicherung wird geprüft, und der jetzige Stand wird gesichert …',
    restarting: 'svc startet damit neu. Diese Seite wartet …',
    completed: (files: string) => `Wiederhergestellt: ${files}.`,
    undone: 'Die Wiederherstellung wurde rückgängig gemacht. Alles ist wie zuvor.',
    failed: 'Die Wiederherstellung ist fehlgeschlagen, bevor etwas geändert wurde.',
    safetyIs: (when: string) => `Um zurückzukehren, stelle die Sicherung von vorher wieder her: ${when}.`,
    reload: 'Zeigen, was wiederhergestellt wurde',
  },

  key: {
    title: 'Der Tresorschlüssel',
    hint: 'Verschlüsselte Sicherungen lassen sich nur mit diesem Schlüssel öffnen. Geht die Platte kaputt, ist auch der Schlüssel weg: Bewahre eine Kopie in einem Passwortspeicher oder auf Papier auf, getrennt von den Sicherungen.',
    show: 'Den Schlüssel zeigen',
    hide: 'Verbergen',
    copy: 'Den Schlüssel kopieren',
  },
};
