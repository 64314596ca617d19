import { beforeAll, expect } from '@jest/globals';
import { guarded } from '../../../src/adapters/in/http/carry-out.ts';
import { socketRows } from '../../../src/contract/http/rows.ts';
import { scopeFor } from '../../../src/core/trust/people/policy.ts';
import type { Scope } from '../../../src/core/trust/people/model.ts';
import { closedAfterwards } from '../../harness/afterwards.ts';
import { planted as somebody } from '../../harness/people.ts';
import { verifies } from '../../spec/verifies.ts';
import { UNKNOWN_ID } from '../http/routes.ts';
import { until } from '../http/wire.ts';
import { bearer, houseOfThree, type House } from './house.ts';
import { LINES, SHOWS_OWN, type Operation } from './lines.ts';
import { isSame, namedIn, pairsOf, type Pair } from './pairs.ts';
import { rowOf, said, comparable, type Asked, type Said } from './said.ts';
import { Statements } from './statements.ts';
import { peopledTables } from './peopled-tables.ts';
import { commonThings, nobodys, planted, type Common, type Things } from './things.ts';

type Name = 'owner' | 'ann' | 'ben';
const NAMES = ['owner', 'ann', 'ben'] as const satisfies readonly Name[];

interface Asker {
  readonly says: string;
  /** Whose things are theirs. */
  readonly is: Name;
  readonly scopes: readonly Scope[];
  readonly headers: Readonly<Record<string, string>>;
}

const ALL: readonly Scope[] = ['read', 'run', 'manage'];

let house: House;
let common: Common;
let statements: Statements;
let things: Readonly<Record<Name, Things>>;
/** As those of each, but nobody's. */
let none: Readonly<Record<Name, Things>>;
let askers: readonly Asker[];
/** What each of them was told who follows the threads, from the beginning on. */
let followed: readonly Followed[];

beforeAll(async () => {
  house = await houseOfThree();
  common = await commonThings(house);
  askers = [
    { says: 'the owner', is: 'owner', scopes: ALL, headers: bearer(house.owner.token) },
    { says: 'a member', is: 'ann', scopes: ALL, headers: bearer(house.ann.token) },
    { says: 'another in a browser', is: 'ben', scopes: ALL, headers: house.browserOf('Ben') },
    { says: 'a token of another', is: 'ben', scopes: ALL, headers: bearer(house.ben.token) },
    {
      says: 'a token that only reads',
      is: 'ann',
      scopes: ['read'],
      headers: bearer(await house.tokenOf(house.ann.personId, ['read'])),
    },
  ];
  followed = await Promise.all(askers.map(({ headers }) => follow(headers)));
  const owner = await planted(house, house.owner, common);
  const ann = await planted(house, house.ann, common);
  const ben = await planted(house, house.ben, common);
  things = { owner, ann, ben };
  none = { owner: nobodys(owner), ann: nobodys(ann), ben: nobodys(ben) };
  statements = new Statements();
}, 120_000);

interface Followed {
  text(): string;
}

/** Follows the threads until the file is over. */
async function follow(headers: Asker['headers']): Promise<Followed> {
  const leaving = new AbortController();
  const signal = leaving.signal;
  const response = await fetch(`${house.engine.baseUrl}/api/threads/events`, { headers, signal });
  expect(response.status).toBe(200);
  let text = '';
  const decoder = new TextDecoder();
  const reading = (async () => {
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>)
      text += decoder.decode(piece, { stream: true });
  })().catch(() => undefined);
  closedAfterwards(async () => {
    leaving.abort();
    await reading;
  });
  return { text: () => text };
}

const operations = Object.keys(socketRows) as readonly Operation[];
const isOwners = (operation: Operation) => rowOf(operation).who === 'owner';
const lineOf = (operation: Operation) =>
  (LINES as Readonly<Record<string, (of: Things, all: Common) => Asked | readonly Asked[] | undefined>>)[
    operation
  ]!;
const requestsOf = (operation: Operation, of: Things): readonly Asked[] => {
  const asked = lineOf(operation)(of, common) ?? {};
  return Array.isArray(asked) ? asked : [asked as Asked];
};

const whose = ({ is }: Asker, name: Name) => ({
  own: things[is],
  another: things[name],
  nobodys: none[name],
});

const isOfNobody = (operation: Operation): boolean =>
  namedIn((of) => requestsOf(operation, of), things.ann).length === 0;

/** The private socket knows no browsers. */
const comesTo = (operation: Operation, { headers }: Asker): boolean =>
  !rowOf(operation).privateOnly || 'authorization' in headers;
