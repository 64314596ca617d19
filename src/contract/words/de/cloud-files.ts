import type { CloudFileSays } from '../../../core/workspace/cloud-files/says.ts';
import type { Quoted, QuotedValue } from '../../../core/kernel/says.ts';
import type { Words } from '../says.ts';
import { charsOf, counted, json, quoted } from './forms.ts';

const inFolder = (folder: Quoted | null): string => (folder === null ? '' : `, im Ordner ${quoted(folder)}`);

const cells = (rows: number, isTyped: boolean, values: QuotedValue): string => {
  const many = counted(rows, 'Zeile', 'Zeilen');
  return isTyped
    ? `${many}: ${json(values)}. ${rows === 1 ? 'Sie kann' : 'Sie können'} Formeln enthalten; Formeln können an andere Server senden, was in der Tabelle steht.`
    : `${many} einfacher Werte: ${json(values)}.`;
};

const THIS = { file: 'Datei', folder: 'Ordner' } as const;

export const cloudFiles: Words<CloudFileSays> = {
  'cloud.read': () => 'Eine Datei von Google Drive lesen.',
  'cloud.fetch': ({ path }) => `Eine Datei von Google Drive als ${quoted(path)} im Arbeitsordner speichern.`,
  'cloud.document-new': ({ title, folder, text }) =>
    `Das Dokument ${quoted(title)} in deinem Google Drive anlegen${inFolder(folder)}, mit ${quoted(text)}.`,
  'cloud.document-append': ({ name, text }) =>
    `${quoted(text)} an das Ende deines Google-Dokuments ${quoted(name)} anfügen.`,
  'cloud.document-replace': ({ name, find, text }) =>
    `${quoted(find)} überall in deinem Google-Dokument ${quoted(name)} durch ${quoted(text)} ersetzen.`,
  'cloud.file-new': ({ name, folder, content }, tell) =>
    `Die Datei ${quoted(name)} in deinem Google Drive anlegen${inFolder(folder)}. Ihr Inhalt: ${tell(content)}.`,
  'cloud.file-replace': ({ name, content }, tell) =>
    `Den Inhalt der Datei ${quoted(name)} in Google Drive ersetzen. Der neue: ${tell(content)}.`,
  'cloud.of-file': ({ path }) => `die Datei ${quoted(path)} des Arbeitsordners`,
  'cloud.of-text': ({ text }) => `ein Text von ${charsOf(text)}: ${quoted(text)}`,
  'cloud.sheet-new': ({ title, folder, rows, isTyped, values }) =>
    `Die Tabelle ${quoted(title)} in deinem Google Drive anlegen${inFolder(folder)}, mit ${cells(rows, isTyped, values)}`,
  'cloud.sheet-set': ({ name, range, rows, isTyped, values }) =>
    `Die Zellen ${quoted(range)} deiner Google-Tabelle ${quoted(name)} überschreiben, mit ${cells(rows, isTyped, values)}`,
  'cloud.sheet-append': ({ name, range, rows, isTyped, values }) =>
    `Unter ${quoted(range)} deiner Google-Tabelle ${quoted(name)} anfügen: ${cells(rows, isTyped, values)}`,
  'cloud.shared': ({ what }) => `Andere sehen ${what === 'file' ? 'diese' : 'diesen'} ${THIS[what]} auch.`,
  'cloud.of-others': ({ what, owner }) =>
    `${what === 'file' ? 'Diese' : 'Dieser'} ${THIS[what]} gehört ${owner === null ? 'einem anderen Konto' : quoted(owner)}, und nicht dir.`,
  'place.cloud': ({ service, account, hasFormulas, only, id }) =>
    [
      hasFormulas ? 'Das Schreiben von Formeln' : 'Alle Änderungen',
      only === null ? '' : ` an ${quoted(only)} (${id})`,
      ` in ${service}`,
      account === null ? '' : ` von ${quoted(account)}`,
      only === null ? ' (aber an nichts Geteiltem)' : '',
    ].join(''),
};
