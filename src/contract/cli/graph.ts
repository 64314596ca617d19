import type { AnswerOf } from '../client.ts';
import { graph as routes } from '../http/graph.ts';
import type { CommandInput, CommandRow, Line } from './command.ts';
import { counted } from './amounts.ts';
import { commandsOf } from './from-route.ts';
import { localMinute } from './local-time.ts';
import { say } from './says.ts';

const words = {
  whenGone: say('gone.graph'),
  whenNothing: say('nothing.entity'),
};

type Shown = AnswerOf<(typeof routes)['graph.entities']>['entities'][number];
type InFull = AnswerOf<(typeof routes)['graph.entity']>;
type ShownRelation = InFull['relations'][number];

const also = ({ aliases }: Shown): string => (aliases.length === 0 ? '' : `also ${aliases.join(', ')}`);
const columns = ['entityId', 'name', 'kind', also] as const;

const relationLine = ({ relationId, from, kind, to, since, until }: ShownRelation): Line => [
  relationId,
  `${from.name} ${kind} ${to.name}`,
  since === null ? '' : `since ${since}`,
  until === null ? '' : `until ${until}`,
];

/** What a removal takes away, as a sentence without its full stop. */
const goesWith = ({ name, entityId, kind, detail, relations, contactId }: InFull): string =>
  `${name} (${kind}, ${entityId}) would be removed with its history, ${counted(Object.keys(detail).length, 'detail')} and ${counted(relations.length, 'relation')}, and with all that was merged into it${contactId !== null ? '; it is a contact' : ''}`;

const inFull = (entity: InFull): readonly Line[] => [
  [entity.entityId, entity.name, entity.kind, also(entity)],
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

const command = commandsOf(routes, words);
const entity = { entity: 'id' } as const;
const all = { sends: { query: { limit: 200 } }, none: say('none.entities') } as const;

/** `name=value` of each; without a value the detail is taken away. */
const details = {
  options: [
    {
      name: 'detail',
      value: 'name=value',
      repeats: true,
    },
  ],
  body: ({ lists }: CommandInput) => {
    const given = lists.get('detail')?.map((one): [string, string | null] => {
      const at = one.indexOf('=');
      return at === -1 ? [one, null] : [one.slice(0, at), one.slice(at + 1) || null];
    });
    return given === undefined ? {} : { detail: Object.fromEntries(given) };
  },
} as const;

export const graph: readonly CommandRow<object>[] = [
  {
    ...command('graph', 'graph.stats', {
      lines: ({ entities, relations, memories, byKind }) => [
        `${counted(entities, 'entity', 'entities')}, ${counted(relations, 'relation')}, ${counted(memories, 'memory', 'memories')} about them`,
        ...Object.entries(byKind)
          .filter(([, count]) => count > 0)
          .map(([kind, count]): Line => [kind, String(count)]),
      ],
    }),
    commands: [
      command('find', 'graph.entities', {
        ...all,
        args: { words: { of: 'q', many: true } },
        columns,
      }),
      command('list', 'graph.entities', {
        ...all,
        without: ['q'],
        columns,
      }),
      command('relations', 'graph.relations', {
        ...all,
        args: entity,
        lines: ({ relations }) => relations.map(relationLine),
        none: say('none.relations'),
      }),
      command('around', 'graph.around', {
        args: { entity: 'around' },
        lines: ({ nodes, edges, truncated }) => [
          ...nodes.map(({ entityId, name, kind }): Line => [entityId, name, kind]),
          ...edges.map(relationLine),
          ...(truncated ? ['There is more around it: svc graph around one of these.'] : []),
        ],
      }),
      command('remove', 'graph.erase', {
        args: entity,
        asksFirst: async (client, { params }) => {
          const found = await client['graph.entity']({ params });
          return {
            goes: goesWith(found),
            question: 'Remove it for good',
            undone: 'Nothing was removed.',
            request: { params: { id: found.entityId } },
            done: `Removed: ${found.name} (${found.entityId}).`,
          };
        },
      }),
      command('show', 'graph.entity', {
        args: entity,
        lines: inFull,
      }),
      command('history', 'graph.history', {
        args: entity,
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
        none: say('none.statements'),
      }),
      command('add', 'graph.save', {
        args: { kind: 'kind', name: 'name' },
        options: { alias: 'aliases', new: 'isNew' },
        more: details,
        columns,
      }),
      command('set', 'graph.edit', {
        args: entity,
        options: { name: 'name', alias: 'aliases', 'without-alias': 'withoutAliases' },
        more: details,
        changes: true,
        columns,
      }),
      command('relate', 'graph.relate', {
        args: { from: 'from', kind: 'kind', to: 'to' },
        columns: ['relationId'],
      }),
      command('unrelate', 'graph.unrelate', {
        args: { relation: 'id' },
        done: say('done.unrelated'),
      }),
    ],
  },
];

const when = (from: string, until: string | null): string =>
  until === null ? `since ${localMinute(from)}` : `${localMinute(from)} to ${localMinute(until)}`;
