import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MediaBlock, Model, ModelEvent, ModelRequest } from '../../src/core/ports/model.ts';

/** The answers that the suite needs: two different texts of at least three pieces, and a turn that requests a tool. */
export type Exchange = 'text' | 'other text' | 'tool call';

export interface ModelUnderTest {
  readonly model: Model;
  readonly request: (exchange: Exchange) => ModelRequest;
  /** The whole text of the answer. */
  readonly answer: (exchange: 'text' | 'other text') => string;
  /** Moves a waiting stream one step further: time, or the server's next piece. Called until the stream moves. */
  proceed(): Promise<void>;
  /** The number of streams, connections and timers that the model holds. */
  held(): number;
  close(): Promise<void>;
}

/** Opens a model that receives these `exchanges` in order. */
export type OpenModel = (exchanges: readonly Exchange[]) => Promise<ModelUnderTest>;

/** Without `proceed` the suite may not wait for anything, so a hanging test has failed. */
const AT_ONCE_MS = 2_000;

const IMAGE: MediaBlock = {
  type: 'media',
  mediaType: 'image/png',
  data: 'iVBORw0KGgo=',
  tokens: 1,
  instead: '[An image.]',
};

/** What every `Model` guarantees, whatever is behind it. */
export function modelContract(name: string, openModel: OpenModel): void {
  describe(`Model contract: ${name}`, () => {
    const opened: ModelUnderTest[] = [];
    let controller: AbortController;
    const open = async (...exchanges: readonly Exchange[]): Promise<ModelUnderTest> => {
      const under = await openModel(exchanges);
      opened.push(under);
      return under;
    };
    const begin = (under: ModelUnderTest, exchange: Exchange) =>
      under.model.stream(under.request(exchange), controller.signal)[Symbol.asyncIterator]();

    beforeEach(() => {
      controller = new AbortController();
    });
    afterEach(async () => {
      for (const under of opened.splice(0)) await under.close();
    });

    it('names itself', async () => {
      const { model } = await open();
      expect(model.id).not.toBe('');
      expect(model.provider).not.toBe('');
    });

    it.each<[Exchange, string]>([
      ['text', 'end_turn'],
      ['tool call', 'tool_use'],
    ])('a stream of %s has exactly one end, the last event, with stop %s', async (exchange, stop) => {
      const under = await open(exchange);
      const events = await rest(begin(under, exchange), under);
      expect(events.filter(({ type }) => type === 'end')).toEqual([events.at(-1)]);
      expect(stopOf(events)).toBe(stop);
      expect(under.held()).toBe(0);
    });

    it('the text arrives in pieces that make up the answer', async () => {
      const under = await open('text');
      const events = await rest(begin(under, 'text'), under);
      expect(textOf(events)).toBe(under.answer('text'));
      expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThanOrEqual(3);
    });

    it('an image in front of the task is taken', async () => {
      const under = await open('text');
      const asked = under.request('text');
      const [{ content } = { content: [] }, ...more] = asked.messages;
      const messages = [{ role: 'user' as const, content: [IMAGE, ...content] }, ...more];
      const stream = under.model.stream({ ...asked, messages }, controller.signal)[Symbol.asyncIterator]();
      expect(textOf(await rest(stream, under))).toBe(under.answer('text'));
    });

    it('tool calls come only with the end, with their offered names and distinct ids', async () => {
      const under = await open('tool call');
      const events = await rest(begin(under, 'tool call'), under);
      expect(events.slice(0, -1).filter((event) => 'toolCalls' in event || !hasOnlyText(event))).toEqual([]);
      const end = events.at(-1);
      const calls = end?.type === 'end' && end.stop === 'tool_use' ? end.toolCalls : [];
      expect(calls.length).toBeGreaterThan(0);
      expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(calls.length);
      const offered = under.request('tool call').tools.map((tool) => tool.name);
      for (const call of calls) {
        expect(call).toMatchObject({
          type: 'tool_call',
          input: expect.any(Object),
          toolCallId: expect.stringMatching(/./),
        });
        expect(offered).toContain(call.name);
      }
    });

    it('usage is whole non-negative numbers, and a finished answer has a cost', async () => {
      const under = await open('text', 'tool call');
      for (const exchange of ['text', 'tool call'] as const) {
        const usage = usageOf(await rest(begin(under, exchange), under));
        expectCounts(usage);
        expect(usage?.['inputTokens']).toBeGreaterThan(0);
        expect(usage?.['outputTokens']).toBeGreaterThan(0);
      }
    });

    it(
      'an abort before the start ends the stream as aborted, at once and without text',
      async () => {
        const under = await open('text');
        controller.abort();
        const events = await all(begin(under, 'text'));
        expect(events).toMatchObject([{ type: 'end', stop: 'aborted' }]);
        expectCounts(usageOf(events));
        expect(under.held()).toBe(0);
      },
      AT_ONCE_MS,
    );

    it(
      'an abort between two events ends the stream as aborted, at once',
      async () => {
        const under = await open('text');
        const stream = begin(under, 'text');
        const first = await untilText(stream, under);
        controller.abort();
        const events = await all(stream);
        expect(stopOf(events)).toBe('aborted');
        expect(events.filter(({ type }) => type === 'end')).toHaveLength(1);
        expectCounts(usageOf(events));
        expect(textOf([...first, ...events])).not.toBe(under.answer('text'));
        expect(under.held()).toBe(0);
      },
      AT_ONCE_MS,
    );

    it(
      'an abort while the next event is awaited ends the stream as aborted, at once',
      async () => {
        const under = await open('text');
        const stream = begin(under, 'text');
        await untilText(stream, under);
        const next = stream.next();
        await Promise.resolve();
        controller.abort();
        const events = [await next.then(({ value }) => value as ModelEvent), ...(await all(stream))];
        expect(stopOf(events)).toBe('aborted');
        expect(events.filter(({ type }) => type === 'end')).toHaveLength(1);
        expect(under.held()).toBe(0);
      },
      AT_ONCE_MS,
    );

    it(
      'breaking out of the loop releases everything at once',
      async () => {
        const under = await open('text');
        const stream = begin(under, 'text');
        await untilText(stream, under);
        for await (const _event of { [Symbol.asyncIterator]: () => whileProceeding(stream, under) }) break;
        expect(under.held()).toBe(0);
        expect(await stream.next()).toEqual({ done: true, value: undefined });
      },
      AT_ONCE_MS,
    );

    it('the same request may be sent again', async () => {
      const under = await open('text', 'text');
      const request = under.request('text');
      const before = JSON.stringify(request);
      for (let sent = 0; sent < 2; sent++) {
        const stream = under.model.stream(request, controller.signal)[Symbol.asyncIterator]();
        const events = await rest(stream, under);
        expect(stopOf(events)).toBe('end_turn');
        expect(textOf(events)).toBe(under.answer('text'));
      }
      expect(JSON.stringify(request)).toBe(before);
    });

    it('concurrent streams do not mix, and aborting one leaves the other alone', async () => {
      const under = await open('text', 'other text', 'text');
      expect(under.answer('other text')).not.toBe(under.answer('text'));
      const doomed = new AbortController();
      const streams = [begin(under, 'text'), begin(under, 'other text')] as const;
      const third = under.model.stream(under.request('text'), doomed.signal)[Symbol.asyncIterator]();
      const begun = [await untilText(streams[0], under), await untilText(streams[1], under)] as const;
      await untilText(third, under);
      doomed.abort();
      expect(stopOf(await all(third))).toBe('aborted');
      const [one, other] = await inTurns(streams, under);
      expect(textOf([...begun[0], ...one])).toBe(under.answer('text'));
      expect(textOf([...begun[1], ...other])).toBe(under.answer('other text'));
      expect([stopOf(one), stopOf(other)]).toEqual(['end_turn', 'end_turn']);
    });
  });
}