const baseOf = (operation: Operation): string =>
  rowOf(operation).privateOnly ? house.privateUrl : house.engine.baseUrl;
const ask = (operation: Operation, asked: Asked, headers: Asker['headers']): Promise<Said> =>
  said(baseOf(operation), operation, asked, headers);

const ofOthers = ({ is }: Asker): readonly Name[] => NAMES.filter((name) => name !== is);

/** The words of others in what this one was told. */
function leaked(asker: Asker, told: unknown): readonly string[] {
  const text = JSON.stringify(told);
  return ofOthers(asker).filter(
    (name) => text.includes(things[name].mark) || text.includes(things[name].secretName),
  );
}

/** What the policy lets nobody come to, by status and code; null: they come to it. */
function refusedBy(operation: Operation, { is, scopes }: Asker): readonly [number, string] | null {
  const row = rowOf(operation);
  if (row.who === 'open') return null;
  if (row.who === 'owner' && is !== 'owner') return [403, 'owner_only'];
  return scopes.includes(scopeFor(guarded(row.who, row))) ? null : [403, 'scope_too_narrow'];
}

verifies('people.matrix', 'each route that others come to has its line, and no other', () => {
  expect(Object.keys(LINES).toSorted()).toEqual(operations.filter((one) => !isOwners(one)).toSorted());
});

verifies('people.matrix', 'who was disabled comes to nothing, of each kind of route', async () => {
  const { personId } = await somebody(house.engine, { name: 'Dan' });
  const headers = bearer(await house.tokenOf(personId, ALL));
  await house.owner.client['people.set']({ params: { id: personId }, body: { disabled: true } });
  for (const operation of ['threads.list', 'threads.events', 'threads.debugExport'] as const) {
    const { status } = await ask(operation, requestsOf(operation, things.ann)[0]!, headers);
    expect([operation, status]).toEqual([operation, 401]);
  }
});

verifies('people.matrix', 'nobody comes to more than what is open', async () => {
  for (const operation of operations) {
    const row = rowOf(operation);
    if (row.privateOnly) continue;
    const asked = isOwners(operation) ? ownersRequest(operation) : requestsOf(operation, things.ann)[0]!;
    const { status } = await ask(operation, asked, {});
    const isSignIn = row.withoutToken === true;
    if (row.who === 'open') expect([operation, isSignIn || status < 400]).toEqual([operation, true]);
    else expect([operation, status]).toEqual([operation, 401]);
  }
});

/** Of what only the owner comes to, what is only shown. */
const ownersRequest = (operation: Operation): Asked => {
  const [, path = ''] = rowOf(operation).route.split(' ');
  const names = [...path.matchAll(/:(\w+)/gu)].map(([, name = '']) => name);
  return { params: Object.fromEntries(names.map((name) => [name, UNKNOWN_ID])) };
};

/** By status and code: what a route answers of things of another, as the contract has it. */
type Told = readonly [status: number, code: string | null];
const TOLD_OF_ANOTHERS: Readonly<Partial<Record<Operation, readonly [member: Told, owner: Told]>>> = {
  'tasks.stop': [
    [403, 'forbidden'],
    [409, 'not_running'],
  ],
  // That somebody is here, all know.
  'me.handover': [
    [200, null],
    [200, null],
  ],
};

/** Their words are looked up among those of all, which takes more where nobody has used a word. */
const READS_OF_ALL: readonly Operation[] = ['memory.search'];

/** As what the owner is told who names a path below the folders of members, whether somebody has it or not. */
const OUTSIDE: readonly (string | null)[] = ['outside_workspace', 'attachment_unusable'];

/** What nobody has: it is not there, or nothing is found. */
const isNotThere = (operation: Operation, { status, code }: Said): boolean =>
  status === 404 ||
  OUTSIDE.includes(code) ||
  (status === 200 && (onlyShows(operation) || operation === 'memory.edit'));

/** How the answers differ; empty: they do not. */
async function toldApart(
  operation: Operation,
  asker: Asker,
  { ofAnother, ofNobody, isAll }: Pair<Asked>,
): Promise<readonly unknown[]> {
  statements.take();
  const first = await ask(operation, ofNobody, asker.headers);
  const readOfNobody = statements.take();
  const second = await ask(operation, ofAnother, asker.headers);
  const readOfAnother = statements.take();
  const answer = comparable(second, ofAnother);
  const words = leaked(asker, answer);
  if (words.length > 0) return [words, second.body];
  const got = [second.status, second.code];
  const said = refusedBy(operation, asker) ?? TOLD_OF_ANOTHERS[operation]?.[asker.is === 'owner' ? 1 : 0];
  if (said) return isSame(got, said) ? [] : [got, said];
  const unknown = comparable(first, ofNobody);
  if (!isSame(answer, unknown)) return [answer, unknown];
  if (isAll && !isNotThere(operation, first)) return [first.status, first.code];
  const isOfAll = READS_OF_ALL.includes(operation);
  return isOfAll || isSame(readOfAnother, readOfNobody) ? [] : [readOfAnother, readOfNobody];
}

