import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { beforeEach, expect } from '@jest/globals';
import { httpLimits } from '../../../src/contract/http/limits.ts';
import { speechLimits } from '../../../src/core/execution/speech/limits.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import {
  answers,
  cutsAfter,
  hangsAfter,
  saysNothing,
  stepwise,
  streams,
  write,
} from '../../servers/fake-provider.ts';
import {
  delta,
  done,
  heard,
  KEY,
  silentFrames,
  startFakeSpeech,
  unauthorized,
  voices,
  type FakeSpeech,
} from '../../servers/speech/fake-speech.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectRefusal, refusal, refuses } from './problems.ts';
import { request, until } from './wire.ts';

let speech: FakeSpeech;
let engine: TestEngine;
const started = async (env: Record<string, string> = {}): Promise<TestEngine> =>
  (engine = await startTestEngine({ env: { ...speech.env, ...env } }));
beforeEach(async () => {
  speech = await startFakeSpeech();
});

const MP3 = Uint8Array.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0, 0xff, 0xfb, 0x90, 0x64]);
/** Half a megabyte each. */
const MOST_PIECES = 120;
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const AUDIO = base64(MP3);

const transcribe = (
  body: { audio?: string; fileName?: string; language?: string } = {},
  signal?: AbortSignal,
) => engine.client['speech.transcribe']({ body: { audio: AUDIO, ...body }, ...(signal ? { signal } : {}) });
const speak = (body: { text: string; voice?: string; language?: string }, signal?: AbortSignal) =>
  engine.client['speech.speak']({ body, ...(signal ? { signal } : {}) });