type Stream = AsyncIterator<ModelEvent>;

/** The next event, with `proceed` called until it comes. */
async function proceedTo(stream: Stream, under: ModelUnderTest): Promise<IteratorResult<ModelEvent>> {
  let isHere = false;
  const next = stream.next().finally(() => {
    isHere = true;
  });
  // A model that throws fails the test where `next` is awaited, not earlier as an unhandled rejection.
  next.catch(() => undefined);
  await Promise.resolve();
  while (!isHere) await under.proceed();
  return await next;
}

const whileProceeding = (stream: Stream, under: ModelUnderTest): Stream => ({
  next: () => proceedTo(stream, under),
  return: async () => (await stream.return?.()) ?? { done: true, value: undefined },
});

const rest = (stream: Stream, under: ModelUnderTest): Promise<ModelEvent[]> =>
  all(whileProceeding(stream, under));

async function all(stream: Stream): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for (let next = await stream.next(); !next.done; next = await stream.next()) events.push(next.value);
  return events;
}

/** Up to and including the first piece of text. */
async function untilText(stream: Stream, under: ModelUnderTest): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  while (events.at(-1)?.type !== 'text') {
    const next = await proceedTo(stream, under);
    if (next.done) throw new Error('the stream was over before the first text');
    events.push(next.value);
  }
  return events;
}

/** Alternates between both, one event at a time, until both end. */
async function inTurns(
  [a, b]: readonly [Stream, Stream],
  under: ModelUnderTest,
): Promise<[ModelEvent[], ModelEvent[]]> {
  const events: [ModelEvent[], ModelEvent[]] = [[], []];
  for (let live = true; live;) {
    const both = [await proceedTo(a, under), await proceedTo(b, under)];
    for (const [index, next] of both.entries()) if (!next.done) events[index]?.push(next.value);
    live = both.some(({ done }) => !done);
  }
  return events;
}

const textOf = (events: readonly ModelEvent[]): string =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');

function stopOf(events: readonly ModelEvent[]): string | undefined {
  const last = events.at(-1);
  return last?.type === 'end' ? last.stop : undefined;
}

function usageOf(events: readonly ModelEvent[]): Readonly<Record<string, unknown>> | undefined {
  const last = events.at(-1);
  return last?.type === 'end' ? { ...last.usage } : undefined;
}

function expectCounts(usage: Readonly<Record<string, unknown>> | undefined): void {
  const names = ['cacheReadTokens', 'cacheWriteTokens', 'inputTokens', 'outputTokens'];
  expect(Object.keys(usage ?? {}).toSorted()).toEqual(names);
  for (const count of Object.values(usage ?? {})) {
    expect(Number.isSafeInteger(count)).toBe(true);
    expect(count).toBeGreaterThanOrEqual(0);
  }
}

const hasOnlyText = (event: ModelEvent): boolean =>
  (event.type === 'text' || event.type === 'thinking') && typeof event.text === 'string';
