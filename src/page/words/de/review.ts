import { count as number } from '../../parts/format.ts';
import type { reviewWords as english } from '../en/review.ts';
import type { Translated } from '../translated.ts';

export const reviewWords: Translated<typeof english> = {
  title: (count: number) =>
    count === 1 ? '1 geänderte Datei zum Prüfen' : `${number(count)} geänderte Dateien zum Prüfen`,
  hint: 'Nimm das Häkchen bei den Dateien weg, deren Änderungen du nicht willst.',
  keepAll: 'Alle behalten',
  undoAll: 'Alle rückgängig machen',
  undo: 'Endgültig rückgängig machen',
  decide: (kept: number, undone: number) =>
    undone === 0
      ? 'Alle behalten'
      : kept === 0
        ? 'Alle rückgängig machen'
        : `${number(kept)} behalten, ${number(undone)} rückgängig machen`,
  final:
    'Was du behältst, bleibt, wie es jetzt ist. Gab es die Datei schon, wird ihr Stand davor 30 Tage aufbewahrt, unter Dateien › Gelöschte Dateien.',
  takeBack: 'Zurücknehmen',
  earlierKept:
    'Gab es die Datei schon, wird ihr Stand davor 30 Tage aufbewahrt, unter Dateien › Gelöschte Dateien.',
  takenBack: (count: number) =>
    count === 1
      ? 'Die Datei ist wieder so, wie sie war, bevor der Agent sie geändert hat.'
      : `Die ${number(count)} Dateien sind wieder so, wie sie waren, bevor der Agent sie geändert hat.`,
  notTakenBack: (undone: number, all: number, why: string) =>
    `${number(undone)} von ${number(all)} sind wieder so, wie sie waren. ${why}`,
  undoQuestion: (count: number) =>
    count === 1
      ? 'Die Änderungen an dieser Datei rückgängig machen?'
      : `Die Änderungen an ${number(count)} Dateien rückgängig machen?`,
  goes: {
    added: (paths: string) => `Wird entfernt, weil es das vorher nicht gab: ${paths}`,
    modified: (paths: string) => `Wird wieder so, wie es vorher war: ${paths}`,
    deleted: (paths: string) => `Kommt zurück: ${paths}`,
  },
  andMore: (paths: string, count: number) => `${paths} und ${number(count)} weitere`,
  stays: (count: number) =>
    count === 1 ? '1 Datei wird behalten.' : `${number(count)} Dateien werden behalten.`,
  keep: (path: string) => `${path} behalten`,
  outcome: (kept: number, undone: number, failed: number, parts: number) =>
    `${[
      ...(kept === 0 ? [] : [`${number(kept)} behalten`]),
      ...(undone === 0 ? [] : [`${number(undone)} rückgängig gemacht`]),
      ...(parts === 0
        ? []
        : [`vorher ${number(parts)} ${parts === 1 ? 'Teil' : 'Teile'} rückgängig gemacht`]),
      ...(failed === 0 ? [] : [`${number(failed)} nicht rückgängig zu machen`]),
    ].join(', ')}.`,
  part: (from: number, to: number) =>
    from === to ? `Zeile ${number(from)}` : `Zeilen ${number(from)}–${number(to)}`,
  lastRun: 'zuletzt:',
  ofLastRun: 'Was zuletzt geändert wurde',
  ofAll: 'Alles, was zu prüfen ist',
  undoPart: 'Diesen Teil rückgängig machen',
  partUndone:
    'Der Teil ist rückgängig gemacht. Die anderen Änderungen warten weiter darauf, geprüft zu werden.',
  reviewed: 'Geprüfte Änderungen',
  willBeUndone: 'wird rückgängig gemacht',
  byOthers:
    'Diese Datei wurde nicht nur vom Agenten geändert; auch die anderen Änderungen sind hier zu sehen.',
  diffOf: (path: string) => `Änderungen an ${path}`,
  binary: 'binär',
  tooLong: 'zu lang, um es zu zeigen',
  sideBySide: 'Nebeneinander',
  statuses: { added: 'neu', modified: 'geändert', deleted: 'gelöscht' },
};
