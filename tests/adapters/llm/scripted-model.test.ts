import { describe, expect, it } from '@jest/globals';
import type { ModelEvent, ModelRequest } from '../../../src/core/ports/model.ts';
import {
  end,
  endsWithoutEnd,
  fail,
  gate,
  hangUntilAbort,
  SCRIPTED_USAGE,
  ScriptedModel,
  text,
  thinking,
  throws,
  toolCalls,
  type Step,
} from '../../doubles/scripted-model.ts';
import { modelContract, type Exchange } from '../../ports/model.contract.ts';

const tools = [{ name: 'write_file', description: 'writes', inputSchema: { type: 'object' } }];
const request: ModelRequest = {
  system: 's',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }],
  tools,
};
const forever = new AbortController().signal;

const turns: Record<Exchange, readonly Step[]> = {
  text: [thinking('hm'), text('a '), text('b '), text('c')],
  'other text': [text('x '), text('y '), text('z')],
  'tool call': [
    text('now'),
    toolCalls({ name: 'write_file', input: { path: 'a' } }, { name: 'write_file', input: {} }),
  ],
};

async function eventsOf(stream: AsyncIterable<ModelEvent>): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

modelContract('scripted', async (exchanges) => {
  const model = new ScriptedModel(exchanges.map((exchange) => turns[exchange]));
  return {
    model,
    request: () => request,
    answer: (exchange) => (exchange === 'text' ? 'a b c' : 'x y z'),
    proceed: () => new Promise((resolve) => setImmediate(resolve)),
    held: () => model.openStreams,
    close: () => Promise.resolve(),
  };
});

describe('ScriptedModel', () => {
  const play = async (...steps: readonly Step[]): Promise<readonly ModelEvent[]> =>
    await eventsOf(new ScriptedModel([steps]).stream(request, forever));

  it('plays one turn per call, and says so when the script ends', async () => {
    const model = new ScriptedModel([[text('one')], [end('refused')]]);
    const usage = SCRIPTED_USAGE;
    expect(await eventsOf(model.stream(request, forever))).toEqual([
      { type: 'text', text: 'one' },
      { type: 'end', stop: 'end_turn', usage },
    ]);
    expect(await eventsOf(model.stream(request, forever))).toEqual([{ type: 'end', stop: 'refused', usage }]);
    expect(await eventsOf(model.stream(request, forever))).toEqual([
      { type: 'text', text: '(script ended)' },
      { type: 'end', stop: 'end_turn', usage },
    ]);
  });

  it('gives each call its own id, or the given one', async () => {
    const [last] = await play(
      toolCalls({ name: 'a', input: {} }, { name: 'b', input: {} }, { name: 'c', input: {}, id: 'X' }),
    );
    expect(last).toMatchObject({
      stop: 'tool_use',
      toolCalls: [{ toolCallId: 'scripted-1' }, { toolCallId: 'scripted-2' }, { toolCallId: 'X' }],
    });
  });

  it('requests no tool when told to', async () => {
    expect(await play(toolCalls())).toMatchObject([{ stop: 'tool_use', toolCalls: [] }]);
  });

  it('fails with a code, and drops the calls of that turn', async () => {
    expect(
      await play(toolCalls({ name: 'a', input: {} }), fail('provider_timeout', { retryable: false })),
    ).toEqual([
      {
        type: 'end',
        stop: 'failed',
        code: 'provider_timeout',
        error: 'scripted provider_timeout',
        retryable: false,
        usage: SCRIPTED_USAGE,
      },
    ]);
  });

  it('breaks the contract on demand: throws, ends without an end, continues after it', async () => {
    await expect(play(text('a'), throws(new Error('no')))).rejects.toThrow('no');
    expect(await play(text('a'), endsWithoutEnd(), text('b'))).toEqual([{ type: 'text', text: 'a' }]);
    expect((await play(end('end_turn'), text('late'))).map(({ type }) => type)).toEqual(['end', 'text']);
  });

  it('waits at a gate until it is opened', async () => {
    const pause = gate();
    const model = new ScriptedModel([[text('a'), pause.step, text('b')]]);
    const seen: string[] = [];
    const watch = async () => {
      for await (const event of model.stream(request, forever)) seen.push(event.type);
    };
    const over = watch();
    await pause.reached;
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toEqual(['text']);
    pause.open();
    await over;
    expect(seen).toEqual(['text', 'text', 'end']);
  });

  it.each([
    ['a gate', gate().step],
    ['a hang', hangUntilAbort()],
  ])('an abort releases it from %s', async (_name, step) => {
    const controller = new AbortController();
    const model = new ScriptedModel([[step, text('never')]]);
    const over = eventsOf(model.stream(request, controller.signal));
    await new Promise((resolve) => setImmediate(resolve));
    expect(model.openStreams).toBe(1);
    controller.abort();
    expect(await over).toMatchObject([{ type: 'end', stop: 'aborted' }]);
    expect(model.openStreams).toBe(0);
  });

  it('keeps the requests as they were when they were sent', async () => {
    const model = new ScriptedModel();
    const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'x' }] }];
    model.stream({ ...request, messages }, forever);
    messages.push({ role: 'user', content: [] });
    expect(model.requests).toEqual([request]);
    expect(Object.isFrozen(model.requests[0]?.messages[0]?.content[0])).toBe(true);
  });
});
