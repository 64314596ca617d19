import type { AnswerOf } from '../client.ts';
import type { contacts as routes } from '../http/contacts.ts';
import { contactLimits } from '../../core/knowledge/contacts/limits.ts';
import { COLUMN_NAMES } from '../../core/knowledge/contacts/model.ts';
import { type CommandInput, type CommandRow, type Line, WrongOption, routesOf } from './command.ts';
import { localMinute, typedInstant } from './local-time.ts';

const ask = routesOf<typeof routes>();

export const words = {
  whenGone: 'svc contacts lists the contacts; what was not printed as done may not have happened.',
  whenNothing: 'There is no such contact: svc contacts find WORDS searches for it.',
};

export interface ExportAsked {
  readonly format: 'csv' | 'vcard';
  readonly version: '3.0' | '4.0';
  /** Null prints it. It must not exist. */
  readonly file: string | null;
}

/** The implementations; each resolves to the exit code. */
export interface ContactVerbs {
  readonly contacts: {
    /** `file`: a path, or `-` for stdin. `format`: null reads it from the ending of the file, or the text itself. */
    import(asked: {
      readonly file: string;
      readonly format: 'csv' | 'vcard' | null;
      readonly country: string | null;
      /** Two of one name that nothing tells apart are two contacts. */
      readonly separate: boolean;
      /** Only says what would be done. */
      readonly preview: boolean;
      /** Does not ask first, where someone can be asked. */
      readonly yes: boolean;
      readonly json: boolean;
    }): Promise<number>;
    export(asked: ExportAsked): Promise<number>;
    /** Asks first if there are interactions or deals, or everything is to go. */
    remove(asked: {
      readonly name: string;
      readonly everything: boolean;
      readonly yes: boolean;
    }): Promise<number>;
  };
}

type Contact = AnswerOf<(typeof routes)['contacts.list']>['contacts'][number];
type InFull = AnswerOf<(typeof routes)['contacts.get']>;
export type ImportAnswer = AnswerOf<(typeof routes)['contacts.import']>;

const lineOf = ({ contactId, name, email, phone, company, type, tags }: Contact): Line => [
  contactId,
  name,
  email ?? '',
  phone ?? '',
  company ?? '',
  type ?? '',
  tags.join(', '),
];

const inFull = (contact: InFull): readonly Line[] => [
  [contact.contactId, contact.name, contact.kind],
  ...(contact.aliases.length === 0 ? [] : [['also called', contact.aliases.join(', ')]]),
  ...(
    ['email', 'phone', 'company', 'role', 'birthday', 'website', 'type', 'source', 'language'] as const
  ).flatMap((name) => {
    const value = contact[name];
    return value === null ? [] : [[name, value]];
  }),
  ...(
    [
      ['email', contact.furtherEmails],
      ['phone', contact.furtherPhones],
      ['website', contact.furtherWebsites],
    ] as const
  ).flatMap(([name, values]) => (values.length === 0 ? [] : [[`also ${name}`, values.join(', ')]])),
  ...(contact.tags.length === 0 ? [] : [['tags', contact.tags.join(', ')]]),
  ...(contact.notes === null ? [] : contact.notes.split('\n')),
  ...contact.contradictions.map(({ attribute, value }): Line => [
    attribute,
    `may be ${value ?? 'none'} instead: svc contacts set decides`,
  ]),
];

/** What became of each row, and their number. */
export const reportLines = ({
  rows,
  added,
  completed,
  refused,
  ignoredColumns,
  importId,
}: ImportAnswer): readonly Line[] => [
  ...rows
    .filter(({ outcome, remarks }) => outcome === 'refused' || remarks.length > 0)
    .map(({ line, name, problem, remarks }): Line => [`line ${line}`, name ?? '', problem ?? '', ...remarks]),
  ...(ignoredColumns.length === 0 ? [] : [`Not read: ${ignoredColumns.join(', ')}`]),
  `${added} added, ${completed} completed, ${refused} refused`,
  ...(importId === null ? [] : [`svc contacts rollback ${importId} takes it back.`]),
];

