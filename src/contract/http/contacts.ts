import { Type, type Static } from 'typebox';
import type { refuse as refuseContacts } from '../../core/knowledge/contacts/errors.ts';
import { contactLimits } from '../../core/knowledge/contacts/limits.ts';
import { amountShown, CARD_VERSIONS, CONTACT_FORMATS } from '../../core/knowledge/contacts/model.ts';
import type { ContactText, ImportReport } from '../../core/knowledge/contacts/transfer.ts';
import type { refuse as refuseGraph } from '../../core/knowledge/graph/errors.ts';
import { MIB } from '../../core/kernel/bytes.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import { fromOwner } from '../../core/knowledge/memory/model.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { instantFrom } from '../instant.ts';
import { already, rowsRefusing } from '../row.ts';
import {
  closed,
  cursorQuery,
  Id,
  limitQuery,
  NextCursor,
  OrNull,
  SaysShape,
  shownSays,
  Time,
  time,
} from '../shapes.ts';
import {
  CandidateShape,
  ContactFields,
  ContactInput,
  ContactNameInput,
  ContactShape,
  CountryInput,
  FurtherInput,
  InteractionInput,
  InteractionShape,
  isTimelinePosition,
  isTimePosition,
  shownContact,
  shownInteraction,
  shownStanding,
  StageShape,
  StandingShape,
} from './contact-shapes.ts';
import { shownValue, StatedValueShape } from './entity-shapes.ts';
import { inEnglish } from '../words/english.ts';

const { bytes, json } = rowsRefusing<typeof refuseContacts & typeof refuseGraph>();

const { queryChars, wordChars, tagChars, timeline: mostEntries, importBytes, importRows } = contactLimits;

const BY_NAME = 'by its id, or a name that no other contact has';

const MEDIA_TYPES = { csv: 'text/csv; charset=utf-8', vcard: 'text/vcard; charset=utf-8' } as const;
const ENDINGS = { csv: 'csv', vcard: 'vcf' } as const;

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}

const importBody = {
  bodyBytes: 2 * importBytes + MIB,
  body: Type.Object(
    {
      format: Type.Enum([...CONTACT_FORMATS]),
      text: Type.String({ minLength: 1, maxLength: importBytes }),
      country: CountryInput,
      fileName: Type.Optional(
        Type.String({ maxLength: 255, description: 'What the text is called where it comes from' }),
      ),
      separate: Type.Optional(
        Type.Boolean({
          description:
            'Two of one name that nothing tells apart are two contacts; without it, they are refused',
        }),
      ),
    },
    closed,
  ),
  returns: Type.Object({
    importId: OrNull(
      Type.String({ description: 'To take it back; null if nothing has changed, and of a preview' }),
    ),
    added: Type.Integer({ minimum: 0 }),
    completed: Type.Integer({ minimum: 0 }),
    refused: Type.Integer({ minimum: 0 }),
    ignoredColumns: Type.Array(Type.String(), {
      description: 'Columns that say nothing of a contact; of cards, the properties that are not read',
    }),
    rows: Type.Array(
      Type.Object({
        line: Type.Integer({ minimum: 1, description: 'Of the text, where it begins' }),
        name: OrNull(Type.String()),
        outcome: Type.Enum(['added', 'completed', 'refused']),
        contactId: OrNull(Id),
        changes: Type.Array(
          Type.Object({
            attribute: Type.String(),
            before: OrNull(Type.String()),
            value: OrNull(Type.String()),
          }),
          { description: 'What goes where: the details that are new or other than before' },
        ),
        code: OrNull(Type.String({ description: 'Of a refused one' })),
        problem: OrNull(Type.String({ description: 'Of a refused one: why' })),
        remarks: Type.Array(Type.String(), {
          description: 'Of one that was kept: what was not kept as it was given',
        }),
        candidates: Type.Array(CandidateShape, { description: 'Those that it may be' }),
        says: Type.Object(
          { problem: OrNull(Type.Array(SaysShape)), remarks: Type.Array(Type.Array(SaysShape)) },
          { description: 'What problem and remarks say, as data' },
        ),
      }),
    ),
  }),
} as const;

const shownReport = ({ rows, ...report }: ImportReport) => ({
  ...report,
  rows: rows.map(({ changes, problem, remarks, ...row }) => ({
    ...row,
    changes: [...changes],
    problem: problem && inEnglish(problem),
    remarks: remarks.map(inEnglish),
    says: { problem: problem && problem.map(shownSays), remarks: remarks.map((one) => one.map(shownSays)) },
  })),
});

const textIn = ({
  country,
  fileName,
  separate = false,
  ...text
}: Static<typeof importBody.body>): ContactText => ({
  ...text,
  country: country ?? null,
  fileName: fileName ?? null,
  isSeparate: separate,
});