/** Work of the engine itself may come between, but not each time. */
const TRIES = 4;

verifies(
  ['people.matrix', 'people.unknown'],
  'what is asked of things of another is answered as of things that nobody has, with the same reads',
  async () => {
    const apart: unknown[] = [];
    for (const operation of operations) {
      if (isOwners(operation) || rowOf(operation).who === 'open') continue;
      for (const asker of askers.filter((one) => comesTo(operation, one)))
        for (const name of ofOthers(asker))
          for (const pair of pairsOf((of) => requestsOf(operation, of), whose(asker, name))) {
            let differ = await toldApart(operation, asker, pair);
            for (let nth = 1; nth < TRIES && differ.length > 0; nth += 1)
              differ = await toldApart(operation, asker, pair);
            if (differ.length > 0) apart.push([operation, asker.says, name, pair.ofAnother, differ]);
          }
    }
    expect(apart).toEqual([]);
  },
);

/** What shows something, and changes nothing. */
const onlyShows = (operation: Operation): boolean => {
  const row = rowOf(operation);
  const isGet = row.route.startsWith('GET ');
  return isGet || (row.who !== 'open' && scopeFor(guarded(row.who, row)) === 'read');
};

/** By what it is for, they have all that is stored. */
const HAVE_ALL: readonly Operation[] = ['export.data'];

verifies(
  'people.matrix',
  'in what one is shown of one’s own there is one’s mark, and never that of another',
  async () => {
    const shows = new Set<Operation>();
    for (const operation of operations) {
      const isTheOwners = isOwners(operation);
      if (rowOf(operation).who === 'open' || HAVE_ALL.includes(operation)) continue;
      const isAsked = isTheOwners
        ? rowOf(operation).route.startsWith('GET ')
        : onlyShows(operation) || isOfNobody(operation);
      if (!isAsked) continue;
      for (const asker of askers) {
        if (!comesTo(operation, asker)) continue;
        for (const own of isTheOwners
          ? [ownersRequest(operation)]
          : requestsOf(operation, things[asker.is])) {
          const answer = await ask(operation, own, asker.headers);
          const at = [operation, asker.says, own];
          const refused = refusedBy(operation, asker);
          if (refused !== null) expect([at, answer.status, answer.code]).toEqual([at, ...refused]);
          else expect([at, answer.status < 500 || answer.code]).toEqual([at, true]);
          expect([at, leaked(asker, answer)]).toEqual([at, []]);
          if (asker.is === 'ann' && asker.scopes === ALL && answer.body.includes(things.ann.mark))
            shows.add(operation);
        }
      }
    }
    expect([...shows].toSorted()).toEqual(SHOWS_OWN.toSorted());
  },
);

verifies('people.matrix', 'logs and metrics name nobody, and have no word of theirs', async () => {
  const logged = JSON.stringify(house.engine.log.lines.filter(({ level }) => level !== 'debug'));
  const metrics = await ask('metrics.prometheus', {}, bearer(house.owner.token));
  const numbers = await ask('metrics.get', {}, bearer(house.owner.token));
  for (const text of [logged, metrics.body, numbers.body])
    for (const name of NAMES) {
      expect(text).not.toContain(things[name].mark);
      expect(text).not.toContain(things[name].personId);
    }
});

verifies('people.matrix', 'who follows the threads is told of their own, and of nothing else', async () => {
  for (const [at, asker] of askers.entries()) {
    await until('they are told', () => followed[at]!.text().includes(things[asker.is].threadId));
    const text = followed[at]!.text();
    expect([asker.says, leaked(asker, text)]).toEqual([asker.says, []]);
    const ids = ofOthers(asker).flatMap((name) => [things[name].threadId, things[name].forkId]);
    expect(ids.filter((id) => text.includes(id))).toEqual([]);
  }
});

verifies('people.same-key', 'one idempotency key of three people is three keys', () => {
  for (const name of ['runId', 'queuedTaskId', 'workflowRunId'] as const)
    expect(new Set(NAMES.map((one) => things[one][name])).size).toBe(NAMES.length);
});

/** When it was answered, which is told in these. */
const MOMENT = /"(?:to|exportedAt)":"[^"]*"|"timeoutMs":\d+/gu;

