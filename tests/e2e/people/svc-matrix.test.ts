import { beforeAll, expect } from '@jest/globals';
import type { Transport } from '../../../src/contract/client.ts';
import { toolServerTools } from '../../../src/contract/tool-server/tools.ts';
import type { Scope } from '../../../src/core/trust/people/model.ts';
import { INITIALIZE, modernMeta, openTestPort, type TestPort } from '../../harness/tool-server.ts';
import { verifies } from '../../spec/verifies.ts';
import { houseOfThree, type House } from './house.ts';
import { isSame, namedIn, pairsOf, withoutAsked, type Pair } from './pairs.ts';
import { commonThings, nobodys, planted, type Things } from './things.ts';

const SECRET = 'a-secret-of-32-characters-at-least';
const NAMES = ['owner', 'ann', 'ben'] as const;
type Name = (typeof NAMES)[number];
type Arguments = Readonly<Record<string, unknown>>;

interface Line {
  readonly asks: (of: Things) => readonly Arguments[];
  readonly needs: Scope;
  /** Its answer to its person has their words. */
  readonly showsOwn?: true;
}

/** How each tool is called about things of somebody. A new tool is a new line here. */
const LINES: Readonly<Record<string, Line>> = {
  svc_run: { needs: 'run', asks: ({ toolSessionId: session_id }) => [{ task: 'x', session_id }] },
  svc_run_start: {
    needs: 'run',
    asks: ({ toolSessionId: session_id, assistantId: assistant }) => [
      { task: 'x', session_id },
      { task: 'x', assistant },
    ],
  },
  svc_poll: {
    needs: 'read',
    showsOwn: true,
    asks: ({ toolRunId: run_id, toolSessionId: session_id }) => [
      { run_id },
      { run_id, session_id, cursor: 0 },
    ],
  },
  svc_reply: {
    needs: 'run',
    asks: ({ toolRunId: run_id, toolSessionId: session_id }) => [{ run_id, session_id, answer: 'x' }],
  },
  svc_abort: { needs: 'run', asks: ({ toolSessionId: session_id }) => [{ session_id }] },
  svc_reset: { needs: 'run', asks: ({ toolSessionId: session_id }) => [{ session_id }] },
  svc_memory: { needs: 'read', showsOwn: true, asks: () => [{ namespace: 'knowledge' }] },
  svc_read_file: { needs: 'read', showsOwn: true, asks: ({ filePath: path }) => [{ path }] },
  svc_batch: { needs: 'run', asks: () => [{ requests: [{ id: 'x', task: 'x' }] }] },
  svc_status: { needs: 'read', showsOwn: true, asks: ({ batchId: batch_id }) => [{ batch_id }] },
};

interface Asker {
  readonly says: string;
  readonly is: Name;
  readonly scopes: readonly Scope[];
  readonly bearer: string;
}

interface Called {
  readonly code: string | null;
  readonly text: string;
}

const ALL: readonly Scope[] = ['read', 'run', 'manage'];

let house: House;
let port: TestPort;
let things: Readonly<Record<Name, Things>>;
let askers: readonly Asker[];

beforeAll(async () => {
  const env = { SVC_MCP_SECRET: SECRET };
  house = await houseOfThree({ env });
  const common = await commonThings(house);
  const owner = await planted(house, house.owner, common);
  const ann = await planted(house, house.ann, common);
  const ben = await planted(house, house.ben, common);
  things = { owner, ann, ben };
  const reaching: Transport = async (url, init) =>
    await fetch(url.replace('http://localhost', house.privateUrl), init as RequestInit);
  port = await openTestPort({ dataDir: house.engine.dataDir, env, engine: reaching });
  askers = [
    { says: 'the secret', is: 'owner', scopes: ALL, bearer: SECRET },
    { says: 'a member', is: 'ann', scopes: ALL, bearer: house.ann.token },
    { says: 'another', is: 'ben', scopes: ALL, bearer: house.ben.token },
    {
      says: 'a token that only reads',
      is: 'ann',
      scopes: ['read'],
      bearer: await house.tokenOf(house.ann.personId, ['read']),
    },
  ];
}, 120_000);