type Heard = { readonly type: string; readonly data: Record<string, unknown> };
async function all(stream: ReturnType<typeof speak>): Promise<readonly Heard[]> {
  const events: Heard[] = [];
  for await (const { type, data } of (await stream).events) events.push({ type, data });
  return events;
}
const soundIn = (events: readonly Heard[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat(
      events
        .filter(({ type }) => type === 'audio')
        .map(({ data }) => Buffer.from(String(data['base64']), 'base64')),
    ),
  );
const sideCalls = async () => (await engine.client['history.stats']()).sideCalls;
const spentToday = async () => (await engine.client['history.dailyCost']()).days.at(-1);

verifies('speech.transcribe', 'a recording becomes text, and leaves nothing but its cost', async () => {
  await started();
  speech.hears(heard(' The cat sat on the mat. ', 90, 'en'));
  const before = readdirSync(engine.dataDir).toSorted();
  expect(await transcribe({ fileName: '../../etc/my voice.wav', language: 'en-GB' })).toEqual({
    text: 'The cat sat on the mat.',
    language: 'en',
    durationMs: 90_000,
  });
  const [asked] = speech.provider.arrived;
  expect([asked?.method, asked?.path]).toEqual(['POST', '/v1/audio/transcriptions']);
  const { file, ...fields } = asked?.body ?? {};
  expect(fields).toEqual({ model: 'voxtral-mini-latest', language: 'en' });
  // Told by its bytes; the name of the client is not sent.
  expect([(file as File).name, (file as File).type]).toEqual(['audio.mp3', 'audio/mpeg']);
  expect(new Uint8Array(await (file as File).arrayBuffer())).toEqual(MP3);
  expect(asked?.headers['user-agent']).toMatch(/^svc\//u);
  expect(readdirSync(engine.dataDir).toSorted()).toEqual(before);
  // What the provider does not tell is null, and a language that was told counts.
  speech.hears(heard('Hallo', undefined, null));
  expect(await transcribe({ language: 'de' })).toEqual({ text: 'Hallo', language: 'de', durationMs: null });
  speech.hears(heard('Hallo', 1, 'nonsense of the provider'));
  expect(await transcribe()).toMatchObject({ language: null, durationMs: 1_000 });
});

verifies('speech.speak', 'a text becomes sound in pieces, and then done', async () => {
  await started();
  const [first, second] = [silentFrames(10), silentFrames(15)];
  const cut = 100;
  const pieces = [first.subarray(0, cut), first.subarray(cut), second];
  speech.speaks(streams(...pieces.map(delta), done()));
  const events = await all(speak({ text: '# Hello\n\nHow are **you**?', language: 'de' }));
  expect(events.map(({ type }) => type)).toEqual(['audio', 'audio', 'audio', 'done']);
  expect(events.map(({ data }) => data['seq'])).toEqual([0, 1, 2, undefined]);
  expect(new Set(events.slice(0, 3).map(({ data }) => data['mime']))).toEqual(new Set(['audio/mpeg']));
  expect(soundIn(events)).toEqual(new Uint8Array(Buffer.concat([first, second])));
  expect(events.at(-1)?.data).toEqual({
    characters: 20,
    audioMs: 25 * 24,
    costUsd: expect.closeTo((20 * 16) / 1e6, 12),
  });
  const [asked] = speech.asked('/v1/audio/speech');
  expect(asked?.body).toEqual({
    model: 'voxtral-mini-tts-2603',
    input: 'Hello.\n\nHow are you?',
    voice_id: 'v-de',
    response_format: 'mp3',
    stream: true,
  });
});

verifies(
  'speech.voices',
  'a voice is taken as given, found by language, or left to the provider',
  async () => {
    await started();
    speech.speaks(streams(delta(silentFrames(1)), done()));
    const voiceFor = async (body: { voice?: string; language?: string }) => {
      expect((await all(speak({ text: 'Hi', ...body }))).at(-1)?.type).toBe('done');
      return speech.asked('/v1/audio/speech').at(-1)?.body?.['voice_id'];
    };
    expect(await voiceFor({ voice: 'my.voice-1' })).toBe('my.voice-1');
    expect(speech.asked('/v1/audio/voices')).toHaveLength(0);
    for (const list of [answers(500, {}), answers(200, 'no JSON'), answers(200, {}), voices()]) {
      speech.lists(list);
      expect(await voiceFor({})).toBeUndefined();
      // An empty list is a list, and is kept.
      if (speech.asked('/v1/audio/voices').length === 4) break;
    }
    await engine.stop();
    await started();
    const page = Array.from({ length: 100 }, (_, nth) => [`v${nth}`, 'en_us'] as const);
    const paged = (items: readonly (readonly [string, string])[]) =>
      answers(200, { items: items.map(([id, each]) => ({ id, languages: [each, null, 7] })), total: 101 });
    speech.lists(paged(page), paged([['v-fr', 'fr_fr']]));
    expect(await voiceFor({ language: 'fr' })).toBe('v-fr');
    expect(await voiceFor({ language: 'en' })).toBe('v0');
    // Of a language that no voice speaks, any.
    expect(await voiceFor({ language: 'ja' })).toBe('v0');
    expect(
      speech
        .asked('/v1/audio/voices')
        .slice(-2)
        .map(({ path }) => path),
    ).toEqual(['/v1/audio/voices?limit=100&offset=0', '/v1/audio/voices?limit=100&offset=100']);
    expect((await refusal(speak({ text: 'Hi', voice: '../x y' }))).code).toBe('invalid_request');
  },
);

verifies(
  ['speech.key', 'speech.speak'],
  'without its own key nothing is sent, and the variable is named',
  async () => {
    engine = await startTestEngine({
      env: {
        EU_PROVIDER_BASE_URL: `${speech.provider.url}/v1`,
        PRIMARY_API_KEY: 'sk-x',
        COMPAT_API_KEY: 'sk-y',
      },
    });
    for (const call of [transcribe(), speak({ text: 'Hi' })])
      await refuses(call, {
        status: 422,
        code: 'speech_unavailable',
        variable: 'EU_PROVIDER_API_KEY',
        error: expect.stringContaining('EU_PROVIDER_API_KEY'),
      });
    expect(speech.provider.arrived).toEqual([]);
  },
);

verifies('speech.provider', 'an address that is none is named at once', async () => {
  for (const url of ['nonsense', 'ftp://a.example/v1']) {
    await started({ EU_PROVIDER_BASE_URL: url });
    expect((await refusal(transcribe())).error).toContain('EU_PROVIDER_BASE_URL');
    const events = await all(speak({ text: 'Hi' }));
    expect(events).toMatchObject([{ type: 'error', data: { code: 'provider_error' } }]);
    expect((await sideCalls()).map(({ costUsd }) => costUsd)).toEqual([0, 0]);
    if (url === 'nonsense') await engine.stop();
  }
});

verifies('speech.limits', 'what is too long is refused with 413, and nothing is sent', async () => {
  await started();
  speech.speaks(streams(delta(silentFrames(1)), done()));
  await refuses(speak({ text: 'a'.repeat(10_001) }), {
    status: 413,
    code: 'text_too_long',
  });
  // Characters, not UTF-16 units.
  expect((await all(speak({ text: '𝒳'.repeat(10_000) }))).at(-1)?.type).toBe('done');
  const tooMuch = base64(new Uint8Array(speechLimits.audioBytes + 3));
  await refuses(transcribe({ audio: tooMuch }), {
    status: 413,
    code: 'audio_too_large',
  });
  const body = JSON.stringify({ audio: 'A'.repeat(speechLimits.bodyBytes) });
  await expectRefusal(
    engine.port,
    { method: 'POST', target: '/api/transcribe', body, sendsFirst: true },
    413,
    'body_too_large',
  );
  expect(speech.asked('/v1/audio/transcriptions')).toEqual([]);
  const most = new Uint8Array(speechLimits.audioBytes);
  most.set(MP3);
  speech.hears(heard('All of it.'));
  expect((await transcribe({ audio: base64(most) })).text).toBe('All of it.');
});

verifies('speech.audio', 'the bytes tell the kind of audio, then the ending of the name', async () => {
  await started();
  speech.hears(heard('Hi'));
  for (const audio of ['', '=', 'QUJ', 'QUJD\n', 'QUJD QUJD', 'QU-_'])
    expect([audio, (await refusal(transcribe({ audio }))).code]).toEqual([audio, 'audio_invalid']);
  const [text, bytes] = [
    base64(Buffer.from('only text')),
    (...all: number[]) => base64(Uint8Array.from(all)),
  ];
  for (const fileName of [undefined, 'a.txt', 'mp3', 'a.mp3/../b', 'a.constructor', 'a.'])
    if (fileName !== 'mp3')
      expect((await refusal(transcribe({ audio: text, ...(fileName ? { fileName } : {}) }))).code).toBe(
        'audio_unknown',
      );
  expect(speech.provider.arrived).toEqual([]);
  const of = async (audio: string, fileName?: string) => {
    await transcribe({ audio, ...(fileName ? { fileName } : {}) });
    return (speech.provider.arrived.at(-1)?.body?.['file'] as File | undefined)?.name;
  };
  const ascii = (sign: string) => [...sign].map((each) => each.charCodeAt(0));
  expect(await of(text, 'C:\\Users\\me\\Note.OPUS')).toBe('audio.ogg');
  expect(await of(bytes(...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WAVE')), 'a.mp3')).toBe('audio.wav');
  expect(await of(bytes(...ascii('fLaC')))).toBe('audio.flac');
  expect(await of(bytes(...ascii('OggS')))).toBe('audio.ogg');
  expect(await of(bytes(0x1a, 0x45, 0xdf, 0xa3))).toBe('audio.webm');
  expect(await of(bytes(0, 0, 0, 24, ...ascii('ftypM4A ')))).toBe('audio.m4a');
  expect(await of(bytes(0xff, 0xf3, 0x84))).toBe('audio.mp3');
  expect(await of(bytes(0xff, 0xf1, 0x50))).toBe('audio.aac');
});

verifies('speech.language', 'wrong languages are refused with 400', async () => {
  await started();
  for (const language of ['english', 'qq', 'e', 'de_DE', 'de-', '12', 'en-US-x-y', ' en', '../..', 'xxx'])
    for (const call of [transcribe({ language }), speak({ text: 'Hi', language })])
      expect([language, await refusal(call)]).toEqual([
        language,
        expect.objectContaining({ status: 400, code: 'language_unknown' }),
      ]);
  expect((await refusal(transcribe({ language: '' }))).status).toBe(400);
  expect(speech.provider.arrived).toEqual([]);
  speech.hears(heard('Hi'));
  for (const [tag, sent] of [
    ['PT-br', 'pt'],
    ['zh-Hant-TW', 'zh'],
    ['es-419', 'es'],
    ['gsw', 'gsw'],
  ] as const) {
    await transcribe({ language: tag });
    expect(speech.provider.arrived.at(-1)?.body?.['language']).toBe(sent);
  }
});

verifies(
  ['speech.words', 'speech.empty'],
  'a text of which nothing is left, and silence, are refused',
  async () => {
    await started();
    for (const text of ['```js\nrun()\n```', 'https://example.com', '👍🏽', ' \n', '---', '![](a.png)'])
      expect([text, await refusal(speak({ text }))]).toEqual([
        text,
        expect.objectContaining({ status: 422, code: 'nothing_to_say' }),
      ]);
    expect((await refusal(speak({ text: '' }))).code).toBe('invalid_request');
    expect(speech.provider.arrived).toEqual([]);
    speech.hears(heard(' \n '));
    await refuses(transcribe(), { status: 422, code: 'nothing_heard' });
    speech.speaks(streams(done()));
    const events = await all(speak({ text: 'Hi' }));
    expect(events).toMatchObject([{ type: 'error', data: { code: 'provider_error' } }]);
    expect(await sideCalls()).toMatchObject([
      { purpose: 'speech', calls: 1, failures: 1 },
      { purpose: 'transcription', calls: 1, failures: 0 },
    ]);
  },
);

verifies('speech.secrets', 'secrets leave in no text, and come back in none', async () => {
  const secret = 'tok-7f3a9b2c4d5e6f70';
  await started({ SVC_SECRET_SHOP: secret });
  speech.speaks(streams(delta(silentFrames(1)), done()));
  await all(speak({ text: `Say ${secret} and tok-**7f3a9b2c**4d5e6f70 and ${KEY}.` }));
  const { input } = speech.asked('/v1/audio/speech')[0]?.body ?? {};
  expect(input).toBe('Say [redacted] and [redacted] and [redacted].');
  speech.hears(heard(`I heard ${secret} and ${KEY}`));
  expect((await transcribe()).text).toBe('I heard [redacted] and [redacted]');
});

verifies(
  'speech.cost',
  'the cost is reserved before, and counts after, whatever became of the call',
  async () => {
    await started();
    await engine.client['config.set']({ body: { max_cost_per_day_usd: 0.02 } });
    speech.hears(heard('A minute.', 60));
    // 40 kB may be 80 seconds of speech.
    const audio = base64(Buffer.concat([MP3, new Uint8Array(39_986)]));
    await transcribe({ audio });
    expect((await spentToday())?.models).toMatchObject([{ model: 'voxtral-mini-latest', costUsd: 0.003 }]);
    // What the provider says is believed up to what was reserved.
    speech.hears(heard('A lie.', 1_000_000));
    await transcribe({ audio });
    expect((await spentToday())?.costUsd).toBeCloseTo(0.007, 9);
    // Not counted by the provider: the most that it can be. Refused: nothing.
    speech.hears(heard('Untold.'), unauthorized);
    await transcribe({ audio });
    await refusal(transcribe({ audio }));
    expect((await spentToday())?.costUsd).toBeCloseTo(0.011, 9);
    const asked = speech.provider.arrived.length;
    const refused = await refusal(speak({ text: 'a'.repeat(600) }));
    expect(refused).toMatchObject({ status: 422, code: 'budget' });
    expect(refused.error).toContain('max_cost_per_day_usd');
    expect(
      (await refusal(transcribe({ audio: base64(Buffer.concat([MP3, new Uint8Array(99_986)])) }))).code,
    ).toBe('budget');
    expect(speech.provider.arrived).toHaveLength(asked);
    speech.speaks(cutsAfter(delta(silentFrames(1))));
    expect((await all(speak({ text: 'a'.repeat(499) }))).at(-1)?.type).toBe('error');
    expect((await spentToday())?.costUsd).toBeCloseTo(0.019, 9);
    expect(await sideCalls()).toEqual([
      { purpose: 'speech', calls: 1, failures: 1, costUsd: expect.closeTo(0.008, 9) },
      { purpose: 'transcription', calls: 4, failures: 1, costUsd: expect.closeTo(0.011, 9) },
    ]);
  },
);

verifies('speech.abort', 'a client that leaves ends the request at the provider', async () => {
  await started();
  speech.hears(saysNothing());
  const [hearing, speaking] = [new AbortController(), new AbortController()];
  const gone = transcribe({}, hearing.signal).catch(() => 'gone');
  await speech.provider.reached(1);
  hearing.abort();
  expect(await gone).toBe('gone');
  await speech.provider.idle();

  speech.speaks(hangsAfter(delta(silentFrames(1))));
  const { events } = await speak({ text: 'Hi', voice: 'v' }, speaking.signal);
  for await (const { type } of events) {
    expect(type).toBe('audio');
    break;
  }
  speaking.abort();
  await speech.provider.idle();
  // Before the first piece as well.
  speech.speaks(saysNothing());
  const early = new AbortController();
  await speak({ text: 'Hi', voice: 'v' }, early.signal);
  await speech.provider.reached(3);
  early.abort();
  await speech.provider.idle();
  await until(
    'the costs are written',
    async () => (await sideCalls()).reduce((sum, { calls }) => sum + calls, 0) === 3,
  );
});

verifies('speech.abort', 'a stop of the engine ends what is said, tells it, and books it', async () => {
  await started();
  speech.speaks(hangsAfter(delta(silentFrames(1))));
  speech.hears(saysNothing());
  const events = (await speak({ text: 'Hi', voice: 'v' })).events[Symbol.asyncIterator]();
  expect((await events.next()).value?.type).toBe('audio');
  const hearing = refusal(transcribe());
  await speech.provider.reached(2);
  await engine.engine.drain();
  expect((await events.next()).value).toMatchObject({ type: 'error', data: { code: 'interrupted' } });
  expect((await events.next()).done).toBe(true);
  expect(await hearing).toMatchObject({ status: 503, code: 'draining' });
  expect((await refusal(speak({ text: 'Hi' }))).status).toBe(503);
  expect((await sideCalls()).map(({ calls, failures }) => [calls, failures])).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

verifies(
  'speech.provider',
  'what the provider reports is a problem or an event with a stable code, without the key',
  async () => {
    await started();
    const cases = [
      [unauthorized, 'EU_PROVIDER_API_KEY'],
      [answers(404, { message: 'Not Found' }), 'EU_PROVIDER_BASE_URL'],
      [answers(422, { detail: [{ msg: 'voice_id is unknown' }] }), 'voice_id is unknown'],
      [
        answers(400, { object: 'error', message: `bad ${KEY}`, type: 'invalid_request_error' }),
        'bad [redacted]',
      ],
      [answers(302, '', { location: `${speech.provider.url}/v1/audio/elsewhere` }), ''],
      [answers(413, 'x'.repeat(200_000)), '413'],
      [answers(200, '<html>'), 'EU_PROVIDER_BASE_URL'],
      [answers(200, { text: 7, language: 9 }), 'EU_PROVIDER_BASE_URL'],
    ] as const;
    for (const [reply, words] of cases) {
      speech.hears(reply);
      speech.speaks(reply);
      const problem = await refusal(transcribe());
      expect([words, problem]).toEqual([
        words,
        expect.objectContaining({ status: 502, code: 'provider_error' }),
      ]);
      expect(problem.error).toContain(words);
      const events = await all(speak({ text: 'Hi', voice: 'v' }));
      expect(events).toEqual([
        {
          type: 'error',
          data: {
            code: 'provider_error',
            error: expect.stringContaining(words),
            says: expect.anything() as unknown,
          },
        },
      ]);
      expect(JSON.stringify([problem, events])).not.toContain(KEY);
    }
    expect(speech.provider.arrived.every(({ path }) => !path.includes('elsewhere'))).toBe(true);
    expect(JSON.stringify(engine.log.lines)).not.toContain(KEY);
  },
);

verifies(
  'speech.provider',
  'a stream that is damaged, cut or too large is an error after what had come',
  async () => {
    await started();
    const piece = delta(silentFrames(1));
    for (const [nth, reply] of [
      streams(piece),
      cutsAfter(piece),
      streams(piece, 'data: {"type":"speech.audio.del\n\n'),
      streams(piece, 'data: {"type":"speech.audio.delta"}\n\n'),
      streams(piece, 'data: {"type":"speech.audio.delta","audio_data":"not base64!"}\n\n'),
      streams(piece, 'data: [1]\n\n'),
      streams(piece, `event: error\ndata: {"object":"error","message":"no ${KEY}"}\n\n`),
      streams(piece, `data: ${'x'.repeat(speechLimits.eventChars + 10)}`),
    ].entries()) {
      speech.speaks(reply);
      const asked = speech.asked('/v1/audio/speech').length;
      const events = await all(speak({ text: 'Hi', voice: 'v' }));
      expect([nth, events.map(({ type }) => type)]).toEqual([nth, ['audio', 'error']]);
      expect(events[1]?.data).toMatchObject({ code: 'provider_error' });
      expect(JSON.stringify(events)).not.toContain(KEY);
      expect(speech.asked('/v1/audio/speech')).toHaveLength(asked + 1);
    }
    // What means nothing is passed over.
    speech.speaks(
      streams(
        ': ping\n\n',
        'data: {"type":"speech.other"}\n\n',
        'data: {"type":"speech.audio.delta","audio_data":""}\n\n',
        piece,
        'data: [DONE]\n\n',
        done(),
      ),
    );
    expect((await all(speak({ text: 'Hi', voice: 'v' }))).map(({ type }) => type)).toEqual(['audio', 'done']);
    speech.hears(answers(200, { text: 'x'.repeat(speechLimits.transcriptBytes) }));
    await refuses(transcribe(), { code: 'provider_error' });
  },
);

verifies('speech.pace', 'pieces arrive as they are made', async () => {
  await started();
  const { reply, next } = stepwise(delta(silentFrames(1)), delta(silentFrames(2)), done());
  speech.speaks(reply);
  const events = (await speak({ text: 'Hi', voice: 'v' })).events[Symbol.asyncIterator]();
  for (const length of [192, 384]) {
    await next();
    const { value } = await events.next();
    expect(soundIn(value ? [value] : [])).toHaveLength(length);
  }
  await next();
  expect((await events.next()).value?.type).toBe('done');
});

verifies(
  'speech.pace',
  'a client that reads nothing slows the provider down, and is left after a while',
  async () => {
    const clock = new ManualClock();
    engine = await startTestEngine({ env: { ...speech.env }, platform: { clock } });
    const piece = delta(silentFrames(2_000));
    let sent = 0;
    speech.speaks(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (; sent < MOST_PIECES && !response.destroyed; sent++) await write(response, piece);
      response.end(done());
    });
    const socket = connect({ port: engine.port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const body = JSON.stringify({ text: 'Hi', voice: 'v' });
    socket.write(request(engine.port, { method: 'POST', target: '/api/speak', body }));
    let [before, still] = [-1, 0];
    await until('everything stands still', () => {
      still = sent === before && sent > 0 ? still + 1 : 0;
      before = sent;
      return still === 1_000;
    });
    // What the sockets of both sides hold, which is less than half of the sound.
    expect(sent).toBeLessThan(MOST_PIECES / 2);
    await clock.advance(httpLimits.stalledReaderMs);
    await speech.provider.idle();
    expect(sent).toBeLessThan(MOST_PIECES / 2);
    socket.destroy();
    await until('the cost is written', async () => (await sideCalls()).length === 1);
  },
);
