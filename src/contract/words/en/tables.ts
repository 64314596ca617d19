import type { CollectionWarningProblems } from '../../../core/knowledge/collections/says.ts';
import type { TableProblems } from '../../../core/ports/table-says.ts';
import type { Words } from '../says.ts';
import { quoted } from './forms.ts';

export const tables: Words<TableProblems & CollectionWarningProblems> = {
  'table.empty': 'The text is empty.',
  'table.broken_head': ({ why }, tell) =>
    `The first line, which names the columns, cannot be read: ${tell(why)}`,
  'table.broken_row': ({ why }, tell) => `This row cannot be read: ${tell(why)}`,
  'table.mark_open': ({ line }) => `a quotation mark opens a cell in line ${line} and is not closed.`,
  'table.mark_early': ({ line }) =>
    `a quotation mark opens a cell in line ${line} and is closed in the middle of it.`,
  'table.cells': ({ most }) => `it has more than ${most} cells.`,
  'table.uneven': ({ cells, columns }) => `This row has ${cells} cells, and there are ${columns} columns.`,
  'table.none': ({ line }) =>
    `The text is no table: at line ${line} a quotation mark begins or ends in the middle of a cell, or is not closed.`,
  'table.json': 'It is JSON, not CSV: insert records of JSON instead.',
  'table.row_long': ({ after }) =>
    `${after === 0 ? 'The first row' : `After line ${after}, a row`} is too long.`,
  'table.field_open': ({ after }) =>
    `${after === 0 ? 'The first row' : `After line ${after}, a row`} has a quotation mark (") that opens a field and is not closed.`,
  'table.field_open_in': ({ line }) =>
    `The quotation mark (") that opens a field in line ${line} is not closed.`,
  'table.no_text': 'It is not text in UTF-8.',
  'table.fields': ({ line, most }) => `The row at line ${line} has more than ${most} fields.`,
  'card.no_end': 'This card has no end: the line END:VCARD is missing.',
  'card.large': ({ name, properties, chars }) =>
    `${name === null ? 'This' : quoted(name)} is too large for a card: it has more than ${properties} properties, or one of more than ${chars} characters.`,
  'card.kind': ({ kind }) =>
    `This card is of the kind ${quoted(kind)}, which is no person and no organization.`,
  'card.line': ({ line, text }) => `Line ${line} cannot be read and was left out: ${quoted(text)}.`,

  'collections.no_column': ({ name, place }, tell) =>
    `${quoted(name)} is no column and was ignored (${tell(place)}).`,
  'collections.in_head': 'line 1',
  'collections.first_in_row': ({ row }) => `first in row ${row}`,
  'collections.comma': ({ column, number }) =>
    `${column} has a comma before fractions in a later row, and numbers like ${quoted(number)} were read as fractions until then. Look at them.`,
  'collections.unknown_ids': ({ rows }) =>
    `${rows === 1 ? '1 row has a recordId' : `${rows} rows have a recordId`} that no record of this collection has: new records get ids of their own.`,
};
