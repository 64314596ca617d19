import { get, theSame } from '../client.ts';
import type { Figure } from '../figure.ts';
import type { Server } from '../lab.ts';
import { requestRate } from '../request-rate.ts';
import { ratio } from '../series.ts';
import { useData } from '../used-data.ts';

const REQUESTS = 400;
const MESSAGES = 2_000;
/** The default page size. */
const PAGE = 50;

export const threadMessages: Figure = {
  name: 'thread-messages',
  summary:
    'GET /api/threads/:id/messages of a 2,000-message thread; bare: a server of express and better-sqlite3 that gives the equal answer',
  async *series(lab) {
    const seeded = () =>
      lab.seeded('messages', (folder) =>
        useData(folder, { threads: 1, messagesPerThread: MESSAGES, eventsPerThread: 1 }),
      );
    const engine = await lab.built(await seeded());
    const bare = await lab.bareRoutes('threads', await seeded());
    const { threads } = JSON.parse(await get(`${engine.url}/api/threads`)) as {
      threads: { threadId: string }[];
    };
    const path = `/api/threads/${threads[0]?.threadId}/messages`;
    const last = `?after=${MESSAGES - PAGE}`;
    for (const [what, ask] of [
      ['first page', always(path)],
      ['last page', always(path + last)],
      ['page after page', pageAfterPage(path)],
    ] as const) {
      await theSame(engine.url, bare.url, what === 'last page' ? path + last : path);
      const rate = (server: Server) => {
        const request = ask(server);
        return async () => [await requestRate(REQUESTS, request)];
      };
      yield {
        rows: [{ what: `messages, ${what}`, unit: 'requests/s', bounds: [ratio.atLeast(0.6)] }],
        rounds: { warmUp: 4, counted: 20 },
        engine: rate(engine),
        bare: rate(bare),
      };
    }
    await Promise.all([engine.stop(), bare.stop()]);
  },
};

type Ask = (server: Server) => (client: number) => Promise<unknown>;

const always =
  (path: string): Ask =>
  ({ url }) =>
  () =>
    get(url + path);

/** Each client reads the thread from beginning to end, repeatedly. */
function pageAfterPage(path: string): Ask {
  return ({ url }) => {
    const at = new Map<number, { readonly query: string; readonly seen: number }>();
    return async (client) => {
      const { query, seen } = at.get(client) ?? { query: '', seen: 0 };
      const page = JSON.parse(await get(url + path + query)) as {
        messages: unknown[];
        nextCursor: string | null;
      };
      const soFar = seen + page.messages.length;
      if (page.nextCursor === null && soFar !== MESSAGES)
        throw new Error(`${soFar} messages of ${MESSAGES} were paged`);
      if (page.nextCursor === null) at.delete(client);
      else at.set(client, { query: `?cursor=${page.nextCursor}`, seen: soFar });
    };
  };
}
