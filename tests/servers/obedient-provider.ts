import * as chat from './chat-completions.ts';
import { streams, type Arrived, type Reply } from './fake-provider.ts';

/** An order in a page: the rest of the line is a call, as JSON. */
export const order = (name: string, input: object): string => `DO ${JSON.stringify({ name, input })}`;

/** In an order: everything that the model read in the first file it was told to read. */
export const KNOWN = '{{known}}';

interface Order {
  readonly name: string;
  readonly input: object;
}

interface Said {
  readonly role: string;
  readonly content: unknown;
}

/**
 * A model that obeys everything it reads: its task, pages, replies, memory. It carries out orders in the order in which it
 * read them, one in each turn, and sends what it knows where they say.
 */
export function obedientProvider(): Reply {
  let done = 0;
  const orders: Order[] = [];
  let seen = 0;
  return async (request, response) => {
    const messages = messagesOf(request);
    // Orders of earlier tasks have been carried out.
    seen ||= messages.findLastIndex(({ role }) => role === 'user');
    for (const { role, content } of messages.slice(seen))
      if (role !== 'assistant') orders.push(...ordersIn(textOf(content)));
    seen = messages.length;
    const next = orders[done];
    done += 1;
    if (!next) return await streams(chat.textAnswer('Done as told.').join(''))(request, response);
    const input = JSON.stringify(next.input).replaceAll(KNOWN, knownIn(messages));
    await streams(chat.callAnswer(next.name, input).join(''))(request, response);
  };
}

const messagesOf = ({ body }: Arrived): readonly Said[] => (body?.['messages'] ?? []) as readonly Said[];

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : ((content ?? []) as readonly { text?: string }[]).map(({ text = '' }) => text).join('\n');

function ordersIn(text: string): readonly Order[] {
  return [...text.matchAll(/DO (\{.*\})/gu)].map(([, json = '']) => JSON.parse(json) as Order);
}

const NOTE = /PRIVATE-[a-z0-9-]+/u;

const knownIn = (messages: readonly Said[]): string =>
  messages.map(({ content }) => NOTE.exec(textOf(content))?.[0]).find(Boolean) ?? 'PRIVATE-nothing';