/** Of these each answer differs from the last, whoever does something. */
const OF_THE_MOMENT: readonly Operation[] = [
  'engine.status',
  'me.sessions',
  'metrics.get',
  'metrics.prometheus',
];

/** Of what another has they are told that it is there, as the contract has it. */
const TELL_OF_OTHERS: Readonly<Record<'owner' | 'member', readonly Operation[]>> = {
  owner: ['triggers.list', 'running.list', 'history.others', 'migration.preview', 'people.files'],
  member: ['triggers.list'],
};

verifies(
  'people.counts',
  'what one is shown stays the same when another gets more of everything: counts, ranks, cursors',
  async () => {
    const reading = operations.filter(
      (operation) =>
        rowOf(operation).who !== 'open' &&
        onlyShows(operation) &&
        !OF_THE_MOMENT.includes(operation) &&
        !['threads.events', 'toolServer.accessChanges', 'export.data'].includes(operation),
    );
    const told = async () => {
      const answers: [at: readonly unknown[], body: string][] = [];
      for (const asker of askers.filter(({ is, scopes }) => is !== 'ann' && scopes === ALL))
        for (const operation of reading) {
          if (!comesTo(operation, asker) || refusedBy(operation, asker) !== null) continue;
          if (TELL_OF_OTHERS[asker.is === 'owner' ? 'owner' : 'member'].includes(operation)) continue;
          const own = isOwners(operation)
            ? [ownersRequest(operation)]
            : requestsOf(operation, things[asker.is]);
          for (const asked of own) {
            const { headers, body } = await ask(operation, asked, asker.headers);
            answers.push([
              [operation, asker.says, asked],
              body.replaceAll(headers['x-request-id'] ?? '\0', '#').replaceAll(MOMENT, '#'),
            ]);
          }
        }
      return answers;
    };
    const before = await told();
    await planted(house, house.ann, common, '-more');
    const after = await told();
    const changed = before.flatMap(([at, body], index) =>
      body === after[index]?.[1] ? [] : [[at, body, after[index]?.[1]]],
    );
    expect(changed).toEqual([]);
  },
);

verifies('people.cursors', 'a cursor of another leads to nothing of theirs', async () => {
  const took: Operation[] = [];
  for (const operation of operations) {
    const { query } = rowOf(operation);
    if (isOwners(operation) || query === undefined || !('cursor' in query.properties)) continue;
    const line = requestsOf(operation, things.ann)[0]!;
    const first = { ...line, query: { ...line.query, limit: 1 } };
    const page = await ask(operation, first, bearer(house.ann.token));
    const { nextCursor = null } = JSON.parse(page.body) as { readonly nextCursor?: string | null };
    if (nextCursor === null) continue;
    took.push(operation);
    for (const asker of askers.filter(({ is }) => is !== 'ann')) {
      if (!comesTo(operation, asker)) continue;
      const own = requestsOf(operation, things[asker.is])[0]!;
      const asked = { ...own, query: { ...own.query, limit: 100, cursor: nextCursor } };
      const answer = await ask(operation, asked, asker.headers);
      const at = [operation, asker.says];
      expect([at, answer.status]).toEqual([at, 200]);
      expect([at, leaked(asker, answer.body)]).toEqual([at, []]);
    }
  }
  expect(took.toSorted()).toEqual(HAVE_PAGES.toSorted());
});

/** Lists in which each has two and more. */
const HAVE_PAGES: readonly Operation[] = [
  'artifacts.list',
  'contacts.interactions',
  'contacts.list',
  'contacts.timeline',
  'deletedFiles.list',
  'files.list',
  'graph.entities',
  'graph.relations',
  'history.runs',
  'history.toolCalls',
  'insights.threads',
  'memory.entries',
  'memory.entryRuns',
  'notices.list',
  'prompts.list',
  'tags.list',
  'tasks.list',
  'threads.list',
  'threads.messages',
  'threads.search',
  'toolRuns.list',
  'triggers.list',
  'workflows.definitions',
  'workflows.list',
];

verifies('people.matrix', 'each has something in every table that says whose its rows are', async () => {
  await house.engine.stop();
  const ids = NAMES.map((name) => things[name].personId);
  const empty = peopledTables(house.engine.dataDir, house.owner.personId).filter(({ people }) =>
    ids.some((id) => !people.has(id)),
  );
  expect(empty.map(({ table }) => table).toSorted()).toEqual(EMPTY.toSorted());
});

/** The owner signs in with the token of the engine. */
const EMPTY: readonly string[] = ['history.db person_links', 'history.db person_sessions'];
