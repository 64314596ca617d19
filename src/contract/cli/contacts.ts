import type { AnswerOf } from '../client.ts';
import { contacts as routes } from '../http/contacts.ts';
import { contactLimits } from '../../core/knowledge/contacts/limits.ts';
import { type Line, WrongOption } from './command.ts';
import { commandsOf, listing } from './from-route.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import { say, type Tell } from './says.ts';

export const words = { whenGone: say('gone.contacts'), whenNothing: say('nothing.contact') };

type InFull = AnswerOf<(typeof routes)['contacts.get']>;
export type ImportAnswer = AnswerOf<(typeof routes)['contacts.import']>;

/** Of a list of which there may be more than its first page. */
const atLeast = (count: number, next: string | null, what: 'interactions' | 'deals', tell: Tell): string => {
  if (count === 0) return '';
  const text = tell(`terminal.${what}_count`, { count });
  return next === null ? text : tell('terminal.at_least', { text });
};

const columns = ['contactId', 'name', 'email', 'phone', 'company', 'type', 'tags'] as const;

const inFull = (contact: InFull, tell: Tell): readonly Line[] => [
  ...(
    [
      ['member.email', contact.furtherEmails],
      ['member.phone', contact.furtherPhones],
      ['member.website', contact.furtherWebsites],
    ] as const
  ).flatMap(([name, values]) =>
    values.length === 0 ? [] : [[tell('terminal.also_called', { name: tell(name) }), values.join(', ')]],
  ),
  ...(contact.tags.length === 0 ? [] : [[tell('member.tags'), contact.tags.join(', ')]]),
  ...(contact.notes === null ? [] : contact.notes.split('\n')),
  ...contact.contradictions.map(({ attribute, value }): Line => [
    attribute,
    tell('terminal.contact_may_be', { value }),
  ]),
];

/** What became of each row, and their number. */
export const reportLines = (
  { rows, added, completed, refused, ignoredColumns, importId }: ImportAnswer,
  tell: Tell,
): readonly Line[] => [
  ...rows
    .filter(({ outcome, remarks }) => outcome === 'refused' || remarks.length > 0)
    .map(({ line, name, problem, remarks }): Line => [
      tell('terminal.at_line', { line }),
      name ?? '',
      problem ?? '',
      ...remarks,
    ]),
  ...(ignoredColumns.length === 0 ? [] : [tell('terminal.not_read', { columns: ignoredColumns.join(', ') })]),
  tell('terminal.imported_counts', { added, completed, refused }),
  ...(importId === null ? [] : [tell('terminal.takes_back', { importId })]),
];

/** What would become of each row, and what would go where. */
export const previewLines = (report: ImportAnswer, tell: Tell): readonly Line[] => [
  ...report.rows.map(({ line, name, outcome, changes, problem, remarks }): Line => [
    tell('terminal.at_line', { line }),
    name ?? '',
    outcome === 'refused' ? tell('terminal.row_left_out', { why: problem ?? '' }) : tell(WOULD_BE[outcome]),
    ...changes.map(({ attribute, before, value }) =>
      before === null
        ? `${attribute}: ${value ?? ''}`
        : tell('terminal.value_now', { attribute, value: value ?? '', before }),
    ),
    ...remarks,
  ]),
  ...(report.ignoredColumns.length === 0
    ? []
    : [tell('terminal.not_read', { columns: report.ignoredColumns.join(', ') })]),
  tell('terminal.would_counts', {
    added: report.added,
    completed: report.completed,
    refused: report.refused,
  }),
];

const WOULD_BE = { added: 'terminal.row_new', completed: 'terminal.row_known' } as const;

const command = commandsOf(routes, words);
const contact = { contact: 'name' } as const;

const fields = { tag: 'tags', new: 'isNew' } as const;

/** @throws WrongOption for the word that takes a value away */
function nameFrom(name: string): string {
  if (name === 'none') throw new WrongOption(say('option.contact_name'));
  return name;
}

const list = {
  options: { words: 'q', tag: { of: 'tag', repeats: true } },
  sends: { query: { limit: 200 } },
  columns,
  none: say('none.contacts'),
} as const;

const format = { name: 'format', value: 'format' } as const;

