import { expect } from '@jest/globals';
import type { PersonId } from '../../../src/core/kernel/ids.ts';
import { threadId } from '../../../src/core/kernel/ids.ts';
import { EVERYONE, type Whose } from '../../../src/core/trust/people/model.ts';
import { databaseTokens } from '../../../src/main/tokens.ts';
import type { Stores } from '../../../src/main/stores.ts';
import { verifies } from '../../spec/verifies.ts';
import { houseOfThree } from './house.ts';
import { commonThings, planted, type Things } from './things.ts';

type All = Stores['history'];
type AsksForOne<Read> = Read extends (...asked: infer Asked) => unknown
  ? Asked extends readonly [infer Person, infer One, ...unknown[]]
    ? [PersonId, Person] extends [Person, Whose]
      ? One extends string
        ? true
        : false
      : false
    : false
  : false;
type Names<Store> = {
  [Name in keyof Store & string]: AsksForOne<Store[Name]> extends true ? Name : never;
}[keyof Store & string];
type Read = { [Store in keyof All & string]: `${Store}.${Names<All[Store]>}` }[keyof All & string];

/** These tell how many there are of others. */
type OfOthers = `movedLinks.count${'For' | 'Of'}Others`;

const LIMIT = 10;

/** What each read of something by its id, or by words of somebody, is asked for. A new one does not compile without its line. */
const READS: Readonly<Record<Exclude<Read, OfOthers>, (of: Things) => readonly [string, ...unknown[]]>> = {
  'artifacts.get': ({ artifactId }) => [artifactId],
  'assistants.get': ({ assistantId }) => [assistantId],
  'changesets.threadsChanging': ({ personId, changedPath }) => [`people/${personId}/${changedPath}`],
  'faces.ofChat': ({ mark }) => [mark, LIMIT],
  'faces.ofTip': ({ mark }) => [mark, LIMIT],
  'grants.get': ({ grantId }) => [grantId],
  'history.runIdsLike': ({ runId }) => [runId, LIMIT],
  'notices.get': ({ noticeId }) => [noticeId],
  'past.threads': () => ['chatgpt'],
  'runs.get': ({ runId }) => [runId],
  'sessions.get': ({ sessionId }) => [sessionId],
  'tasks.get': ({ taskId }) => [taskId],
  'tasks.idsLike': ({ taskId }) => [taskId, LIMIT],
  'threads.get': ({ threadId: id }) => [id],
  'told.runsTold': ({ entryId }) => ['memory', entryId, { after: null, limit: LIMIT }],
  'triggers.get': ({ triggerId }) => [triggerId],
  'triggers.idsLike': ({ triggerId }) => [triggerId, LIMIT],
  'triggers.now': ({ triggerId }) => [triggerId],
  'workflows.definitionIdsLike': ({ workflowId }) => [workflowId, LIMIT],
  'workflows.get': ({ workflowId }) => [workflowId],
  'workflows.run': ({ workflowRunId }) => [workflowRunId],
  'workflows.runIdsLike': ({ workflowRunId }) => [workflowRunId, LIMIT],
};

const isNothing = (found: unknown): boolean => {
  const all = (found as { readonly items?: unknown } | null | undefined)?.items ?? found;
  return all === null || all === undefined || (Array.isArray(all) && all.length === 0);
};

verifies(
  'people.stores',
  'each read of a store by an id or by words finds it for whose it is, and for nobody else',
  async () => {
    const house = await houseOfThree();
    const { ann, ben, owner, engine } = house;
    const of = await planted(house, ann, await commonThings(house));
    await engine.engine.get(databaseTokens.journal).commit([
      {
        change: 'face.hold',
        held: { threadId: threadId(of.threadId), chat: of.mark, tip: of.mark },
      },
      { change: 'past.hold', threadId: threadId(of.threadId), kind: 'chatgpt', sourceId: of.mark },
    ]);
    const stores = engine.engine.get(databaseTokens.databases).history as unknown as Readonly<
      Record<
        string,
        Readonly<Record<string, (whose: Whose, ...asked: readonly unknown[]) => Promise<unknown>>>
      >
    >;
    const found: [read: string, whose: string][] = [];
    for (const [read, line] of Object.entries(READS)) {
      const [store = '', name = ''] = read.split('.');
      const people = { ann: ann.personId, ben: ben.personId, owner: owner.personId, everyone: EVERYONE };
      for (const [whose, person] of Object.entries(people))
        if (!isNothing(await stores[store]?.[name]?.(person as Whose, ...line(of))))
          found.push([read, whose]);
    }
    const reads = Object.keys(READS);
    const alsoEveryone = reads.filter((read) => !ONLY_OF_PEOPLE.has(read));
    expect(found.toSorted()).toEqual(
      [...reads.map((read) => [read, 'ann']), ...alsoEveryone.map((read) => [read, 'everyone'])].toSorted(),
    );
  },
);

/** Nobody asks these for everyone. */
const ONLY_OF_PEOPLE: ReadonlySet<string> = new Set([
  'assistants.get',
  'faces.ofChat',
  'faces.ofTip',
  'past.threads',
]);
