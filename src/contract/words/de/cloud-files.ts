import type { CloudFileProblems, CloudFileSays } from '../../../core/workspace/cloud-files/says.ts';
import type { Quoted, QuotedValue } from '../../../core/kernel/says.ts';
import type { Words } from '../says.ts';
import { charsOf, counted, json, number, quoted } from './forms.ts';

const inFolder = (folder: Quoted | null): string => (folder === null ? '' : `, im Ordner ${quoted(folder)}`);

const cells = (rows: number, isTyped: boolean, values: QuotedValue): string => {
  const many = counted(rows, 'Zeile', 'Zeilen');
  return isTyped
    ? `${many}: ${json(values)}. ${rows === 1 ? 'Sie kann' : 'Sie können'} Formeln enthalten; Formeln können an andere Server senden, was in der Tabelle steht.`
    : `${many} einfacher Werte: ${json(values)}.`;
};

const THIS = { file: 'Datei', folder: 'Ordner' } as const;

export const cloudFiles: Words<CloudFileSays & CloudFileProblems> = {
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
      hasFormulas
        ? 'Das Schreiben von Formeln'
        : only === null
          ? 'Das Anlegen und Ändern'
          : 'Alle Änderungen',
      only === null
        ? ` ${hasFormulas ? 'in deine eigenen, nicht geteilten' : 'deiner eigenen, nicht geteilten'} Dateien`
        : ` ${hasFormulas ? 'in' : 'an'} ${quoted(only)} (${id})`,
      ` in ${service}`,
      account === null ? '' : ` von ${quoted(account)}`,
    ].join(''),

  'cloud.backup_files_are_not_for_tools':
    'Das gehört zu den Sicherungen von svc in Google Drive. Werkzeuge können Sicherungen weder lesen noch ändern und legen nichts zwischen sie.',
  'cloud.backup_check_unclear':
    'Es lässt sich nicht sagen, ob das zu den Sicherungen von svc gehört, weil die Ordner darum nicht einsehbar sind. Deshalb dürfen Werkzeuge es nicht verwenden. Wähle eine andere Datei, oder lass sie verschieben.',
  'cloud.cloud_id_invalid':
    'Das ist weder die Kennung noch die Adresse einer Datei bei Google. Nimm die Kennung von drive_search, oder eine Adresse von docs.google.com oder drive.google.com.',
  'cloud.cloud_file_not_found':
    'Das Konto hat keine Datei mit dieser Kennung, oder darf sie nicht sehen. Suche sie mit drive_search.',
  'cloud.cloud_file_too_large':
    'Das ist größer als 5 MB und wurde deshalb weder gelesen noch gesendet. Bitte um eine kleinere Datei, oder lies einen kleineren Bereich.',
  'cloud.cloud_file_not_permitted':
    'Das Konto darf das mit der Datei nicht tun: Wem sie gehört, oder wer das Konto verwaltet, erlaubt es nicht. Es wurde nichts getan.',
  'cloud.cloud_file_changed':
    'Die Datei wurde geändert, seit sie gelesen wurde. Es wurde nichts geschrieben. Lies sie noch einmal, und entscheide dann neu.',
  'cloud.cloud_text_not_found':
    'Der Text, der ersetzt werden soll, kommt im Dokument nicht vor. Es wurde nichts geändert. Lies das Dokument, und gib den genauen Text an.',
  'cloud.cloud_range_unreadable':
    'Die Tabelle hat keinen solchen Bereich. Schreibe ihn wie Sheet1!A1:C10; sheets_read ohne Bereich nennt die Blätter.',
  'cloud.cloud_call_stopped': 'Der Aufruf wurde angehalten. Bei Google wurde nichts geändert.',
  'cloud.cloud_change_unclear':
    'Google hat die Änderung nicht bestätigt: Sie ist vielleicht geschehen, vielleicht nicht. Lies die Datei, bevor du es noch einmal versuchst.',
  'cloud.secret_for_cloud':
    'Darin steht der Wert eines Geheimnisses, deshalb wurde es nicht an Google gesendet. Lass das Geheimnis weg.',
  'cloud.in_bin': 'Die Datei liegt im Papierkorb von Google Drive, deshalb verwenden Werkzeuge sie nicht.',
  'cloud.no_folder': 'Das ist eine Datei, verlangt ist die Kennung eines Ordners.',
  'cloud.drive_full': 'In Google Drive ist kein Platz mehr, deshalb wurde nichts geschrieben. Sag das.',
  'cloud.document_no_text': 'Das Dokument ließ sich nicht als Text lesen.',
  'cloud.no_document': 'Das ist kein Dokument von Google Docs. Verwende drive_read oder sheets_read.',
  'cloud.no_sheet': 'Das ist keine Tabelle von Google Sheets. Verwende drive_read oder docs_read.',
  'cloud.is_document': 'Das ist ein Dokument von Google Docs. Verwende docs_write.',
  'cloud.is_sheet': 'Das ist eine Tabelle von Google Sheets. Verwende sheets_write.',
  'cloud.is_folder': 'Das ist ein Ordner. Verwende drive_search mit seiner Kennung als folder_id.',
  'cloud.no_content': 'Das hat keinen Inhalt, der sich ersetzen ließe. Es wurde nichts geschrieben.',
  'cloud.only_at_vendor':
    'Diese Art von Datei gibt es nur bei Google, und sie ist nicht als Text lesbar. Bitte darum, sie zu exportieren.',
  'cloud.shortcut': ({ target }) =>
    `${target === null ? 'Das ist eine Verknüpfung, die nirgendwohin führt.' : `Das ist eine Verknüpfung. Ihr Ziel hat die Kennung ${target}.`}`,
  'cloud.no_text': ({ kind, bytes }) =>
    `Das ist kein Text, sondern hat die Art ${kind} und ${number(bytes)} Bytes. Rufe noch einmal mit save_as und einem Pfad des Arbeitsordners auf, um es zu holen.`,
  'cloud.new_title': ({ what }) =>
    `${what === 'document' ? 'Ein neues Dokument' : 'Eine neue Tabelle'} braucht einen Titel.`,
  'cloud.new_document': 'Ein neues Dokument hat keine document_id: Lass sie weg, oder hänge an.',
  'cloud.new_sheet':
    'Eine neue Tabelle hat weder spreadsheet_id noch range: Lass sie weg. Ihre Zeilen beginnen bei A1.',
  'cloud.which': ({ action, needs }) => `Sag, wo: ${action} braucht ${needs}.`,
  'cloud.not_moved': ({ what }) =>
    `${what === 'Documents' ? 'Dokumente' : 'Tabellen'} werden weder umbenannt noch verschoben: Lass title und folder_id weg.`,
  'cloud.no_appendix': 'Es gibt keinen Text zum Anhängen.',
  'cloud.find': 'Sag, was zu ersetzen ist: replace braucht find.',
  'cloud.no_sheets': 'Die Tabelle hat kein Blatt mit Zellen.',
  'cloud.cells_unclear': ({ id }) =>
    `Die Tabelle wurde mit der Kennung ${id} angelegt, aber ihre Zellen sind vielleicht nicht geschrieben. Lies sie, und schreibe die Zellen mit der Aktion set.`,
  'cloud.cells': ({ most, cells }) =>
    `Ein Aufruf schreibt höchstens ${number(most)} Zellen, und das sind ${number(cells)}. Es wurde nichts geschrieben; schreibe sie in Teilen.`,
  'cloud.no_values': 'Es gibt keine Werte zum Schreiben.',
  'cloud.text_or_path': 'Gib text oder path an, und nicht beides. Es wurde nichts geschrieben.',
  'cloud.new_file':
    'Eine neue Datei braucht einen Namen; um eine zu ersetzen, gib file_id und revision an. Es wurde nichts geschrieben.',
  'cloud.revision':
    'Lies die Datei zuerst mit drive_read, und gib die revision an, die es zeigt. Es wurde nichts geschrieben.',
  'cloud.file_not_moved':
    'Dateien werden weder umbenannt noch verschoben: Lass name und folder_id weg, um den Inhalt zu ersetzen. Es wurde nichts geschrieben.',
};