export const contacts = listing('contacts', command('list', 'contacts.list', list), [
  command('find', 'contacts.list', {
    ...list,
    args: { words: { of: 'q', many: true, required: true } },
    options: { tag: list.options.tag },
  }),
  command('show', 'contacts.get', {
    args: contact,
    head: ['contactId', 'name', 'kind'],
    members: [
      'aliases',
      'email',
      'phone',
      'company',
      'role',
      'birthday',
      'website',
      'type',
      'source',
      'language',
    ],
    lines: inFull,
  }),
  command('add', 'contacts.add', {
    args: { name: { of: 'name', required: true } },
    options: fields,
    without: ['entityId', 'kind'],
    more: {
      switches: [{ name: 'organization' }],
      body: ({ switches }) => (switches.has('organization') ? { kind: 'organization' } : {}),
    },
    whenRefused: { ambiguous_name: (detail) => say('terminal.contact_ambiguous', { detail }) },
    head: columns,
    lines: ({ isNew, replaced }, tell: Tell) => [
      isNew ? 'added' : 'completed',
      ...replaced.map(({ attribute, value }): Line => [attribute, tell('terminal.was_value', { value })]),
    ],
  }),
  command('set', 'contacts.edit', {
    args: contact,
    options: { name: { of: 'name', read: nameFrom }, tag: 'tags' },
    columns,
  }),
  command('remove', 'contacts.remove', {
    args: contact,
    asksFirst: async (client, { params, query = {} }, tell: Tell) => {
      const { contactId, name } = await client['contacts.get']({ params });
      const one = { params: { name: contactId }, query: { limit: listLimits.max } };
      const { interactions, nextCursor } = await client['contacts.interactions'](one);
      const { deals, nextCursor: more } = await client['deals.ofContact'](one);
      const all = [
        atLeast(interactions.length, nextCursor, 'interactions', tell),
        atLeast(deals.length, more, 'deals', tell),
        ...(query.everything ? [tell('terminal.all_of_graph')] : []),
      ]
        .filter(Boolean)
        .join(', ');
      return {
        goes: all === '' ? null : tell('terminal.would_go', { all, name }),
        question: tell('terminal.delete_this'),
        undone: tell('terminal.nothing_deleted'),
        request: { params: { name: contactId }, query },
        done: all === '' ? tell('terminal.contact_removed') : tell('terminal.contact_removed_with', { all }),
      };
    },
  }),
  command('log', 'contacts.log', {
    args: { ...contact, type: 'type', summary: { of: 'summary', many: true } },
    columns: ['interactionId', 'at'],
  }),
  command('timeline', 'contacts.timeline', {
    args: contact,
    sends: { query: { limit: contactLimits.timeline } },
    columns: ['at', 'kind', 'title', 'text'],
    none: say('none.timeline'),
  }),
  {
    name: 'import',
    json: true,
    args: [{ name: 'file' }],
    options: [format, { name: 'country', value: 'code' }],
    switches: [{ name: 'separate' }, { name: 'preview' }, { name: 'yes' }],
    own: 'contacts import',
  },
  command('imports', 'contacts.imports', {
    sends: { query: { limit: 200 } },
    columns: [
      'importId',
      'at',
      'fileName',
      ({ entities }) => `${entities} ${entities === 1 ? 'entry' : 'entries'}`,
    ],
    none: say('none.imports'),
  }),
  command('rollback', 'contacts.rollbackImport', {
    args: { import: 'id' },
    whenNothing: say('nothing.import'),
    lines: ({ removed, restored, kept, contacts }, tell: Tell) => [
      ...contacts
        .filter(({ outcome }) => outcome === 'kept')
        .map(({ name }): Line => [name, tell('terminal.changed_since')]),
      tell('terminal.rolled_back', { removed, restored, kept }),
    ],
  }),
  command('export', 'contacts.export', {
    args: { file: { of: null, optional: true } },
    only: true,
    more: {
      options: [format, { name: 'vcard', value: 'version' }],
      query: ({ args: [file], options }) => ({
        format:
          options.get('format') ??
          (file?.endsWith('.vcf') === true || options.has('vcard') ? 'vcard' : 'csv'),
        version: options.get('vcard') ?? '3.0',
      }),
    },
    saves: ({ args: [file = '-'] }) => (file === '-' ? null : file),
  }),
]);
