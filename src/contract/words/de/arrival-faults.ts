import type { ArchiveFaults } from '../../../core/keeping/backups/says.ts';
import type { UnusableReasons, ZipFaults } from '../../../core/keeping/export/says.ts';
import type { Words } from '../says.ts';
import { allQuoted, json, number, quoted } from './forms.ts';

/** Why what comes in cannot be used, within a sentence. */
export const arrivalFaults: Words<UnusableReasons & ZipFaults & ArchiveFaults> = {
  'zip.entries': 'er hat zu viele Einträge',
  'zip.special': 'es ist ein Link oder eine besondere Datei darin',
  'zip.password': 'er braucht ein Passwort',
  'zip.compression': 'er ist auf unbekannte Weise komprimiert',
  'zip.mixed': 'eine Datei und ein Ordner sind vertauscht',
  'unusable.not_complete':
    'er ist nicht vollständig: Das steht an seinem Ende, und was fehlt, unter problems',
  'unusable.no_export': 'er sagt nicht, dass er ein Export von svc ist',
  'unusable.newer': 'eine neuere Version von svc hat ihn geschrieben. Lies ihn mit dieser Version ein',
  'unusable.no_versions': 'er nennt die Versionen seiner Datenbanken nicht',
  'unusable.texts_large':
    'seine Profile von APIs und Protokolle von Zusammenführungen sind größer als alle, die svc schreibt',
  'unusable.copy_name': 'der Name einer Kopie ist keiner',
  'unusable.hash': 'eine Prüfsumme ist keine',
  'unusable.no_size': 'eine Datei hat keine Größe',
  'unusable.time': 'eine Zeit ist keine',
  'unusable.no_sections': 'er hat keine Teile',
  'unusable.encoding': 'sein Text ist nicht in UTF-8 oder nicht so, wie ein Export ihn hat',
  'unusable.digits': 'eine Zahl hat mehr Stellen, als eine Zahl behält',
  'unusable.not_json': 'er ist kein JSON',
  'unusable.cut_off': 'er ist abgeschnitten',
  'unusable.part_long': 'ein Teil davon ist zu lang',
  'unusable.name_no_json': 'ein Name darin ist kein JSON',
  'unusable.member_twice': 'ein Objekt darin hat einen Namen zweimal',
  'unusable.id': 'eine ID ist kein Text',
  'unusable.row': 'es passt nicht in seine Tabelle',
  'unusable.type': 'ein Wert hat den falschen Typ',
  'unusable.folder_missing': 'ein Ordner fehlt',
  'unusable.busy': 'die Prüfung dauerte damit zu lange',
  'unusable.in': ({ why, item, section }, tell) =>
    `${tell(why)}, in ${item === null ? section : `Eintrag ${number(item)} von ${section}`}`,
  'unusable.no_object': ({ item, section }) => `Eintrag ${number(item)} von ${section} ist kein Objekt`,
  'unusable.other_count': ({ section, said, count }) =>
    `${section} nennt ${json(said)} Einträge und hat ${number(count)}`,
  'unusable.missing_sections': ({ missing }) =>
    `er hat nur einen Teil seiner Teile (es fehlt ${allQuoted(missing)})`,
  'unusable.unknown_section': ({ section }) => `diese Version von svc kennt keinen Teil ${quoted(section)}`,
  'unusable.section_twice': ({ section }) => `der Teil ${quoted(section)} kommt zweimal vor`,
  'unusable.no_version': ({ database }) => `er nennt die Version von ${database} nicht`,
  'unusable.newer_database': ({ database, schema, known, version }) =>
    `${database} darin hat die Schemaversion ${number(schema)}, und diese Version von svc kennt sie bis ${number(known)}. Lies ihn mit Version ${json(version)} von svc oder einer neueren ein`,
  'unusable.file_twice': ({ path }) => `eine Datei kommt zweimal vor: ${quoted(path)}`,
  'unusable.file_name': ({ path }) =>
    `eine Datei darin hat einen Namen, den kein Export hat: ${quoted(path)}`,
  'unusable.no_field': ({ field }) => `ein Eintrag hat kein ${field}`,
  'unusable.near': ({ name }) => `er ist bei ${quoted(name)} kein JSON, wie ein Export es hat`,
  'unusable.name_twice': ({ name }) => `der Name ${quoted(name)} kommt zweimal vor`,
  'unusable.value': ({ table, column }) => `${table}.${column} hat einen Wert, den svc nicht schreibt`,
  'unusable.unknown_field': ({ field }) => `er hat ein Feld ${quoted(field)}, das nicht bekannt ist`,
  'unusable.leads_nowhere': ({ field }) => `das Feld ${field} führt nirgends hin`,
  'unusable.form': ({ field }) => `das Feld ${field} ist nicht so, wie ein Export es hat`,
  'unusable.refers': ({ table }) => `etwas in ${table} verweist auf etwas, das nicht da ist`,
  'unusable.no_document': ({ name }) =>
    `zuoberst ist kein ${name}; svc export schreibt eine solche Zip-Datei`,
  'unusable.entry_twice': ({ name }) => `ein Eintrag kommt zweimal vor: ${quoted(name)}`,
  'unusable.entry': ({ name }) => `er hat einen Eintrag, den kein Export hat: ${quoted(name)}`,
  'unusable.no_such_name': ({ path }) => `dieses System kann keine Datei ${quoted(path)} haben`,
  'unusable.file_missing': ({ path }) =>
    `eine Datei, die sein Dokument nennt, fehlt oder ist zweimal genannt: ${quoted(path)}`,
  'unusable.mixed': ({ path }) => `eine Datei und ein Ordner sind vertauscht: ${quoted(path)}`,
  'unusable.other_size': ({ path }) =>
    `eine Datei hat eine andere Größe, als sein Dokument sagt: ${quoted(path)}`,
  'unusable.unnamed': ({ path }) => `es ist eine Datei darin, die sein Dokument nicht nennt: ${quoted(path)}`,
  'archive.no_manifest': 'zuoberst ist keine manifest.json',
  'archive.manifest_large': 'sein Verzeichnis ist zu groß',
  'archive.two_manifests': 'es hat zwei Verzeichnisse',
  'archive.other_size': 'ein Eintrag hat eine andere Größe, als sein Verzeichnis sagt',
  'archive.file_missing': 'eine Datei seines Verzeichnisses fehlt',
  'archive.bomb': 'sein Inhalt ist viel größer als der jeder Sicherung seiner Größe',
  'archive.larger': 'ein Eintrag ist größer, als er sagt',
  'archive.smaller': 'ein Eintrag ist kleiner, als er sagt',
  'archive.entry': ({ name }) =>
    `es hat einen Eintrag, den sein Verzeichnis nicht nennt, oder hat ihn zweimal: ${quoted(name)}`,
};
