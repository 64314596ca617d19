import { count as number } from '../../parts/format.ts';
import type { reviewWords as english } from '../en/review.ts';
import type { Translated } from '../translated.ts';

export const reviewWords: Translated<typeof english> = {
  title: (count: number) =>
    count === 1 ? '1 geänderte Datei zum Prüfen' : `${number(count)} geänderte Dateien zum Prüfen`,
  hint: 'Nimm das Häkchen bei den Dateien weg, deren Änderungen du nicht willst.',
  keepAll: 'Alle behalten',
  undoAll: 'Alle rückgängig machen',
  undoSure: (count: number) =>
    count === 1
      ? 'Diese Änderung endgültig rückgängig machen'
      : `Alle ${number(count)} Änderungen endgültig rückgängig machen`,
  keepSelected: 'Gewählte behalten, den Rest rückgängig machen',
  keep: (path: string) => `${path} behalten`,
  outcome: (kept: number, undone: number, failed: number) =>
    `${number(kept)} behalten, ${number(undone)} rückgängig gemacht${
      failed === 0 ? '' : `, ${number(failed)} nicht rückgängig zu machen`
    }.`,
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
