import type { AnswerOf, RequestTo } from '../client.ts';
import type { httpRows } from '../http/rows.ts';
import type { KindOfName } from './command.ts';

type Rows = typeof httpRows;

/** One thing that a name may mean. A name that is an id stands in both. */
export interface Named {
  readonly id: string;
  /** The first is the one that is shown. */
  readonly names: readonly string[];
}

/** How a kind of things is listed that have names that people know, and ids that they do not. */
interface Kind {
  /** The route that lists them, in pages. */
  readonly calls: keyof Rows;
  /** What it is asked for. */
  readonly query: (name: string) => Readonly<Record<string, unknown>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- the one place where answers of all types meet
  readonly named: (answer: any) => readonly Named[];
}

const kind = <const Operation extends keyof Rows>(
  calls: Operation,
  query: (name: string) => Readonly<Record<string, unknown>>,
  named: (answer: AnswerOf<Rows[Operation]>) => readonly Named[],
): Kind => ({ calls, query, named });

const LARGEST = 200;
const all = () => ({});

export const KINDS = {
  api: kind('apis.list', all, ({ profiles }) => profiles.map(({ id, name }) => ({ id, names: [name, id] }))),
  assistant: kind('assistants.list', all, ({ assistants }) =>
    assistants.map(({ assistantId, name }) => ({ id: assistantId, names: [name] })),
  ),
  collection: kind('datastore.collections', all, ({ collections }) =>
    collections.map(({ name }) => ({ id: name, names: [name] })),
  ),
  contact: kind(
    'contacts.list',
    (q) => ({ q, limit: LARGEST }),
    ({ contacts }) => contacts.map(({ contactId, name }) => ({ id: contactId, names: [name] })),
  ),
  deal: kind(
    'deals.list',
    () => ({ limit: LARGEST }),
    ({ deals }) => deals.map(({ dealId, title }) => ({ id: dealId, names: [title] })),
  ),
  entity: kind(
    'graph.entities',
    (q) => ({ q, limit: LARGEST }),
    ({ entities }) =>
      entities.map(({ entityId, name, aliases }) => ({ id: entityId, names: [name, ...aliases] })),
  ),
  server: kind('tool-servers.list', all, ({ servers }) =>
    servers.map(({ name }) => ({ id: name, names: [name] })),
  ),
  task: kind(
    'tasks.list',
    (q) => ({ q, limit: LARGEST }),
    ({ tasks }) => tasks.map(({ taskId, title }) => ({ id: taskId, names: [title] })),
  ),
  thread: kind(
    'threads.list',
    () => ({ includeArchived: true, limit: LARGEST }),
    ({ threads }) => threads.map(({ threadId, title }) => ({ id: threadId, names: [title] })),
  ),
  trigger: kind('triggers.list', all, ({ triggers }) =>
    triggers.flatMap(({ triggerId, title }) => (title === null ? [] : { id: triggerId, names: [title] })),
  ),
  workflow: kind('workflows.definitions', all, ({ workflowDefinitions }) =>
    workflowDefinitions.map(({ workflowId, name }) => ({ id: workflowId, names: [name] })),
  ),
} as const satisfies Readonly<Record<KindOfName, Kind>>;

/** A member of a request that takes a name in the place of an id. */
export interface PlaceOfName {
  readonly in: 'params' | 'query' | 'body';
  readonly member: string;
  readonly kind: KindOfName;
}

type Members<Part> = Part extends object ? keyof Part & string : never;
type PlaceIn<Row> = {
  readonly [In in PlaceOfName['in']]: {
    readonly in: In;
    readonly member: NonNullable<RequestTo<Row>> extends { readonly [I in In]?: infer Part }
      ? Members<NonNullable<Part>>
      : never;
    readonly kind: KindOfName;
  };
}[PlaceOfName['in']];

const id = (kind: KindOfName) => [{ in: 'params', member: 'id', kind }] as const;
const name = (kind: KindOfName) => [{ in: 'params', member: 'name', kind }] as const;
const collection = [{ in: 'params', member: 'collection', kind: 'collection' }] as const;
const parent = [{ in: 'body', member: 'parentId', kind: 'task' }] as const;

/** Every place where the terminal says a name. */
export const PLACES: { readonly [Operation in keyof Rows]?: readonly PlaceIn<Rows[Operation]>[] } = {
  'apis.get': id('api'),
  'assistants.delete': id('assistant'),
  'assistants.get': id('assistant'),
  'assistants.set': id('assistant'),
  'apis.remove': id('api'),
  'contacts.edit': name('contact'),
  'contacts.get': name('contact'),
  'contacts.interactions': name('contact'),
  'contacts.log': name('contact'),
  'contacts.remove': name('contact'),
  'contacts.timeline': name('contact'),
  'datastore.change': name('collection'),
  'datastore.delete': collection,
  'datastore.drop': name('collection'),
  'datastore.export': collection,
  'datastore.import': collection,
  'datastore.insert': collection,
  'datastore.query': collection,
  'datastore.records': collection,
  'datastore.update': collection,
  'deals.add': [{ in: 'body', member: 'contact', kind: 'contact' }],
  'deals.edit': id('deal'),
  'deals.ofContact': name('contact'),
  'deals.remove': id('deal'),
  'graph.around': [{ in: 'query', member: 'around', kind: 'entity' }],
  'graph.edit': id('entity'),
  'graph.entity': id('entity'),
  'graph.erase': id('entity'),
  'graph.history': id('entity'),
  'graph.relate': [
    { in: 'body', member: 'from', kind: 'entity' },
    { in: 'body', member: 'to', kind: 'entity' },
  ],
  'graph.relations': id('entity'),
  'merges.merge': [
    { in: 'body', member: 'merged', kind: 'entity' },
    { in: 'body', member: 'kept', kind: 'entity' },
  ],
  'merges.preview': [
    { in: 'query', member: 'merged', kind: 'entity' },
    { in: 'query', member: 'kept', kind: 'entity' },
  ],
  'sessions.create': [{ in: 'body', member: 'threadId', kind: 'thread' }],
  'tags.set': id('thread'),
  'tasks.complete': id('task'),
  'tasks.create': [...parent],
  'tasks.delete': id('task'),
  'tasks.get': id('task'),
  'tasks.set': [...id('task'), ...parent],
  'tasks.stop': [...id('task'), ...id('trigger')],
  'threads.delete': id('thread'),
  'threads.get': id('thread'),
  'threads.messages': id('thread'),
  'threads.set': id('thread'),
  'threads.tools': id('thread'),
  'tool-servers.accept': name('server'),
  'tool-servers.get': name('server'),
  'tool-servers.remove': name('server'),
  'tool-servers.signIn': name('server'),
  'tool-servers.signOut': name('server'),
  'tool-servers.test': name('server'),
  'triggers.delete': id('trigger'),
  'triggers.get': id('trigger'),
  'triggers.run': id('trigger'),
  'triggers.runs': id('trigger'),
  'triggers.set': id('trigger'),
  'triggers.test': id('trigger'),
  'workflows.definition': id('workflow'),
  'workflows.delete': id('workflow'),
  'workflows.start': id('workflow'),
};
