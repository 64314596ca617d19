import type { CollectionWarningProblems } from '../../../core/knowledge/collections/says.ts';
import type { TableProblems } from '../../../core/ports/table-says.ts';
import type { Words } from '../says.ts';
import { number, quoted } from './forms.ts';

export const tables: Words<TableProblems & CollectionWarningProblems> = {
  'table.empty': 'Der Text ist leer.',
  'table.broken_head': ({ why }, tell) =>
    `Die erste Zeile, die die Spalten nennt, ist nicht lesbar: ${tell(why)}`,
  'table.broken_row': ({ why }, tell) => `Diese Zeile ist nicht lesbar: ${tell(why)}`,
  'table.mark_open': ({ line }) =>
    `Ein Anführungszeichen öffnet in Zeile ${line} eine Zelle und wird nicht geschlossen.`,
  'table.mark_early': ({ line }) =>
    `Ein Anführungszeichen öffnet in Zeile ${line} eine Zelle und schließt mitten darin.`,
  'table.cells': ({ most }) => `Sie hat mehr als ${number(most)} Zellen.`,
  'table.uneven': ({ cells, columns }) =>
    `Diese Zeile hat ${number(cells)} Zellen, und es gibt ${number(columns)} Spalten.`,
  'table.none': ({ line }) =>
    `Der Text ist keine Tabelle: In Zeile ${line} beginnt oder endet ein Anführungszeichen mitten in einer Zelle, oder wird nicht geschlossen.`,
  'table.json': 'Das ist JSON und kein CSV.',
  'table.row_long': ({ after }) =>
    `${after === 0 ? 'Die erste Zeile' : `Nach Zeile ${after} ist eine Zeile`} ${after === 0 ? 'ist ' : ''}zu lang.`,
  'table.field_open': ({ after }) =>
    `${after === 0 ? 'In der ersten Zeile' : `In einer Zeile nach Zeile ${after}`} öffnet ein Anführungszeichen (") ein Feld und wird nicht geschlossen.`,
  'table.field_open_in': ({ line }) =>
    `Das Anführungszeichen ("), das in Zeile ${line} ein Feld öffnet, wird nicht geschlossen.`,
  'table.no_text': 'Das ist kein Text in UTF-8.',
  'table.fields': ({ line, most }) => `Die Zeile ${line} hat mehr als ${number(most)} Felder.`,
  'card.no_end': 'Diese Karte hat kein Ende: Die Zeile END:VCARD fehlt.',
  'card.large': ({ name, properties, chars }) =>
    `${name === null ? 'Das' : quoted(name)} ist zu groß für eine Karte: Es hat mehr als ${number(properties)} Angaben, oder eine mit mehr als ${number(chars)} Zeichen.`,
  'card.kind': ({ kind }) =>
    `Diese Karte ist von der Art ${quoted(kind)}, also weder Person noch Organisation.`,
  'card.line': ({ line, text }) => `Zeile ${line} ist nicht lesbar und wurde ausgelassen: ${quoted(text)}.`,

  'collections.no_column': ({ name, place }, tell) =>
    `${quoted(name)} ist keine Spalte und wurde übergangen (${tell(place)}).`,
  'collections.in_head': 'Zeile 1',
  'collections.first_in_row': ({ row }) => `zuerst in Zeile ${number(row)}`,
  'collections.comma': ({ column, number }) =>
    `${column} hat in einer späteren Zeile ein Komma vor den Nachkommastellen, und Zahlen wie ${quoted(number)} wurden bis dahin mit Nachkommastellen gelesen. Sieh sie dir an.`,
  'collections.unknown_ids': ({ rows }) =>
    `${rows === 1 ? 'Eine Zeile hat eine recordId' : `${rows.toLocaleString('de')} Zeilen haben eine recordId`}, die kein Eintrag dieser Sammlung hat: Neue Einträge bekommen eigene Kennungen.`,
};