const post = (body: object, bearer: string | null, headers: Readonly<Record<string, string>> = {}) =>
  fetch(port.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  });

/** What a host is told, without what differs from call to call. */
async function called(name: string, args: Arguments, bearer: string): Promise<Called> {
  const params = { name, arguments: args, _meta: modernMeta() };
  const response = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, bearer, {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': name,
  });
  const body = await response.text();
  const message = JSON.parse(/^data: (\{.*"result".*\})$/mu.exec(body)?.[1] ?? body) as {
    readonly result?: { readonly structuredContent: { readonly code?: string; readonly data?: string } };
  };
  const { code = null, data } = message.result?.structuredContent ?? {};
  return { code, text: `${JSON.stringify(message)} ${data === undefined ? '' : atob(data)}` };
}

const ofOthers = ({ is }: Asker): readonly Name[] => NAMES.filter((name) => name !== is);
const leaked = (asker: Asker, text: string): readonly string[] =>
  ofOthers(asker).filter((name) => text.includes(things[name].mark));

async function toldApart(
  tool: string,
  asker: Asker,
  { ofAnother, ofNobody }: Pair<Arguments>,
): Promise<readonly unknown[]> {
  const first = await called(tool, ofNobody, asker.bearer);
  const second = await called(tool, ofAnother, asker.bearer);
  const answer = withoutAsked(second.text, ofAnother);
  if (leaked(asker, answer).length > 0) return [answer];
  if (second.code === null) return [second];
  return isSame(answer, withoutAsked(first.text, ofNobody)) ? [] : [second, first];
}

verifies('people.tools', 'each tool has its line, and the scope that it needs', () => {
  const lines = Object.entries(LINES).map(([name, { needs }]) => [name, 'starter', needs]);
  expect(lines.toSorted()).toEqual(
    toolServerTools.map(({ name, who, needs }) => [name, who, needs]).toSorted(),
  );
});

verifies('people.tools', 'each tool with a token that only reads, and without any', async () => {
  const reader = askers.at(-1)!;
  for (const [tool, { asks, needs }] of Object.entries(LINES)) {
    const { code } = await called(tool, asks(things.ann)[0]!, reader.bearer);
    expect([tool, code]).toEqual([tool, needs === 'read' ? null : 'scope_too_narrow']);
  }
  expect((await post(INITIALIZE, null)).status).toBe(401);
});

verifies('people.tools', 'what is of another is to each tool what nobody has', async () => {
  const apart: unknown[] = [];
  for (const [tool, { asks }] of Object.entries(LINES))
    for (const asker of askers)
      for (const name of ofOthers(asker)) {
        const whose = { own: things[asker.is], another: things[name], nobodys: nobodys(things[name]) };
        for (const pair of pairsOf(asks, whose)) {
          const differ = await toldApart(tool, asker, pair);
          if (differ.length > 0) apart.push([tool, asker.says, name, pair.ofAnother, differ]);
        }
      }
  expect(apart).toEqual([]);
});

verifies('people.tools', 'a host is told its own, and nothing of others', async () => {
  for (const [tool, { asks, needs, showsOwn = false }] of Object.entries(LINES))
    for (const asker of askers) {
      const isAsked = needs === 'read' || namedIn(asks, things.ann).length === 0;
      if (!isAsked) continue;
      for (const args of asks(things[asker.is])) {
        const { text } = await called(tool, args, asker.bearer);
        const at = [tool, asker.says];
        expect([at, leaked(asker, text)]).toEqual([at, []]);
        expect([at, text.includes(things[asker.is].mark)]).toEqual([at, showsOwn]);
      }
    }
});