export const contacts = {
  'contacts.list': json({
    route: 'GET /api/crm/contacts',
    who: 'person',
    summary: 'List contacts, or search them; changed last first.',
    status: 200,
    refuses: [],
    query: Type.Object({
      q: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: queryChars,
          description:
            'Words of the name or the company, the beginning of a mail address, or digits of a number',
        }),
      ),
      type: Type.Optional(
        Type.String({ minLength: 1, maxLength: wordChars, description: 'Only of this type' }),
      ),
      tag: Type.Optional(
        Type.String({ minLength: 1, maxLength: tagChars, description: 'Only with this tag' }),
      ),
      limit: limitQuery,
      cursor: cursorQuery,
    }),
    returns: Type.Object({ contacts: Type.Array(ContactShape), nextCursor: NextCursor }),
    handle: async ({ contacts }, { query: { q = null, type = null, tag = null, limit, cursor }, asker }) => {
      const after = positionFrom(cursor, isTimePosition);
      const asked = { q, type, tag, limit: limit ?? listLimits.byDefault, after };
      const { items, next } = await contacts.of(asker.person).list(asked);
      return { contacts: items.map(shownContact), nextCursor: cursorFrom(next) };
    },
  }),
  'contacts.add': json({
    route: 'POST /api/crm/contacts',
    who: 'person',
    summary:
      'Add a contact. A person or an organization that is recognised by its personal address, or by a name that no other has, is completed instead.',
    ours: true,
    status: 201,
    already: 'It was a contact before, and is completed',
    refuses: ['ambiguous_name', 'invalid_entity', 'invalid_contact', 'entity_not_found'],
    body: Type.Object(
      {
        entityId: Type.Optional(
          Type.String({ minLength: 1, maxLength: 200, description: 'Of an entity that becomes a contact' }),
        ),
        isNew: Type.Optional(
          Type.Boolean({ description: 'Add it even if there is one of this name, with the same address' }),
        ),
        kind: Type.Optional(Type.Enum(['person', 'organization'], { default: 'person' })),
        name: Type.Optional(ContactNameInput),
        ...ContactInput,
        ...FurtherInput,
        country: CountryInput,
      },
      closed,
    ),
    returns: Type.Object({
      ...ContactFields,
      isNew: Type.Boolean({ description: 'It was no contact before' }),
      replaced: Type.Array(Type.Object({ attribute: Type.String(), value: Type.String() }), {
        description: 'The values that others took the place of; its history keeps them',
      }),
    }),
    handle: async ({ contacts }, { body, asker }) => {
      const { contact, isNew, replaced } = await contacts.of(asker.person).add(body, fromOwner);
      const shown = { ...shownContact(contact), isNew, replaced: [...replaced] };
      return isNew ? shown : already(shown);
    },
  }),
  'contacts.get': json({
    route: 'GET /api/crm/contacts/:name',
    who: 'person',
    paramsCheckedByService: true,
    summary: `A contact, ${BY_NAME}.`,
    ours: true,
    status: 200,
    refuses: ['contact_not_found', 'ambiguous_name'],
    returns: Type.Object({
      ...ContactFields,
      aliases: Type.Array(Type.String(), { description: 'Its other names' }),
      contradictions: Type.Array(StatedValueShape, {
        description: 'Values that contradict those that are shown; PATCH the right one to decide',
      }),
    }),
    handle: async ({ contacts }, { params, asker }) => {
      const { contact, aliases, contradictions } = await contacts.of(asker.person).inFull(params.name);
      return {
        ...shownContact(contact),
        aliases: [...aliases],
        contradictions: contradictions.map(shownValue),
      };
    },
  }),
  'contacts.edit': json({
    route: 'PATCH /api/crm/contacts/:name',
    who: 'person',
    paramsCheckedByService: true,
    summary:
      'Change a contact; null takes a value away. What was there stays in the history of its entity, and a former name stays an alias.',
    ours: true,
    status: 200,
    refuses: ['contact_not_found', 'ambiguous_name', 'invalid_entity', 'invalid_contact'],
    body: Type.Object(
      { name: Type.Optional(ContactNameInput), ...ContactInput, ...FurtherInput, country: CountryInput },
      closed,
    ),
    returns: ContactShape,
    handle: async ({ contacts }, { params, body, asker }) =>
      shownContact((await contacts.of(asker.person).edit(params.name, body, fromOwner)).contact),
  }),
  'contacts.remove': json({
    route: 'DELETE /api/crm/contacts/:name',
    who: 'person',
    paramsCheckedByService: true,
    summary:
      'It is a contact no more, and its interactions and deals are deleted. What the graph knows of it stays, unless everything is to go: then its entity is erased, too, with all that was merged into it.',
    ours: true,
    status: 204,
    refuses: ['contact_not_found', 'ambiguous_name', 'entity_merged'],
    query: Type.Object({
      everything: Type.Optional(
        Type.Boolean({ default: false, description: 'Also from the graph; entries of memory stay' }),
      ),
    }),
    handle: async ({ contacts }, { params, query: { everything = false }, asker }) => {
      await contacts.of(asker.person).remove(params.name, everything);
      return undefined;
    },
  }),
  'contacts.timeline': json({
    route: 'GET /api/crm/contacts/:name/timeline',
    who: 'person',
    paramsCheckedByService: true,
    summary: 'The interactions, deals, conversations and memories of a contact, the last first.',
    ours: true,
    status: 200,
    refuses: ['contact_not_found', 'ambiguous_name'],
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: mostEntries, default: listLimits.byDefault })),
      cursor: cursorQuery,
    }),
    returns: Type.Object({
      contact: ContactShape,
      entries: Type.Array(
        Type.Object({
          kind: Type.Enum(['interaction', 'deal', 'thread', 'memory']),
          id: Type.String({ description: 'Of what it is' }),
          at: Time,
          title: Type.String(),
          text: OrNull(Type.String()),
          deal: OrNull(StandingShape),
        }),
      ),
      truncated: Type.Boolean({ description: 'There is more, which is older' }),
      nextCursor: NextCursor,
    }),
    handle: async ({ contacts }, { params, query: { limit = listLimits.byDefault, cursor }, asker }) => {
      const after = positionFrom(cursor, isTimelinePosition);
      const { contact, entries, next } = await contacts
        .of(asker.person)
        .timeline(asker.person, params.name, limit, after);
      return {
        contact: shownContact(contact),
        entries: entries.map(({ at, deal, ...entry }) => ({
          ...entry,
          at: time(at),
          deal: deal === null ? null : shownStanding(deal),
        })),
        truncated: next !== null,
        nextCursor: cursorFrom(next),
      };
    },
  }),
  'contacts.interactions': json({
    route: 'GET /api/crm/contacts/:name/interactions',
    who: 'person',
    paramsCheckedByService: true,
    summary: `The interactions with a contact, the last first; ${BY_NAME}.`,
    status: 200,
    refuses: ['contact_not_found', 'ambiguous_name'],
    query: Type.Object({ limit: limitQuery, cursor: cursorQuery }),
    returns: Type.Object({ interactions: Type.Array(InteractionShape), nextCursor: NextCursor }),
    handle: async ({ interactions }, { params, query: { limit = listLimits.byDefault, cursor }, asker }) => {
      const after = positionFrom(cursor, isTimePosition);
      const { items, next } = await interactions.of(asker.person).of(params.name, limit, after);
      return { interactions: items.map(shownInteraction), nextCursor: cursorFrom(next) };
    },
  }),
  'contacts.log': json({
    route: 'POST /api/crm/contacts/:name/interactions',
    who: 'person',
    paramsCheckedByService: true,
    summary: 'Write down an interaction with a contact.',
    ours: true,
    status: 201,
    refuses: ['contact_not_found', 'ambiguous_name', 'invalid_interaction'],
    body: Type.Object(
      {
        ...InteractionInput,
        at: Type.Optional(Type.String({ format: 'date-time', description: 'By default now' })),
      },
      closed,
    ),
    returns: InteractionShape,
    handle: async ({ interactions }, { params, body: { at, ...draft }, asker }) =>
      shownInteraction(
        await interactions.of(asker.person).log(params.name, {
          ...draft,
          ...(at === undefined ? {} : { at: instantFrom('/at', at) }),
        }),
      ),
  }),
  'contacts.unlog': json({
    route: 'DELETE /api/crm/interactions/:id',
    who: 'person',
    summary: 'Delete an interaction.',
    ours: true,
    status: 204,
    refuses: ['interaction_not_found'],
    handle: async ({ interactions }, { params, asker }) => {
      await interactions.of(asker.person).remove(params.id);
      return undefined;
    },
  }),
  'contacts.stats': json({
    route: 'GET /api/crm/stats',
    who: 'person',
    summary: 'Contacts by type, deals by stage with their sums, and recent interactions.',
    status: 200,
    refuses: [],
    returns: Type.Object({
      contacts: Type.Object({
        total: Type.Integer({ minimum: 0 }),
        byType: Type.Array(
          Type.Object({ type: OrNull(Type.String()), count: Type.Integer({ minimum: 0 }) }),
          { description: 'The most first; null: those without a type' },
        ),
      }),
      deals: Type.Array(
        Type.Object({
          stage: StageShape,
          count: Type.Integer({ minimum: 0 }),
          totals: Type.Array(Type.Object({ currency: Type.String(), value: Type.Number() }), {
            description: 'By currency: money of two currencies is never added. Exact up to fifteen digits',
          }),
        }),
        { description: 'Every stage, in their order' },
      ),
      interactions: Type.Object({ last30Days: Type.Integer({ minimum: 0 }) }),
    }),
    handle: async ({ contacts }, { asker }) => {
      const {
        contacts: total,
        byType,
        deals,
        interactionsLast30Days,
      } = await contacts.of(asker.person).stats();
      return {
        contacts: { total, byType },
        deals: deals.map(({ stage, count, totals }) => ({
          stage,
          count,
          totals: totals.map(({ currency, value }) => ({ currency, value: amountShown(value) })),
        })),
        interactions: { last30Days: interactionsLast30Days },
      };
    },
  }),
  'contacts.export': bytes({
    route: 'GET /api/crm/export',
    who: 'person',
    summary: 'All contacts as a file: a table (CSV) or vCards. What it holds can be imported again.',
    ours: true,
    refuses: [],
    query: Type.Object({
      format: Type.Optional(Type.Enum([...CONTACT_FORMATS], { default: 'csv' })),
      version: Type.Optional(
        Type.Enum([...CARD_VERSIONS], { default: '3.0', description: 'Of vCards; most programs read 3.0' }),
      ),
    }),
    handle: ({ contactTransfer }, { query: { format = 'csv', version = '3.0' }, asker }) =>
      Promise.resolve({
        contentType: MEDIA_TYPES[format],
        fileName: `contacts.${ENDINGS[format]}`,
        body: encoded(contactTransfer.of(asker.person).exported(format, version)),
      }),
  }),
  'contacts.previewImport': json({
    route: 'POST /api/crm/import/preview',
    who: 'person',
    summary:
      'What an import of contacts would do with each row, and what would go where. It changes nothing.',
    ours: true,
    status: 200,
    refuses: ['invalid_import'],
    ...importBody,
    handle: async ({ contactTransfer }, { body, signal, asker }) =>
      shownReport(await contactTransfer.of(asker.person).previewed(textIn(body), signal)),
  }),
  'contacts.import': json({
    route: 'POST /api/crm/import',
    who: 'person',
    summary: `Import contacts from a table (CSV) or vCards 2.1, 3.0 and 4.0, at most ${importRows}. Those that are recognised are completed; one that fits several contacts is refused, and the others go on.`,
    ours: true,
    status: 200,
    refuses: ['invalid_import'],
    ...importBody,
    handle: async ({ contactTransfer }, { body, signal, asker }) =>
      shownReport(await contactTransfer.of(asker.person).imported(textIn(body), signal)),
  }),
  'contacts.imports': json({
    route: 'GET /api/crm/imports',
    who: 'person',
    summary: 'The imports of contacts that can be taken back, the last first.',
    ours: true,
    status: 200,
    refuses: [],
    query: Type.Object({ limit: limitQuery }),
    returns: Type.Object({
      imports: Type.Array(
        Type.Object({
          importId: Type.String(),
          fileName: OrNull(Type.String()),
          at: Time,
          entities: Type.Integer({
            minimum: 0,
            description:
              'What it has brought or completed: contacts, and the organizations that they work for',
          }),
        }),
      ),
    }),
    handle: async ({ contactTransfer }, { query: { limit = listLimits.byDefault }, asker }) => {
      const imports = await contactTransfer.of(asker.person).imports(limit);
      return { imports: imports.map(({ at, ...one }) => ({ ...one, at: time(at) })) };
    },
  }),
  'contacts.rollbackImport': json({
    route: 'POST /api/crm/imports/:id/rollback',
    who: 'person',
    summary:
      'Take an import of contacts back: what it brought is removed, what it completed is as before, and what was changed since stays. Repeatable.',
    ours: true,
    status: 200,
    refuses: ['import_not_found'],
    returns: Type.Object({
      removed: Type.Integer({ minimum: 0 }),
      restored: Type.Integer({ minimum: 0 }),
      kept: Type.Integer({ minimum: 0 }),
      contacts: Type.Array(
        Type.Object({
          contactId: Id,
          name: Type.String(),
          outcome: Type.Enum(['removed', 'restored', 'kept'], {
            description:
              'kept: it came with the import and was changed since, so it stays with all that it has',
          }),
        }),
      ),
    }),
    handle: async ({ contactTransfer }, { params, asker }) => {
      const contacts = await contactTransfer.of(asker.person).rolledBack(params.id);
      const count = (outcome: string): number => contacts.filter((one) => one.outcome === outcome).length;
      return {
        removed: count('removed'),
        restored: count('restored'),
        kept: count('kept'),
        contacts: [...contacts],
      };
    },
  }),
};
