import type { AnswerOf } from '../client.ts';
import { graph as routes } from '../http/graph.ts';
import type { CommandInput, CommandRow, Line } from './command.ts';
import { commandsOf } from './from-route.ts';
import { localMinute } from './local-time.ts';
import { say, type Tell } from './says.ts';

const words = { whenGone: say('gone.graph'), whenNothing: say('nothing.entity') };

type Shown = AnswerOf<(typeof routes)['graph.entities']>['entities'][number];
type InFull = AnswerOf<(typeof routes)['graph.entity']>;
type ShownRelation = InFull['relations'][number];

const also = ({ aliases }: Shown, tell: Tell): string =>
  aliases.length === 0 ? '' : tell('terminal.also_called_all', { names: aliases.join(', ') });
const columns = ['entityId', 'name', 'kind', also] as const;

const relationLine = ({ relationId, from, kind, to, since, until }: ShownRelation, tell: Tell): Line => [
  relationId,
  `${from.name} ${kind} ${to.name}`,
  since === null ? '' : tell('terminal.since_when', { since }),
  until === null ? '' : tell('terminal.until_when', { until }),
];

/** What a removal takes away, as a sentence without its full stop. */
const goesWith = ({ name, entityId, kind, detail, relations, contactId }: InFull, tell: Tell): string =>
  tell('terminal.entity_goes', {
    name,
    kind,
    id: entityId,
    details: Object.keys(detail).length,
    relations: relations.length,
    isContact: contactId !== null,
  });

const inFull = (entity: InFull, tell: Tell): readonly Line[] => [
  [entity.entityId, entity.name, entity.kind, also(entity, tell)],
  [
    tell('terminal.known_since'),
    localMinute(entity.firstSeenAt),
    tell('terminal.mentioned', { times: entity.mentionCount }),
  ],
  ...(entity.contactId === null ? [] : [tell('terminal.is_contact')]),
  ...Object.entries(entity.detail).map(([name, value]): Line => [name, value]),
  ...Object.entries(entity.further).map(([name, values]): Line => [
    tell('terminal.also_called', { name }),
    values.join(', '),
  ]),
  ...entity.contradictions.map(({ attribute, value }): Line => [
    attribute,
    tell('terminal.entity_may_be', { value }),
  ]),
  ...entity.relations.map((one) => relationLine(one, tell)),
  ...(entity.nextRelations === null
    ? []
    : [tell('terminal.more_relations', { id: entity.entityId, cursor: entity.nextRelations })]),
  ...entity.memories.map(({ text }) => text),
];

const command = commandsOf(routes, words);
const entity = { entity: 'id' } as const;
const all = { sends: { query: { limit: 200 } }, none: say('none.entities') } as const;

/** `name=value` of each; without a value the detail is taken away. */
const details = {
  options: [{ name: 'detail', value: 'name=value', repeats: true }],
  body: ({ lists }: CommandInput) => {
    const given = lists.get('detail')?.map((one): [string, string | null] => {
      const at = one.indexOf('=');
      return at === -1 ? [one, null] : [one.slice(0, at), one.slice(at + 1) || null];
    });
    return given === undefined ? {} : { detail: Object.fromEntries(given) };
  },
} as const;

export const graph: readonly CommandRow[] = [
  {
    ...command('graph', 'graph.stats', {
      lines: ({ entities, relations, memories, byKind }, tell: Tell) => [
        tell('terminal.graph_counts', { entities, relations, memories }),
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
        lines: ({ relations }, tell: Tell) => relations.map((one) => relationLine(one, tell)),
        none: say('none.relations'),
      }),
      command('around', 'graph.around', {
        args: { entity: 'around' },
        lines: ({ nodes, edges, truncated }, tell: Tell) => [
          ...nodes.map(({ entityId, name, kind }): Line => [entityId, name, kind]),
          ...edges.map((one) => relationLine(one, tell)),
          ...(truncated ? [tell('terminal.more_around')] : []),
        ],
      }),
      command('remove', 'graph.erase', {
        args: entity,
        asksFirst: async (client, { params }, tell: Tell) => {
          const found = await client['graph.entity']({ params });
          return {
            goes: goesWith(found, tell),
            question: tell('terminal.remove_for_good'),
            undone: tell('terminal.nothing_removed'),
            request: { params: { id: found.entityId } },
            done: tell('terminal.entity_removed', { name: found.name, id: found.entityId }),
          };
        },
      }),
      command('show', 'graph.entity', { args: entity, lines: inFull }),
      command('history', 'graph.history', {
        args: entity,
        lines: ({ names, values, relations }, tell: Tell) => [
          ...names.map(({ text, createdAt, supersededAt }): Line => [
            'name',
            text,
            when(createdAt, supersededAt, tell),
          ]),
          ...values.map(({ attribute, value, source, createdAt, supersededAt }): Line => [
            attribute,
            value ?? 'none',
            tell(
              source.origin === 'user'
                ? say('terminal.said_by_you')
                : say('terminal.said_by', { origin: source.origin }),
            ),
            when(createdAt, supersededAt, tell),
          ]),
          ...relations.map((one): Line => [
            ...relationLine(one, tell),
            when(one.createdAt, one.supersededAt, tell),
          ]),
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
      command('unrelate', 'graph.unrelate', { args: { relation: 'id' }, done: say('done.unrelated') }),
    ],
  },
];

const when = (from: string, until: string | null, tell: Tell): string =>
  until === null
    ? tell('terminal.since_when', { since: localMinute(from) })
    : tell('terminal.from_until', { from: localMinute(from), until: localMinute(until) });