/** What would become of each row, and what would go where. */
export const previewLines = (report: ImportAnswer): readonly Line[] => [
  ...report.rows.map(({ line, name, outcome, changes, problem, remarks }): Line => [
    `line ${line}`,
    name ?? '',
    outcome === 'refused' ? `left out: ${problem ?? ''}` : WOULD_BE[outcome],
    ...changes.map(({ attribute, before, value }) =>
      before === null ? `${attribute}: ${value ?? ''}` : `${attribute}: ${value ?? ''} (now ${before})`,
    ),
    ...remarks,
  ]),
  ...(report.ignoredColumns.length === 0 ? [] : [`Not read: ${report.ignoredColumns.join(', ')}`]),
  `${report.added} to add, ${report.completed} to complete, ${report.refused} left out`,
];

const WOULD_BE = { added: 'new', completed: 'known' } as const;
const CHANGED_SINCE = 'was changed since, and stays';

const FIELDS = {
  email: 'its mail address',
  phone: 'its number, with the code of the country',
  company: 'the organization that it works for',
  role: 'what a person does there',
  birthday: 'of a person, such as 1990, 1990-05 or 1990-05-30',
  website: 'an address that begins with https:// or http://',
  type: 'such as customer or supplier',
  source: 'where the contact is from',
  language: 'its language',
  notes: 'anything else',
} as const;
type Field = keyof typeof FIELDS;
const fields = Object.keys(FIELDS) as readonly Field[];

const fieldOptions = [
  ...fields.map((name) => ({ name, value: name, summary: FIELDS[name] })),
  { name: 'tag', value: 'tag', summary: 'a tag; those that are given take the place of all', repeats: true },
  { name: 'country', value: 'code', summary: 'the country of a national number, such as AT' },
] as const;

const NONE = 'none';

/** `none` takes a value away. */
const valuesOf = ({ options, lists }: CommandInput) => {
  const values = fields.flatMap((name) => {
    const text = options.get(name);
    return text === undefined ? [] : [[name, text === NONE ? null : text] as const];
  });
  const tags = lists.get('tag');
  const country = options.get('country');
  return {
    ...(Object.fromEntries(values) as { readonly [Name in Field]?: string | null }),
    ...(tags === undefined ? {} : { tags: tags.length === 1 && tags[0] === NONE ? [] : [...tags] }),
    ...(country === undefined ? {} : { country }),
  };
};

/** @throws WrongOption for the word that takes a value away */
const nameOf = ({ options }: CommandInput) => {
  const name = options.get('name');
  if (name === NONE)
    throw new WrongOption('A contact needs a name: --name none, which would take it away, is not possible.');
  return name === undefined ? {} : { name };
};

const typedName = { name: 'contact', summary: 'its id, or a name that no other contact has' } as const;
const named = ({ args: [name = ''] }: CommandInput) => ({ params: { name } });

const list = ask('contacts.list', {
  ...words,
  request: ({ args, options, lists }) => ({
    query: {
      ...(args.length === 0 ? {} : { q: args.join(' ') }),
      ...(options.has('type') ? { type: options.get('type')! } : {}),
      ...(lists.has('tag') ? { tag: lists.get('tag')![0]! } : {}),
      limit: 200,
    },
  }),
  lines: ({ contacts, nextCursor }) => [
    ...contacts.map(lineOf),
    ...(nextCursor === null ? [] : ['There are more: search by words of a name.']),
  ],
  none: 'No contacts found.',
});

const filters = [
  { name: 'type', value: 'type', summary: 'only of this type' },
  { name: 'tag', value: 'tag', summary: 'only with this tag', repeats: true },
] as const;

const format = { name: 'format', value: 'format', summary: 'csv or vcard' } as const;
const formatOf = (text: string | undefined) => text as 'csv' | 'vcard' | undefined;

