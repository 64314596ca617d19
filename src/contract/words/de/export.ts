import type { ExportLostProblems, ExportProblems } from '../../../core/keeping/export/says.ts';
import type { Words } from '../says.ts';
import { number, quoted } from './forms.ts';

/** What its owner knows of what an engine keeps. */
export const sections = {
  threads: 'Unterhaltungen',
  memory: 'Notizen im Gedächtnis',
  entities: 'Menschen, Organisationen und Dinge',
  records: 'Datensätze von Sammlungen',
  tasks: 'Aufgaben',
  triggers: 'Zeitpläne, Beobachtungen und Erinnerungen',
  workflows: 'Abläufe',
  artifacts: 'Artefakte',
  deals: 'Geschäfte',
} as const;

const SECTIONS = {
  ...sections,
  'files in workspace': 'Dateien im Arbeitsordner',
};

export const exports: Words<ExportProblems & ExportLostProblems> = {
  'export.export_hosted': 'Ein Betreiber führt diese Instanz. Bitte ihn um eine Kopie deiner Daten.',
  'export.export_in_progress':
    'Ein Export läuft schon. Warte, bis er zu Ende ist, und versuche es dann noch einmal.',
  'export.unknown_section': ({ unknown, sections }) =>
    `Ein Export hat keinen Teil ${unknown.join(', ')}. Es gibt: ${sections.join(', ')}.`,
  'export.export_unavailable':
    'Der Export konnte nicht beginnen: Die Festplatte oder eine Datenbank ist ausgefallen. Das Protokoll von svc sagt, warum.',
  'export.import_not_empty': ({ found, more }, tell) =>
    `Dieses svc hat schon Daten, und eingelesen wird nur in ein leeres: ${found.map((one) => tell(one)).join(', ')}${more ? ' und mehr' : ''}. Es wurde nichts geändert. Nimm einen anderen Ordner (SVC_DATA_DIR), oder svc erase nach einem Export.`,
  'export.items': ({ section, count }) => `${SECTIONS[section]} (${number(count)})`,
  'export.notes_of_work': 'was es über seine Arbeit notiert hat',
  'export.nothing_changed': 'Es wurde nichts geändert.',
  'export.import_unusable': 'Das ist kein Export von svc, oder er ist beschädigt. Es wurde nichts geändert.',
  'export.unusable': ({ why }, tell) =>
    `Dieser Export lässt sich nicht einlesen: ${tell(why)}. Es wurde nichts geändert.`,

  'export.newer_database': ({ name }) =>
    `${name} stammt von einer neueren Version von svc und war deshalb nicht lesbar.`,
  'export.unread_database': ({ name, code }) =>
    `${name} war nicht lesbar${code === null ? '' : ` (${code})`}. Eine Sicherung hat vielleicht, was fehlt.`,
  'export.other_count': ({ items, counted }) =>
    `Es sind ${number(items)} Einträge darin, und ${number(counted)} wurden gezählt.`,
  'export.unread_section':
    'Das ließ sich nicht bis zum Ende lesen. Das Protokoll von svc sagt, warum; eine Sicherung hat vielleicht, was fehlt.',
  'export.file_name': ({ path }) =>
    `${quoted(path)} fehlt: Der Name ist nicht in UTF-8. Gib einen anderen, und exportiere noch einmal.`,
  'export.file_unread': ({ path }) =>
    `${quoted(path)} fehlt: Das war nicht lesbar. Sieh dir die Rechte an, und exportiere noch einmal.`,
  'export.released': ({ isTooLong }) =>
    `${isTooLong ? 'Das dauerte länger als zwei Stunden' : 'Eine Minute lang wurde nichts abgenommen'}, deshalb wird dieser Augenblick nicht mehr festgehalten. Verlange die fehlenden Teile mit ?sections=.`,
};
