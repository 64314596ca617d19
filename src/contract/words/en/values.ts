import type { ValueProblems } from '../../../core/kernel/value-says.ts';
import type { Words } from '../says.ts';
import { counted } from './forms.ts';

/** One of them, and several. */
const EACH: Readonly<Record<string, readonly [string, string]>> = {
  characters: ['character', 'characters'],
  entries: ['entry', 'entries'],
  keys: ['key', 'keys'],
};

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

export const values: Words<ValueProblems> = {
  'wrong.invalid': 'is invalid',
  'wrong.missing': 'is missing',
  'wrong.unknown': 'is not known here',
  'wrong.no_key': 'is no known key',
  'wrong.blank': 'must not be blank',
  'wrong.empty': 'must not be empty',
  'wrong.body': 'must be absent: this route accepts no body',
  'wrong.instant': 'is no instant',
  'wrong.cursor': 'is not a cursor of this list: request the first page, without a cursor',
  'wrong.not_allowed': 'is empty or not allowed',
  'wrong.programs':
    'names programs that the engine starts, so no request to the API may set it: use `svc mcp add NAME --command PROGRAM.` at a terminal, or edit the file',
  'wrong.placeholder': 'must be the key itself, not "[redacted]"',
  'wrong.no_stored_key':
    'is "[redacted]", which keeps the stored key, but none is stored: give the key itself',
  'wrong.other_place': 'was given for another provider or api_base_url: give the key again, or remove it',
  'wrong.other_profiles':
    'must have the one profile that is changed, under its name or under one that no other has',
  'wrong.folder': 'is a folder',
  'wrong.no_file': 'is not a regular file',
  'wrong.dangling_link': 'is a link to a file that does not exist',
  'wrong.no_text': 'is not UTF-8 text',
  'wrong.not_readable': 'is not readable by this user',
  'wrong.failed': 'could not be read from the disk',
  'wrong.empty_file': 'is empty',
  'wrong.no_object': 'is not a JSON object',
  'value.inexact': ({ digits }) =>
    `The number ${digits} has more digits than a number keeps, and would be changed. Write it as a text, in quotes: "${digits}".`,
  'wrong.json': ({ line, column }) => `is not JSON${line === null ? '' : ` (line ${line} column ${column})`}`,
  'wrong.large': ({ mb }) => `is larger than ${mb} MB`,
  'wrong.file_large': ({ bytes }) => `would make the file larger than ${bytes} bytes`,
  'wrong.depth': ({ levels }) => `nests deeper than ${levels} levels`,
  'wrong.must': ({ be, isMissing }, tell) => `${isMissing ? 'is missing, and ' : ''}must be ${tell(be)}`,
  'wrong.least': ({ least }) => `must be ${least} or more`,
  'wrong.most': ({ most }) => `must be ${most} or less`,
  'wrong.few': ({ of, least }) => `must have ${counted(least, ...(EACH[of] ?? ['', '']))} or more`,
  'wrong.many': ({ of, most }) => `must have ${counted(most, ...(EACH[of] ?? ['', '']))} at most`,
  'wrong.pattern': ({ pattern }) => `must match pattern "${pattern}"`,
  'wrong.rule': ({ rule }) => `${rule}`,
  'demand.time': 'a time with its zone, like 2026-01-31T09:30:00Z',
  'demand.date': 'a date, like 2026-01-31',
  'demand.uuid': 'a UUID',
  'demand.uri': 'an address, like https://example.org/',
  'demand.web_address': 'an http or https URL',
  'demand.finite': 'a finite number',
  'demand.anything': 'anything',
  'demand.flag': 'true or false',
  'demand.share': 'a number from 0.05 to 0.9',
  'demand.key': 'a key of at most 4096 visible ASCII characters, without spaces or line breaks',
  'demand.folder': 'the path of a folder, at most 4096 characters, and not the root of the disk',
  'demand.url': 'an http or https URL of at most 2048 characters, without a user name or password in it',
  'demand.program': 'a program and its arguments, as a list of at most 64 texts',
  'demand.name': 'a plain name of 1 to 100 characters on one line',
  'demand.named': 'an object of named objects, each name plain, of 1 to 100 characters on one line',
  'demand.one_line': 'text on one line, and not only spaces',
  'demand.no_controls': 'text without control characters',
  'demand.visible': 'made of visible ASCII characters, without spaces',
  'demand.host': 'a host with its port, like nas.local:8080',
  'demand.capitals': 'made of capital letters, digits and _, with a letter first, like SHOP_TOKEN',
  'demand.identifier': 'made of letters, digits and _, with a letter first',
  'demand.type': ({ types }) => `${types.map((type) => TYPES[type] ?? type).join(' or ')}`,
  'demand.one_of': ({ values }) => `one of ${values.join(', ')}`,
  'demand.whole': ({ from, to }) => `a whole number from ${from} to ${to}`,
  'demand.amount': ({ most }) => `an amount of US dollars from 0 to ${most}`,
  'demand.line': ({ most }) => `text of 1 to ${most} characters on one line`,
  'demand.lines': ({ most }) => `text of 1 to ${most} characters, on one line or several`,
  'demand.characters': ({ characters }) => `made of the characters ${characters} only`,
  'demand.word': ({ most, characters }) => `1 to ${most} of the characters ${characters}`,
  'demand.names': ({ most }) => `a list of at most ${most} plain names, each of them once`,
  'demand.hosts': ({ most }) =>
    `a list of at most ${most} of host:port, like "nas.local:8080", each of them once`,
  'demand.list': ({ most }) => `a list of at most ${most} objects, no two of the same name`,
};