export const contacts: readonly CommandRow<ContactVerbs>[] = [
  {
    kind: 'command',
    name: 'contacts',
    summary: 'Print the contacts, changed last first.',
    json: true,
    options: filters,
    asks: list,
    commands: [
      {
        kind: 'command',
        name: 'list',
        summary: 'The same.',
        json: true,
        options: filters,
        asks: list,
      },
      {
        kind: 'command',
        name: 'find',
        summary: 'Search contacts by words of a name or a company, a mail address or a number.',
        json: true,
        args: [{ name: 'words', summary: 'what to search for', many: true }],
        options: filters,
        asks: list,
      },
      {
        kind: 'command',
        name: 'show',
        summary: 'Print a contact with all of its details.',
        json: true,
        args: [typedName],
        asks: ask('contacts.get', { ...words, request: named, lines: inFull }),
      },
      {
        kind: 'command',
        name: 'add',
        summary: 'Add a contact, or complete the one that is recognised.',
        json: true,
        args: [{ name: 'name', summary: 'its name' }],
        options: fieldOptions,
        switches: [
          { name: 'organization', summary: 'it is an organization, not a person' },
          { name: 'new', summary: 'it is another one than those of this name' },
        ],
        asks: ask('contacts.add', {
          ...words,
          whenRefused: {
            ambiguous_name: (detail) =>
              `${detail} svc contacts set ID changes one of these; with --new, another one is added.`,
          },
          request: (input) => ({
            body: {
              name: input.args[0] ?? '',
              ...valuesOf(input),
              ...(input.switches.has('organization') ? { kind: 'organization' } : {}),
              ...(input.switches.has('new') ? { isNew: true } : {}),
            },
          }),
          lines: (contact) => [
            lineOf(contact),
            contact.isNew ? 'added' : 'completed',
            ...contact.replaced.map(({ attribute, value }): Line => [attribute, `was ${value}`]),
          ],
        }),
      },
      {
        kind: 'command',
        name: 'set',
        summary: 'Change a contact; "none" takes a value away. What was there stays in its history.',
        json: true,
        args: [typedName],
        options: [
          { name: 'name', value: 'name', summary: 'another name; the old one stays an alias' },
          ...fieldOptions,
        ],
        asks: ask('contacts.edit', {
          ...words,
          request: (input) => ({
            ...named(input),
            body: {
              ...valuesOf(input),
              ...nameOf(input),
            },
          }),
          lines: (contact) => [lineOf(contact)],
        }),
      },
      {
        kind: 'command',
        name: 'remove',
        summary: 'It is a contact no more; its interactions and deals are deleted.',
        args: [typedName],
        switches: [
          { name: 'everything', summary: 'also what the graph knows of it' },
          { name: 'yes', summary: 'do not ask, also if there are interactions or deals' },
        ],
        handle: ({ contacts }, { args: [name = ''], switches }) =>
          contacts.remove({ name, everything: switches.has('everything'), yes: switches.has('yes') }),
      },
      {
        kind: 'command',
        name: 'log',
        summary: 'Write down what took place with a contact.',
        json: true,
        args: [
          typedName,
          { name: 'type', summary: 'a word such as call or meeting' },
          { name: 'summary', summary: 'what it was about', many: true },
        ],
        options: [
          { name: 'channel', value: 'channel', summary: 'how, such as phone' },
          {
            name: 'at',
            value: 'time',
            summary:
              'like 2027-01-31, "2027-01-31 09:00" (by the clock here) or 2027-01-31T09:00:00Z; by default now',
          },
        ],
        asks: ask('contacts.log', {
          ...words,
          request: ({ args: [name = '', type = '', ...summary], options }) => ({
            params: { name },
            body: {
              type,
              summary: summary.join(' '),
              ...(options.has('channel') ? { channel: options.get('channel')! } : {}),
              ...(options.has('at')
                ? { at: typedInstant(options.get('at')!, 'begins') ?? options.get('at')! }
                : {}),
            },
          }),
          lines: ({ interactionId, at }) => [[interactionId, localMinute(at)]],
        }),
      },
      {
        kind: 'command',
        name: 'timeline',
        summary: 'Print the interactions, deals, conversations and memories of a contact, the last first.',
        json: true,
        args: [typedName],
        asks: ask('contacts.timeline', {
          ...words,
          request: (input) => ({ ...named(input), query: { limit: contactLimits.timeline } }),
          lines: ({ entries, truncated }) => [
            ...entries.map(({ at, kind, title, text }): Line => [localMinute(at), kind, title, text ?? '']),
            ...(truncated ? ['There is more, which is older.'] : []),
          ],
          none: 'There is nothing yet.',
        }),
      },
      {
        kind: 'command',
        name: 'import',
        summary: `Import contacts from a table (CSV) or vCards 2.1, 3.0 and 4.0; at a terminal, what it would do is shown first. Columns: ${COLUMN_NAMES}; those of Google, Outlook and Thunderbird are known.`,
        json: true,
        args: [{ name: 'file', summary: 'its path; - reads stdin' }],
        options: [
          format,
          { name: 'country', value: 'code', summary: 'the country of national numbers, such as AT' },
        ],
        switches: [
          { name: 'separate', summary: 'two of one name that nothing tells apart are two contacts' },
          { name: 'preview', summary: 'only print what it would do' },
          { name: 'yes', summary: 'do not ask' },
        ],
        handle: ({ contacts }, { args: [file = ''], options, switches, json }) =>
          contacts.import({
            file,
            format: formatOf(options.get('format')) ?? null,
            country: options.get('country') ?? null,
            separate: switches.has('separate'),
            preview: switches.has('preview'),
            yes: switches.has('yes'),
            json,
          }),
      },
      {
        kind: 'command',
        name: 'imports',
        summary: 'Print the imports that can be taken back, the last first.',
        json: true,
        asks: ask('contacts.imports', {
          ...words,
          request: () => ({ query: { limit: 200 } }),
          lines: ({ imports }) =>
            imports.map(({ importId, fileName, at, entities }): Line => [
              importId,
              localMinute(at),
              fileName ?? '',
              `${entities} ${entities === 1 ? 'entry' : 'entries'}`,
            ]),
          none: 'Nothing was imported.',
        }),
      },
      {
        kind: 'command',
        name: 'rollback',
        summary: 'Take an import back; what was changed since stays.',
        json: true,
        args: [{ name: 'import', summary: 'its id: svc contacts imports prints it' }],
        asks: ask('contacts.rollbackImport', {
          ...words,
          whenNothing: 'There is no such import: svc contacts imports lists them.',
          request: ({ args: [id = ''] }) => ({ params: { id } }),
          lines: ({ removed, restored, kept, contacts }) => [
            ...contacts
              .filter(({ outcome }) => outcome === 'kept')
              .map(({ name }): Line => [name, CHANGED_SINCE]),
            `${removed} removed, ${restored} restored, ${kept} kept`,
          ],
        }),
      },
      {
        kind: 'command',
        name: 'export',
        summary: 'Print all contacts as a table (CSV) or vCards, or write them into a new file.',
        args: [{ name: 'file', summary: 'its path; it must not exist; - prints it', optional: true }],
        options: [
          format,
          { name: 'vcard', value: 'version', summary: 'the version of vCards: 3.0 (default) or 4.0' },
        ],
        handle: ({ contacts }, { args: [file], options }) =>
          contacts.export({
            format:
              formatOf(options.get('format')) ??
              (file?.endsWith('.vcf') === true || options.has('vcard') ? 'vcard' : 'csv'),
            version: (options.get('vcard') ?? '3.0') as ExportAsked['version'],
            file: file === undefined || file === '-' ? null : file,
          }),
      },
    ],
  },
];
