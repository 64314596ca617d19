import type { AnswerOf } from '../client.ts';
import type { graph as routes } from '../http/graph.ts';
import { graphLimits } from '../../core/knowledge/graph/limits.ts';
import { ENTITY_KINDS } from '../../core/knowledge/graph/model.ts';
import {
  type CommandInput,
  type CommandRow,
  type Line,
  NothingToChange,
  WrongOption,
  routesOf,
} from './command.ts';
import { localMinute } from './local-time.ts';

const ask = routesOf<typeof routes>();

const words = {
  whenGone: 'svc graph shows what is known; nothing was changed unless it says so.',
  whenNothing: 'There is no such entity: svc graph find WORDS searches for it.',
};

export const graphWords = words;

/** The implementations; each resolves to the exit code. */
export interface GraphVerbs {
  readonly graph: {
    /** Says first what goes with it, and asks. */
    remove(asked: { readonly entity: string; readonly yes: boolean }): Promise<number>;
  };
}

type Shown = AnswerOf<(typeof routes)['graph.entities']>['entities'][number];
type InFull = AnswerOf<(typeof routes)['graph.entity']>;
type ShownRelation = InFull['relations'][number];

const lineOf = ({ entityId, name, kind, aliases }: Shown): Line => [
  entityId,
  name,
  kind,
  aliases.length === 0 ? '' : `also ${aliases.join(', ')}`,
];

const relationLine = ({ relationId, from, kind, to, since, until }: ShownRelation): Line => [
  relationId,
  `${from.name} ${kind} ${to.name}`,
  since === null ? '' : `since ${since}`,
  until === null ? '' : `until ${until}`,
];

const counted = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;

/** What a removal takes away, as a sentence. */
export const goesWith = ({ name, entityId, kind, detail, relations, contactId }: InFull): string =>
  `${name} (${kind}, ${entityId}) would be removed with its history, ${counted(Object.keys(detail).length, 'detail')} and ${counted(relations.length, 'relation')}, and with all that was merged into it${contactId !== null ? '; it is a contact' : ''}.`;

const inFull = (entity: InFull): readonly Line[] => [
  lineOf(entity),
  ['known since', localMinute(entity.firstSeenAt), `mentioned ${counted(entity.mentionCount, 'time')}`],
  ...(entity.contactId === null ? [] : ['is a contact']),
  ...Object.entries(entity.detail).map(([name, value]): Line => [name, value]),
  ...Object.entries(entity.further).map(([name, values]): Line => [`also ${name}`, values.join(', ')]),
  ...entity.contradictions.map(({ attribute, value }): Line => [
    attribute,
    `may be ${value ?? 'none'} instead: svc graph set decides`,
  ]),
  ...entity.relations.map(relationLine),
  ...(entity.nextRelations === null
    ? []
    : [`There are more relations: svc graph relations ${entity.entityId} --cursor ${entity.nextRelations}`]),
  ...entity.memories.map(({ text }) => text),
];

const kindOption = {
  name: 'kind',
  value: 'kind',
  summary: `only of this kind: ${ENTITY_KINDS.join(', ')}`,
} as const;

const typedName = { name: 'entity', summary: 'its id, or a name that no other has' } as const;
const named = ({ args: [id = ''] }: CommandInput) => ({ params: { id } });
const DETAIL = {
  name: 'detail',
  value: 'name=value',
  summary: 'a detail, such as email=ada@example.com; without a value it is taken away',
  repeats: true,
} as const;

const ofKind = (options: CommandInput['options']) =>
  given(options, 'kind') as { readonly kind?: Shown['kind'] };

const find = ask('graph.entities', {
  ...words,
  request: ({ args, options }) => ({
    query: { ...(args.length === 0 ? {} : { q: args.join(' ') }), ...ofKind(options), limit: 200 },
  }),
  lines: ({ entities, nextCursor }) => [
    ...entities.map(lineOf),
    ...(nextCursor === null ? [] : ['There are more: svc graph list prints all of them.']),
  ],
  none: 'Nothing was found.',
});

const cursorOption = {
  name: 'cursor',
  value: 'cursor',
  summary: 'go on where an earlier list ended',
} as const;

