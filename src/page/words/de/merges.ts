import { count as number, listed } from '../../parts/format.ts';
import type { mergeWords as english } from '../en/merges.ts';
import type { Translated } from '../translated.ts';

const relations = (count: number): string => (count === 1 ? '1 Beziehung' : `${number(count)} Beziehungen`);
const memories = (count: number): string => (count === 1 ? '1 Notiz' : `${number(count)} Notizen`);
const records = (count: number): string => (count === 1 ? '1 Datensatz' : `${number(count)} Datensätze`);
const conversationsOf = (count: number): string =>
  count === 1 ? '1 Unterhaltung' : `${number(count)} Unterhaltungen`;

export const mergeWords: Translated<typeof english> = {
  title: 'Zusammenführungen',
  intro:
    'Zwei Einträge, die ein Mensch oder Ding sind, werden zu einem zusammengeführt. Eine Zusammenführung lässt sich zurücknehmen, solange sie verzeichnet ist: 90 Tage, und die neuesten länger.',
  none: 'Noch wurde nichts zusammengeführt. Wenn derselbe Mensch oder dasselbe Ding zweimal da ist, führe die beiden hier oder in ihrem Eintrag zusammen.',
  found: (count: number, isMore: boolean) =>
    isMore
      ? `Die neuesten ${number(count)} Zusammenführungen`
      : count === 1
        ? '1 Zusammenführung'
        : `${number(count)} Zusammenführungen`,
  older: 'Ältere Zusammenführungen zeigen',
  start: 'Zwei Einträge zusammenführen',
  sentence: (merged: string, kept: string) => `„${merged}“ in „${kept}“`,
  on: (when: string) => `am ${when}`,
  states: {
    inEffect: 'Gilt',
    chained: 'Gilt, innerhalb einer anderen',
    takenBack: 'Zurückgenommen',
    superseded: 'Später noch einmal zusammengeführt',
    unfinished: 'Wurde nicht fertig',
  },
  means: {
    inEffect: '',
    chained: 'Der Eintrag, der blieb, ist seither selbst in einem anderen aufgegangen.',
    takenBack:
      'Sie wurde zurückgenommen, oder sie gilt nicht mehr, weil der Eintrag neu zusammengeführt wurde.',
    superseded:
      'Dieselben beiden wurden noch einmal zusammengeführt: Nur das letzte Mal lässt sich zurücknehmen.',
    unfinished: 'svc führt sie zu Ende oder macht sie rückgängig, wenn es das nächste Mal startet.',
  },
  moved: (rows: number, conversations: number) =>
    `${records(rows)} und ${conversationsOf(conversations)} verschoben`,
  takeBack: 'Zurücknehmen',
  takeBackNamed: (sentence: string) => `Zurücknehmen: ${sentence}`,
  takeBackQuestion: (merged: string, kept: string) =>
    `Zurücknehmen, dass „${merged}“ in „${kept}“ aufgegangen ist?`,
  takeBackSays: (merged: string, kept: string) => [
    `„${merged}“ ist wieder ein eigener Eintrag, mit seinen Namen, Einzelheiten und Beziehungen.`,
    `Datensätze und Unterhaltungen, die dabei verschoben wurden, kehren zu ihm zurück. Was seither zu „${kept}“ gesagt wurde, bleibt dort.`,
  ],
  takenBack: (merged: string) => `„${merged}“ ist wieder ein eigener Eintrag.`,
  first: (merged: string, kept: string) => `Nimm zuerst diese zurück: „${merged}“ in „${kept}“`,
  firstUnknown: 'Die zeigen, die zuerst zurückzunehmen ist',

  dialog: {
    title: 'Zwei Einträge zusammenführen',
    titleOf: (merged: string) => `„${merged}“ mit einem anderen Eintrag zusammenführen`,
    merged: 'Eintrag, der im anderen aufgeht',
    kept: 'Eintrag, der bleibt',
    of: (name: string) => `„${name}“ geht auf in:`,
    keptHint: (kind: string) => `Von derselben Art: ${kind}.`,
    preview: 'Was geschehen würde',
    says: (merged: string, kept: string) =>
      `„${merged}“ wird dann als „${kept}“ gefunden und gezeigt. Unter „Zusammenführungen“ lässt es sich zurücknehmen.`,
    moves: (relationCount: number, memoryCount: number, rows: number, kinds: string, conversations: number) =>
      `Was verschoben wird: ${listed([
        relations(relationCount),
        memories(memoryCount),
        `${records(rows)}${kinds === '' ? '' : ` (${kinds})`}`,
        conversationsOf(conversations),
      ])}.`,
    names: (names: string) => `Er heißt dann auch: ${names}.`,
    filled: (details: string) => `Er bekommt dazu: ${details}.`,
    differing: (details: string) =>
      `Sie unterscheiden sich in: ${details}. Zuerst gezeigt wird, was der Eintrag hat, der bleibt; weitere E-Mail-Adressen, Nummern, Websites und Domains stehen dabei, alles andere im Verlauf.`,
    act: 'Zusammenführen',
    cancel: 'Abbrechen',
    choose: 'Wähle zuerst beide Einträge.',
    done: (merged: string, kept: string) => `„${merged}“ ist in „${kept}“ aufgegangen.`,
    show: 'Die Zusammenführungen zeigen',
  },
};
