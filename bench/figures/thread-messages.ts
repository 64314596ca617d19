import { get } from '../client.ts';
import type { Bound, Figure, Finding } from '../figure.ts';
import type { Lab } from '../lab.ts';
import { compared, interleaved, sides } from '../measure.ts';
import { requestRate } from '../request-rate.ts';
import { useData } from '../used-data.ts';

const REQUESTS = 400;
const MESSAGES = 2_000;
/** The default page size. */
const PAGE = 50;
/** Five times the 160 requests per second of an existing engine. */
const FAST_ENOUGH: Bound = { atLeast: 800 };

export const threadMessages: Figure = {
  name: 'thread-messages',
  does: 'GET /api/threads/:id/messages of a 2,000-message thread; bare: of a 50-message thread, whose answer is as long as a default page',
  measure: async (lab) => {
    const many = await withMessages(lab, MESSAGES);
    const few = await withMessages(lab, PAGE);
    const findings: Finding[] = [];
    for (const [what, ask, askBare] of [
      ['first page', always(many), always(few)],
      ['last page', always(many, `?after=${MESSAGES - PAGE}`), always(few)],
      ['page after page', pageAfterPage(many), pageAfterPage(few)],
    ] as const) {
      const [rate, ratio] = await rates(ask, askBare);
      findings.push({ what: `messages, ${what}`, ...rate, bound: FAST_ENOUGH });
      findings.push({ what: `messages, ${what}, against few`, ...ratio, bound: { atLeast: 0.8 } });
    }
    await Promise.all([many.stop(), few.stop()]);
    return findings;
  },
};

interface Thread {
  readonly messages: number;
  /** The URL of its messages. */
  readonly url: string;
  stop(): Promise<void>;
}

async function withMessages(lab: Lab, messages: number): Promise<Thread> {
  const dataDir = lab.folder('messages');
  await useData(dataDir, { threads: 1, messagesPerThread: messages, eventsPerThread: 1 });
  const engine = await lab.built(dataDir);
  const { threads } = JSON.parse(await get(`${engine.url}/api/threads`)) as {
    threads: { threadId: string }[];
  };
  const url = `${engine.url}/api/threads/${threads[0]?.threadId}/messages`;
  return { messages, url, stop: async () => await engine.stop() };
}

type Ask = (client: number) => Promise<void>;

const always =
  ({ url }: Thread, query = ''): Ask =>
  async () => {
    await get(url + query);
  };

/** Each client reads the thread from beginning to end, repeatedly. */
function pageAfterPage({ url, messages }: Thread): Ask {
  const at = new Map<number, { readonly query: string; readonly seen: number }>();
  return async (client) => {
    const { query, seen } = at.get(client) ?? { query: '', seen: 0 };
    const page = JSON.parse(await get(url + query)) as { messages: unknown[]; nextCursor: string | null };
    const soFar = seen + page.messages.length;
    if (page.nextCursor === null && soFar !== messages)
      throw new Error(`${soFar} messages of ${messages} were paged`);
    if (page.nextCursor === null) at.delete(client);
    else at.set(client, { query: `?cursor=${page.nextCursor}`, seen: soFar });
  };
}

async function rates(ask: Ask, askBare: Ask): Promise<readonly [Measured, Measured]> {
  const pairs = await interleaved(
    { warmUp: 6, counted: 30 },
    async () => await requestRate(REQUESTS, ask),
    async () => await requestRate(REQUESTS, askBare),
  );
  const rate = { unit: 'requests/s', ...sides(pairs) } as const;
  const spread = compared(pairs, (pair) => pair.engine / pair.bare);
  return [
    { ...rate, result: { spread: rate.engine, shown: 'engine' } },
    { ...rate, result: { spread, shown: 'ratio' } },
  ];
}

type Measured = Omit<Finding, 'what' | 'bound'>;
