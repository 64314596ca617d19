import type { CollectionProblems } from '../../../core/knowledge/collections/says.ts';
import type { ContactProblems } from '../../../core/knowledge/contacts/says.ts';
import type { GraphProblems } from '../../../core/knowledge/graph/says.ts';
import type { MergeProblems } from '../../../core/knowledge/merges/says.ts';
import type { MemoryProblems } from '../../../core/knowledge/memory/says.ts';
import { bare } from '../../../core/kernel/quoted.ts';
import type { Words } from '../says.ts';
import { counted, json, quoted } from './forms.ts';

export const knowledge: Words<
  MemoryProblems & MergeProblems & GraphProblems & ContactProblems & CollectionProblems
> = {
  'memory.namespace_not_found':
    'This memory namespace does not exist. Use knowledge, methods, status or learnings.',
  'memory.entry_not_found': 'There is no memory with this id. It may have been erased.',
  'memory.entry_superseded':
    'This memory is history already: another one took its place, or it was forgotten. Change the one that holds now.',
  'memory.entry_of_another':
    'Somebody else shares this memory with you: you can read it, and only they can change it.',
  'memory.nothing_to_remember': 'This text has nothing to remember: it is only white space.',
  'memory.empty_pattern': 'An empty pattern would delete everything: give a part of the text to delete.',
  'memory.pattern_too_broad':
    'These one or two characters are in every entry, so nothing was deleted. To empty a namespace, PUT an empty content.',
  'memory.memory_too_large': 'The namespace would exceed its size limit. Delete something first.',
  'memory.secret_in_memory':
    'This text contains what looks like a password or a key, so it was not stored. Leave the value out: memory is sent to the model, and secrets belong in the vault.',
  'memory.empty_old_text':
    'An empty oldText is in every entry, so nothing was replaced: give a part of the text to replace.',

  'merges.merge_not_found':
    'There is no record of this merge, so it cannot be taken back. Records are kept for 90 days.',
  'merges.merge_not_applied':
    'This merge did not complete, so nothing can be taken back from it. The engine finishes it at its next start.',
  'merges.merge_superseded':
    'The same two entries were merged again later. Only the newest record can take the merge back.',
  'merges.merge_not_in_effect':
    'This merge holds no more: it was taken back, or the entry was merged into another one since.',
  'merges.merge_entry_missing': 'One of the two entries does not exist any more.',
  'merges.merge_conflict':
    'The graph was changed at the same moment, so nothing was done. Look at both entries and try again.',
  'merges.merge_failed':
    'The merge could not be written or taken back completely. The engine goes on with it at its next start.',
  'merges.merge_store_unavailable':
    'This merge moved records or links of conversations, and the store that holds them is damaged or empty. Nothing was changed. Put datastore.db and history.db back from a backup, restart the engine, and try again.',
  'merges.merge_chained': ({ mergeId }) =>
    `The entry that was kept has itself been merged into another one since. Take that merge back first: ${mergeId}.`,
  'merges.kept_is_private': ({ kept }) =>
    `Only you see ${quoted(kept)}, and everybody sees the other entry, which would be gone for them. Share ${quoted(kept)} first, or keep the other one.`,
  'merges.one_entry': 'These are one entry already: name another one for one of them.',
  'merges.other_kinds': ({ merged, mergedKind, kept, keptKind }) =>
    `${quoted(merged)} is of the kind ${mergedKind} and ${quoted(kept)} of the kind ${keptKind}: only two of one kind can be merged.`,

  'graph.relation_not_found': 'There is no such relation in the graph.',
  'graph.entity_merged':
    'This entry was merged into another one, so removing it would remove that one. Take the merge back first, or remove the other one.',
  'graph.entity_not_found': ({ name }) =>
    `There is no entity ${quoted(name)} in the graph. Search for it by a part of its name.`,
  'graph.fits': ({ name, count, isAll }) =>
    `${quoted(name)} fits ${count}${isAll ? '' : ' or more'} entities, so none was taken.`,
  'graph.unsure': ({ name, count, by }) =>
    `${count === 1 ? 'One' : count} is known ${by === 'name' ? 'by this name, with another mail address' : 'with this mail address, by another name'}, so it is unsure who ${quoted(name)} is, and nothing has changed.`,
  'graph.which': ({ candidates, others, isAll }, tell) =>
    `Name the one you mean by its id: ${candidates.map(tell).join('; ')}${others === 0 ? '' : `; and ${others}${isAll ? '' : ' or more'} others`}.`,
  'graph.candidate': ({ says, id }) => `${bare(says)} (${id})`,
  'graph.no_country': ({ country }) =>
    `${quoted(country)} is not the code of a country (ISO 3166), such as AT.`,
  'graph.no_kind': 'A new entity needs a kind.',
  'graph.other_kind': ({ kind }) => `This entity is of the kind ${kind}, and its kind does not change.`,
  'graph.no_name': 'A new entity needs a name.',
  'graph.aliases': ({ most }) => `An entity takes at most ${most} other names.`,
  'graph.id_as_name': ({ id, name }) =>
    `${id} is the id of ${quoted(name)} and no name. Change that one, or give a name.`,
  'graph.to_itself': 'An entity cannot be related to itself.',
  'graph.no_date': ({ date }) => `${quoted(date)} is not a date such as 2024 or 2024-06-30.`,
  'graph.ends_before': 'A relation cannot end before it begins.',
  'graph.relation_kind': ({ most }) =>
    `The kind of a relation is a few words such as works_for, at most ${most} characters.`,
  'graph.long': ({ attribute, most }) => `The ${attribute} is longer than ${most} characters.`,
  'graph.further_long': ({ attribute, most }) => `The ${attribute} are longer than ${most} characters.`,
  'graph.long_with_others': ({ attribute, most }) =>
    `The ${attribute} would be longer than ${most} characters with those that are there.`,
  'graph.name_long': ({ most }) => `A name has at most ${most} characters.`,
  'graph.name_empty': 'A name needs a letter or a digit.',
  'graph.name_lines': 'A name is one line of text, without marks that turn its direction.',
  'graph.no_detail': ({ kind, attribute, known }) =>
    `An entity of the kind ${kind} has no detail ${quoted(attribute)}. It may have: ${known.join(', ')}.`,
  'graph.works_for': 'Only a person works for an organization.',
  'graph.not_text': ({ value }) => `${quoted(value)} is not a text.`,
  'graph.not_email': ({ value }) => `${quoted(value)} is not a mail address.`,
  'graph.not_phone': ({ value }) =>
    `${quoted(value)} is not a telephone number; give it with the code of its country, such as +43 1 234567, or name the country, such as AT (--country AT).`,
  'graph.not_domain': ({ value }) => `${quoted(value)} is not a domain such as example.com.`,
  'graph.not_vat': ({ value }) =>
    `${quoted(value)} is not a VAT number; give it with its country, such as DE123456789.`,
  'graph.not_url': ({ value }) => `${quoted(value)} is not an address that begins with https:// or http://.`,
  'graph.not_currency': ({ value }) => `${quoted(value)} is not a currency by its code, such as EUR.`,
  'graph.not_money': ({ value }) =>
    `${quoted(value)} is not an amount: a number with at most four digits after the point.`,
  'graph.not_date': ({ value }) =>
    `${quoted(value)} is not a date: a year, a month or a day, such as 2024, 2024-06 or 2024-06-30.`,

  'contacts.contact_not_found': 'There is no such contact. GET /api/crm/contacts lists them.',
  'contacts.interaction_not_found': 'There is no such interaction. It may be deleted already.',
  'contacts.deal_not_found': 'There is no such deal. GET /api/crm/deals lists them.',
  'contacts.import_not_found': 'There is no such import. GET /api/crm/imports lists them.',
  'contacts.not_named': ({ name }) =>
    `There is no contact ${quoted(name)}. Search for it by a part of its name.`,
  'contacts.kind': ({ name, kind }) =>
    `A contact is a person or an organization, and ${quoted(name)} is of the kind ${kind}.`,
  'contacts.tags': ({ most }) => `A contact has at most ${most} tags.`,
  'contacts.tag': ({ most }) =>
    `A tag is a word or a few, without commas and semicolons, of at most ${most} characters.`,
  'contacts.deal_title': 'The title of a deal is one line of text, without marks that turn its direction.',
  'contacts.deal_value': ({ value }) =>
    `${value} is no amount: it has at most eleven digits before the point and four after it, and is not negative.`,
  'contacts.currency': ({ currency }) =>
    `${quoted(currency)} is no currency. Give it by its code, such as EUR.`,
  'contacts.no_currency': 'A value needs its currency, such as EUR.',
  'contacts.interaction_type':
    'The type and the channel of an interaction are a word or a few, without marks that turn the direction of a text.',
  'contacts.no_summary': 'An interaction needs a summary that is not empty.',
  'contacts.nothing_imported': 'Nothing was imported.',
  'contacts.no_name_column': ({ columns }) =>
    `The first line must name the columns, and one of them must be "name". Columns that are read: ${columns.join(', ')}.`,
  'contacts.no_vcard': 'This text has no vCard: each begins with BEGIN:VCARD.',
  'contacts.utf16': ({ line }) =>
    `The text is not UTF-8 but probably UTF-16: letters of line ${line} cannot be read. Export it as UTF-8, and import that.`,
  'contacts.too_many': ({ most }) => `An import takes at most ${most} contacts. Divide the text.`,
  'contacts.other_rows':
    'What this row names may be several, some of them from rows before, and nothing says which one is meant.',
  'contacts.other_row_name': ({ lines }) =>
    `Another row has this name (line ${lines.join(', ')}), and nothing says whether they are the same. Give both a mail address, or each an id of its own in a column contactId; or say yes in a column "new" for one that is another contact.`,
  'contacts.other_card_name': ({ lines }) =>
    `Another card has this name (line ${lines.join(', ')}), and nothing says whether they are the same. Give both a mail address, or each a UID of its own.`,
  'contacts.which_row':
    'In a table, put its id into the column contactId, or for another contact yes in a column "new".',
  'contacts.which_card':
    'Import the file once more and say that those of one name are different contacts (--separate), or give the card the id of one of them as its UID.',
  'contacts.same_as_line': ({ line }) => `This says all the same as line ${line}, and is the same contact.`,
  'contacts.notes_below': 'It has notes: those of the text were added below them.',
  'contacts.no_year': 'The birthday has no year: its month and day were kept in the notes.',
  'contacts.no_country_code':
    'The number has no code of its country and was kept in the notes. Name the country, such as AT (--country AT).',
  'contacts.in_notes': 'It was kept in the notes.',
  'contacts.new_column':
    'The column "new" says yes for a contact that is another one than those of its name, or nothing.',
  'contacts.kind_column': ({ kinds }) => `The kind of a contact is ${kinds.join(' or ')}.`,
  'contacts.row_without_name': 'This row has no name.',
  'contacts.card_without_name': 'This card has no name.',

  'collections.collection_not_found':
    'There is no collection of this name. List the collections to see which there are.',
  'collections.collection_exists': 'There is a collection of this name already. Choose another name.',
  'collections.collection_changed':
    'The collection was changed meanwhile. Read it again, then repeat the request.',
  'collections.record_exists': 'Another record has these values in its unique columns. Nothing was changed.',
  'collections.empty_filter':
    'A change or a deletion needs a filter, so that it does not reach every record by accident. For all of them: {"recordId": {"isNull": false}}.',
  'collections.csv_unreadable':
    'This is not a table that can be read: CSV in UTF-8, with the names of columns in its first row.',
  'collections.collection_has_records': ({ name, recordCount }) =>
    `The collection ${name} has ${counted(recordCount, 'record')}. To delete it with them, say how many there are: ?records=${recordCount}.`,
  'collections.invalid_collection': ({ most }) =>
    `Names are lower-case letters, digits and underscores, begin with a letter, and have at most ${most} characters.`,
  'collections.reserved_collection': ({ name }) =>
    `The name ${name} is reserved. Choose another one for the collection.`,
  'collections.reserved_column': ({ name }) =>
    `The name ${name} is reserved. Choose another one for the column.`,
  'collections.too_many_collections': ({ most, isShare }) =>
    isShare
      ? `Members make no more when there are ${most} collections, so that there is room for the owner. Delete one first.`
      : `There are ${most} collections, the most that are possible. Delete one first.`,
  'collections.too_many_columns': ({ most }) => `A collection has at most ${most} columns.`,
  'collections.too_many_rows': ({ most }) =>
    `One insert takes at most ${most} records. Send the rest in another one.`,
  'collections.too_many_records': ({ most }) =>
    `A collection has at most ${most} records. None of these was stored.`,
  'collections.collections_full': ({ mb, isShare }) =>
    isShare
      ? `Members store no more when all collections together hold ${mb} MB, so that there is room for the owner. Nothing was stored; delete records first.`
      : `All collections together hold at most ${mb} MB. Nothing was stored; delete records first.`,
  'collections.record_too_large': ({ kb }) => `A record has at most ${kb} kB. Nothing was changed.`,
  'collections.unique_column': ({ column }) =>
    `The column ${column} is unique: records are told apart by it, so it cannot be removed.`,
  'collections.one_event_time': ({ column }) =>
    `Only one column can be the event time; ${column} is it already.`,
  'collections.no_date': ({ column }) => `The column ${column}: only a date can be the event time.`,
  'collections.never_unique': ({ column, type }) =>
    `The column ${column}: a column of the type ${type} cannot be unique.`,
  'collections.late_unique': ({ column }) =>
    `The column ${column}: unique columns are named when the collection is made.`,
  'collections.column_name': ({ name, most }) =>
    `${quoted(name)} cannot be the name of a column: names are lower-case letters, digits and underscores, begin with a letter, and have at most ${most} characters.`,
  'collections.two_columns': ({ name }) => `Two columns have the name ${name}.`,
  'collections.unknown_column': ({ name, columns }) =>
    `The collection has no column ${quoted(name)}. It has: ${columns.join(', ')}.`,
  'collections.unreadable': ({ why }, tell) =>
    `The table cannot be read: ${tell(why)} Nothing of it was stored.`,
  'collections.column_twice': ({ name }) =>
    `The first row of the table names the column ${quoted(name)} twice.`,
  'collections.other_order': 'The cursor belongs to another order: request the first page, without a cursor.',
  'collections.too_many_unique': ({ most }) =>
    `A unique column can be set for at most ${most} records at once.`,
  'collections.not_as_shown':
    'The records that fit have changed since your owner was asked. Nothing was deleted. Query what the filter finds now, and call again if it is still right: your owner is asked anew.',
  'collections.filter_depth': ({ most }) => `A filter nests at most ${most} levels.`,
  'collections.filter_or': 'The "or" of a filter is a list of filters.',
  'collections.filter_or_empty': 'A filter in "or" is empty.',
  'collections.filter_about': ({ column }) => `The filter says nothing about ${column}.`,
  'collections.filter_conditions': ({ most }) => `A filter has at most ${most} conditions.`,
  'collections.filter_value': ({ column, why }, tell) => `The value for ${column} ${tell(why)}.`,
  'collections.filter_operator': ({ column, operator, why }, tell) =>
    `The filter for ${column}: ${operator} ${tell(why)}.`,
  'collections.filter_form':
    'A filter is JSON of columns and values, like {"status": "open", "amount": {"gt": 100}}.',
  'collections.sort_by': ({ column, type }) => `A collection cannot be sorted by ${column}: it is a ${type}.`,
  'collections.unknown_operator': ({ column, operator, operators }) =>
    `The filter for ${column} has the operator ${quoted(operator)}, which does not exist. There are: ${operators.join(', ')}.`,
  'collections.needs_column': ({ kind }) => `${kind} needs a column.`,
  'collections.not_computed': ({ kind, column, type }) =>
    `${kind} cannot be computed of ${column}: it is a ${type}.`,
  'collections.result_name':
    'The name of a result is lower-case letters, digits and underscores, and begins with a letter.',
  'collections.not_grouped': ({ column }) => `Records cannot be grouped by ${column}: it is JSON.`,
  'collections.two_results': ({ name }) =>
    `Two results have the name ${name}: give one another name with "as".`,
  'collections.group_sort': ({ names }) => `Groups are sorted by one of their results: ${names.join(', ')}.`,
  'collections.value': ({ column, why }, tell) => `${column} ${tell(why)}.`,
  'collections.no_object': 'It is not an object of columns and values.',
  'collections.secret_name': 'has a secret in the name of a field',
  'collections.no_reference': 'is not the id or the name of an entity',
  'collections.names': ({ reference, why, ids }, tell) =>
    `names ${quoted(reference)}: ${tell(why).replace(/\.$/u, '')}${ids.length === 0 ? '' : ` (${ids.join(', ')})`}`,
  'collections.empty_key': ({ column }) => `${column} is empty, and records are told apart by it.`,
  'collections.long_key': ({ most }) => `The unique columns together have more than ${most} characters.`,
  'collections.is_key_taken': 'Another record has these values in its unique columns.',
  'collections.is_large': ({ kb }) => `It is larger than ${kb} kB.`,
  'collections.no_values': 'It has no value for any column.',
  'collections.fields': ({ fields, columns }) => `It has ${fields} fields, and the first row has ${columns}.`,
  'collections.is_not': ({ value, needed }) => `is ${json(value)}, not ${NEEDED[needed]}`,
  'collections.deep': ({ most }) => `nests deeper than ${most} levels`,
  'collections.zeros': ({ value }) => `is ${json(value)}, and a number would lose the 0 that it begins with`,
  'collections.too_exact': ({ value }) => `is ${json(value)}, which is longer than a number can be`,
  'collections.takes_boolean': 'is true or false',
  'collections.takes_texts': ({ type }) => `is for texts, and this is a ${type}`,
  'collections.takes_text': 'takes a text',
  'collections.takes_short_text': ({ most }) => `takes a text of at most ${most} characters`,
  'collections.takes_list': ({ most }) => `takes a list of at most ${most} values`,
  'collections.takes_ordered': ({ type }) => `is for values in an order, and this is a ${type}`,
  'collections.takes_entity': 'takes the id or the name of an entity',
  'collections.not_json': 'is not for JSON: use contains or isNull',
  'collections.not_entities': 'is not for entities: use eq, neq, in, notIn or isNull',
  'collections.takes_value': 'takes a value: for none, use isNull',
  'collections.stopped': ({ rows }) => `The first ${rows} rows were dealt with, the rest was not.`,
  'collections.no_zone': ({ value }) =>
    `is ${json(value)}, a time without its zone: end it with Z or an offset such as +02:00`,
};

/** What a column holds. */
const NEEDED = {
  string: 'a text',
  number: 'a number',
  date: 'a date in ISO 8601, such as 2027-01-31 or 2027-01-31T09:00:00Z',
  boolean: 'a yes or no (true or false)',
};
