import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Model, ModelEvent, ModelRequest } from '../../src/core/ports/model.ts';

/** What the suite needs answered: two different texts, of three pieces or more each, and a turn that asks for a tool. */
export type Exchange = 'text' | 'other text' | 'tool call';

export interface ModelUnderTest {
  readonly model: Model;
  readonly request: (exchange: Exchange) => ModelRequest;
  /** The whole text that answers it. */
  readonly answer: (exchange: 'text' | 'other text') => string;
  /** Lets a stream that is waiting get one step further: time, a server's next piece. Called until it does. */
  proceed(): Promise<void>;
  /** How many streams, connections and timers the model holds. */
  held(): number;
  close(): Promise<void>;
}

/** Opens a model that will be asked for `exchanges`, in this order. */
export type OpenModel = (exchanges: readonly Exchange[]) => Promise<ModelUnderTest>;

/** Without `proceed` nothing may be waited for, so a test that hangs is one that failed. */
const AT_ONCE_MS = 2_000;

/** What every `Model` keeps, whatever stands behind it. */
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

    it('the text arrives in pieces that together are the answer', async () => {
      const under = await open('text');
      const events = await rest(begin(under, 'text'), under);
      expect(textOf(events)).toBe(under.answer('text'));
      expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThanOrEqual(3);
    });

    it('tool calls stand in the end only, named as offered and with ids that differ', async () => {
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

    it('usage is whole numbers, none below zero, and a finished answer has cost something', async () => {
      const under = await open('text', 'tool call');
      for (const exchange of ['text', 'tool call'] as const) {
        const usage = usageOf(await rest(begin(under, exchange), under));
        expectCounts(usage);
        expect(usage?.['inputTokens']).toBeGreaterThan(0);
        expect(usage?.['outputTokens']).toBeGreaterThan(0);
      }
    });

    it(
      'an abort before the start ends the stream as aborted, at once and without a word',
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
      'breaking out of the loop lets go of everything at once',
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

    it('streams at the same time do not mix, and the abort of one leaves the other alone', async () => {
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

/** The next event, helped along while it does not come by itself. */
async function proceedTo(stream: Stream, under: ModelUnderTest): Promise<IteratorResult<ModelEvent>> {
  let isHere = false;
  const next = stream.next().finally(() => {
    isHere = true;
  });
  // A model that throws fails the test where `next` is awaited, not as an unhandled rejection before.
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

/** One event from each in turn, until both are over. */
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
