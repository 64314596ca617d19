import { inEnglish } from '../../../../src/contract/words/english.ts';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { openCompat } from '../../../../src/adapters/out/llm/providers/compat.ts';
import { openCustom } from '../../../../src/adapters/out/llm/providers/custom.ts';
import { modelLimits } from '../../../../src/core/instance/models/limits.ts';
import { promptTokensIn, type ModelEnd } from '../../../../src/core/ports/model.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { Random } from '../../../harness/disk/random.ts';
import { tries } from '../../../harness/thinned.ts';
import { startFakeProvider, write, type FakeProvider } from '../../../servers/fake-provider.ts';
import { verifies } from '../../../spec/verifies.ts';
import { connectionTo, requestOf } from '../chat/compat-under-test.ts';
import { counting, outcomeOf, type Outcome } from '../conversation.ts';
import { connectionOf } from '../messages/models.ts';
import { chatStream } from './chat-streams.ts';
import { messagesStream } from './messages-streams.ts';
import { Chooser, type Stream } from './streams.ts';

const SEED = 20_261_129;
const STREAMS = 1_000;
const LANES = 8;
/** After the last byte that says anything. */
const PROMPTLY = 15_000;
const AGENT = 'svc/0.1.0';

const WIRES = [
  {
    name: 'Chat Completions',
    streamOf: chatStream,
    open: (url: string, deps: { clock: ManualClock; fetch: typeof fetch }) =>
      openCompat(connectionTo(`${url}/v1`), { ...deps, userAgent: AGENT }),
  },
  {
    name: 'Messages',
    streamOf: messagesStream,
    open: (url: string, deps: { clock: ManualClock; fetch: typeof fetch }) =>
      openCustom(connectionOf('custom', { endpoint: url }), { ...deps, userAgent: AGENT }),
  },
];

let server: FakeProvider;
const streams = new Map<string, { readonly stream: Stream; response?: ServerResponse }>();
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);

beforeAll(async () => {
  process.on('unhandledRejection', note);
  server = await startFakeProvider(async ({ path }, response) => {
    const asked = streams.get(path.split('/')[1] ?? '');
    if (!asked) throw new Error(`nothing is known of ${path}`);
    asked.response = response;
    const { headers, pieces, after } = asked.stream;
    response.writeHead(200, headers);
    response.flushHeaders();
    for (const piece of pieces) await write(response, piece);
    if (after === 'ends') response.end();
    else if (after === 'breaks') response.destroy();
  });
});
afterAll(() => void process.off('unhandledRejection', note));

describe.each(WIRES)('a server of $name that keeps to the rules, in any way', ({ name, streamOf, open }) => {
  verifies('models.wire-corpus', 'is understood, and each of its answers ends', async () => {
    const numbers = Array.from({ length: tries(STREAMS) }, (_, number) => number).values();
    const wrong: unknown[] = [];
    const lane = async () => {
      for (const number of numbers) {
        const stream = streamOf(new Chooser(new Random(SEED + number)));
        const problems = await play(`${name[0]}${number}`, stream, open);
        if (problems.length > 0) wrong.push({ number, problems, style: stream.style, said: stream.said });
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(unhandled).toEqual([]);
    await server.idle();
  });
});

/** What is wrong about how the stream was read. */
async function play(
  key: string,
  stream: Stream,
  open: (typeof WIRES)[number]['open'],
): Promise<readonly string[]> {
  const clock = new ManualClock();
  const asked: { readonly stream: Stream; response?: ServerResponse } = { stream };
  streams.set(key, asked);
  let read = 0;
  const model = open(`${server.url}/${key}`, { clock, fetch: counting((length) => (read += length)) });
  let isOver = false;
  const over = outcomeOf(model.stream(requestOf(), new AbortController().signal)).finally(() => {
    isOver = true;
  });
  let sent = stream.bytes;
  const isRead = async () => {
    while (!isOver && read < sent) await turn();
  };
  if (stream.after === 'stays' || stream.after === 'pings') {
    await isRead();
    while (!isOver) {
      await clock.advance(stream.fault === 'none' ? 500 : 30_000);
      if (stream.after === 'stays' || isOver || !asked.response) continue;
      const ping = ': ping\n\n';
      sent += ping.length;
      await write(asked.response, ping);
      await isRead();
    }
  }
  const outcome = await over;
  streams.delete(key);
  const problems = stream.fault === 'none' ? differences(outcome, stream) : failings(outcome, stream);
  const most = { silent: modelLimits.idleMs, pings: modelLimits.contentMs }[String(stream.fault)] ?? PROMPTLY;
  if (clock.monotonic() > most) problems.push(`it took ${clock.monotonic()} ms`);
  if (clock.waiting > 0) problems.push('a timer is left');
  return problems;
}

function differences({ text, thinking, end }: Outcome, { said }: Stream): string[] {
  const isCalled = said.stop === 'tool_use';
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['stop', end.stop, said.stop],
    ['text', text, said.text],
    ['thoughts', thinking, said.thoughts],
    ['calls', JSON.stringify(callsIn(end)), JSON.stringify(isCalled ? said.calls : [])],
    ['prompt', end.isEstimated ? null : promptTokensIn(end.usage), said.counts?.prompt ?? null],
    ['answer', end.isEstimated ? null : end.usage.outputTokens, said.counts?.answer ?? null],
  ];
  return pairs.flatMap(([what, is, should]) =>
    is === should
      ? []
      : [
          `${what}: ${JSON.stringify(is)}, not ${JSON.stringify(should)} ${'says' in end ? inEnglish(end.says) : ''}`,
        ],
  );
}

/** It ends with a reason, and shows nothing that was not said. */
function failings({ text, thinking, end }: Outcome, { said }: Stream): string[] {
  return [
    ...(end.stop === 'failed' && inEnglish(end.says) !== '' ? [] : [`it ended with ${end.stop}`]),
    ...(said.text.startsWith(text) && said.thoughts.startsWith(thinking)
      ? []
      : [`it showed ${text} and ${thinking}`]),
  ];
}

const callsIn = (end: ModelEnd): readonly object[] =>
  end.stop === 'tool_use'
    ? end.toolCalls.map(({ name, input, problem }) => ({
        name,
        input,
        ...(problem === undefined ? {} : { problem }),
      }))
    : [];