const list = ask('graph.entities', {
  ...words,
  request: ({ options }) => ({
    query: { ...ofKind(options), ...given(options, 'cursor'), limit: 200 },
  }),
  lines: ({ entities, nextCursor }) => [
    ...entities.map(lineOf),
    ...(nextCursor === null
      ? []
      : [`There are more: svc graph list --cursor ${nextCursor} (with the same --kind, if there was one).`]),
  ],
  none: 'Nothing was found.',
});

const relations = ask('graph.relations', {
  ...words,
  request: ({ args: [id = ''], options }) => ({
    params: { id },
    query: { ...given(options, 'cursor'), limit: 200 },
  }),
  lines: ({ relations: found, nextCursor }) => [
    ...found.map(relationLine),
    ...(nextCursor === null ? [] : [`There are more: svc graph relations NAME --cursor ${nextCursor}`]),
  ],
  none: 'It is related to nothing.',
});

export const graph: readonly CommandRow<GraphVerbs>[] = [
  {
    kind: 'command',
    name: 'graph',
    summary: 'Print what the engine knows of people, organizations and things.',
    json: true,
    asks: ask('graph.stats', {
      ...words,
      lines: ({ entities, relations, memories, byKind }) => [
        `${counted(entities, 'entity', 'entities')}, ${counted(relations, 'relation')}, ${counted(memories, 'memory', 'memories')} about them`,
        ...Object.entries(byKind)
          .filter(([, count]) => count > 0)
          .map(([kind, count]): Line => [kind, String(count)]),
      ],
    }),
    commands: [
      {
        kind: 'command',
        name: 'find',
        summary: 'Search entities by words of their names; without words, the last seen.',
        json: true,
        args: [{ name: 'words', summary: 'words of a name', optional: true, many: true }],
        options: [kindOption],
        asks: find,
      },
      {
        kind: 'command',
        name: 'list',
        summary: 'Print entities, the last seen first.',
        json: true,
        options: [kindOption, cursorOption],
        asks: list,
      },
      {
        kind: 'command',
        name: 'relations',
        summary: 'Print what an entity is related to, the newest first, in pages.',
        json: true,
        args: [typedName],
        options: [cursorOption],
        asks: relations,
      },
      {
        kind: 'command',
        name: 'around',
        summary: 'Print what is related to an entity, and what is related to that.',
        json: true,
        args: [typedName],
        options: [
          {
            name: 'depth',
            value: 'n',
            summary: `over so many relations, 1 by default and ${graphLimits.depth} at most`,
          },
        ],
        asks: ask('graph.around', {
          ...words,
          request: ({ args: [around = ''], options }) => ({
            query: { around, ...(options.has('depth') ? { depth: depthFrom(options.get('depth')!) } : {}) },
          }),
          lines: ({ nodes, edges, truncated }) => [
            ...nodes.map(({ entityId, name, kind }): Line => [entityId, name, kind]),
            ...edges.map(relationLine),
            ...(truncated ? ['There is more around it: svc graph around one of these.'] : []),
          ],
        }),
      },
      {
        kind: 'command',
        name: 'remove',
        summary: 'Remove an entity for good, with everything that was stated of it; asks first.',
        args: [typedName],
        switches: [{ name: 'yes', summary: 'do not ask' }],
        handle: (verbs, { args: [entity = ''], switches }) =>
          verbs.graph.remove({ entity, yes: switches.has('yes') }),
      },
      {
        kind: 'command',
        name: 'show',
        summary: 'Print an entity with its details, relations and memories.',
        json: true,
        args: [typedName],
        asks: ask('graph.entity', { ...words, request: named, lines: inFull }),
      },
      {
        kind: 'command',
        name: 'history',
        summary: 'Print everything that was stated of an entity, with what holds no more.',
        json: true,
        args: [typedName],
        asks: ask('graph.history', {
          ...words,
          request: named,
          lines: ({ names, values, relations }) => [
            ...names.map(({ text, createdAt, supersededAt }): Line => [
              'name',
              text,
              when(createdAt, supersededAt),
            ]),
            ...values.map(({ attribute, value, source, createdAt, supersededAt }): Line => [
              attribute,
              value ?? 'none',
              `said by ${source.origin === 'user' ? 'you' : source.origin}`,
              when(createdAt, supersededAt),
            ]),
            ...relations.map((one): Line => [...relationLine(one), when(one.createdAt, one.supersededAt)]),
          ],
          none: 'Nothing was stated yet.',
        }),
      },
      {
        kind: 'command',
        name: 'add',
        summary: 'Add an entity, or complete the one that is recognised.',
        json: true,
        args: [
          { name: 'kind', summary: ENTITY_KINDS.join(', ') },
          { name: 'name', summary: 'its name' },
        ],
        options: [DETAIL],
        switches: [{ name: 'new', summary: 'it is another one than those of this name' }],
        asks: ask('graph.save', {
          ...words,
          request: ({ args: [kind = '', name = ''], lists, switches }) => ({
            body: {
              kind: kind as Shown['kind'],
              name,
              detail: detailsFrom(lists.get('detail') ?? []),
              ...(switches.has('new') ? { isNew: true } : {}),
            },
          }),
          lines: (entity) => [lineOf(entity)],
        }),
      },
      {
        kind: 'command',
        name: 'set',
        summary: 'Change the details of an entity; what was there stays in its history.',
        json: true,
        args: [typedName],
        options: [
          DETAIL,
          { name: 'name', value: 'name', summary: 'another name; the old one stays an alias' },
          { name: 'alias', value: 'name', summary: 'another name that it has, too', repeats: true },
          { name: 'without-alias', value: 'name', summary: 'a name that it does not have', repeats: true },
        ],
        asks: ask('graph.edit', {
          ...words,
          request: ({ args: [id = ''], options, lists }) => {
            if (!options.has('name') && !['alias', 'without-alias', 'detail'].some((one) => lists.has(one)))
              throw new NothingToChange();
            return {
              params: { id },
              body: {
                ...given(options, 'name'),
                ...(lists.has('alias') ? { aliases: [...(lists.get('alias') ?? [])] } : {}),
                ...(lists.has('without-alias')
                  ? { withoutAliases: [...(lists.get('without-alias') ?? [])] }
                  : {}),
                detail: detailsFrom(lists.get('detail') ?? []),
              },
            };
          },
          lines: (entity) => [lineOf(entity)],
        }),
      },
      {
        kind: 'command',
        name: 'relate',
        summary: 'Relate two entities, such as: svc graph relate "Ada" works_for "Acme" --since 2024.',
        json: true,
        args: [
          { name: 'from', summary: 'an id, or a name that no other has' },
          { name: 'kind', summary: 'such as works_for' },
          { name: 'to', summary: 'an id, or a name that no other has' },
        ],
        options: [
          { name: 'since', value: 'date', summary: 'such as 2024, 2024-06 or 2024-06-30' },
          { name: 'until', value: 'date', summary: 'the same' },
        ],
        asks: ask('graph.relate', {
          ...words,
          request: ({ args: [from = '', kind = '', to = ''], options }) => ({
            body: {
              from,
              kind,
              to,
              ...given(options, 'since'),
              ...given(options, 'until'),
            },
          }),
          lines: ({ relationId }) => [relationId],
        }),
      },
      {
        kind: 'command',
        name: 'unrelate',
        summary: 'A relation holds no more; it stays in the history.',
        args: [{ name: 'relation', summary: 'its id, as svc graph show prints it' }],
        asks: ask('graph.unrelate', { ...words, request: named, done: 'It holds no more.' }),
      },
    ],
  },
];

const when = (from: string, until: string | null): string =>
  until === null ? `since ${localMinute(from)}` : `${localMinute(from)} to ${localMinute(until)}`;

function depthFrom(text: string): number {
  if (/^[1-9]\d?$/u.test(text) && Number(text) <= graphLimits.depth) return Number(text);
  throw new WrongOption(`--depth is a number from 1 to ${graphLimits.depth}.`);
}

const given = (options: CommandInput['options'], name: string): Record<string, string> => {
  const value = options.get(name);
  return value === undefined ? {} : { [name]: value };
};

/** `name=value` of each; without a value the detail is taken away. */
const detailsFrom = (given: readonly string[]): Record<string, string | null> =>
  Object.fromEntries(
    given.map((one) => {
      const at = one.indexOf('=');
      return at === -1 ? [one, null] : [one.slice(0, at), one.slice(at + 1) || null];
    }),
  );
