import { answers, startFakeProvider, type FakeProvider, type Reply } from '../fake-provider.ts';

/** A provider of speech on a real socket, with the routes of the vendor's wire; each is scripted by itself. */
export interface FakeSpeech {
  readonly provider: FakeProvider;
  /** The n-th request gets the n-th reply; the last one also serves all later requests. */
  hears(...replies: readonly Reply[]): void;
  speaks(...replies: readonly Reply[]): void;
  lists(...replies: readonly Reply[]): void;
  /** Requests to one of its routes, oldest first. */
  asked(path: Path): FakeProvider['arrived'];
  /** What the engine is started with. */
  readonly env: Readonly<Record<'EU_PROVIDER_API_KEY' | 'EU_PROVIDER_BASE_URL', string>>;
}

type Path = '/v1/audio/transcriptions' | '/v1/audio/speech' | '/v1/audio/voices';

export const KEY = 'key-of-the-eu-provider-0123456789';

export async function startFakeSpeech(): Promise<FakeSpeech> {
  const scripts: Record<Path, { replies: readonly Reply[]; answered: number }> = {
    '/v1/audio/transcriptions': { replies: [heard('Hello.')], answered: 0 },
    '/v1/audio/speech': { replies: [answers(500, {})], answered: 0 },
    '/v1/audio/voices': { replies: [voices(['v-en', 'en'], ['v-de', 'de'])], answered: 0 },
  };
  const pathOf = (path: string) => path.replace(/\?.*$/u, '') as Path;
  const provider = await startFakeProvider(async (request, response) => {
    const script = scripts[pathOf(request.path)];
    if (request.headers.authorization !== `Bearer ${KEY}`) return await unauthorized(request, response);
    if (!script) return await answers(404, { message: 'Not Found' })(request, response);
    const reply = script.replies[Math.min(script.answered++, script.replies.length - 1)];
    await reply?.(request, response);
  });
  const scripted =
    (path: Path) =>
    (...replies: readonly Reply[]): void => {
      scripts[path] = { replies, answered: 0 };
    };
  return {
    provider,
    hears: scripted('/v1/audio/transcriptions'),
    speaks: scripted('/v1/audio/speech'),
    lists: scripted('/v1/audio/voices'),
    asked: (path: Path) => provider.arrived.filter((each) => pathOf(each.path) === path),
    env: { EU_PROVIDER_API_KEY: KEY, EU_PROVIDER_BASE_URL: `${provider.url}/v1/` },
  };
}

/** A transcript, with the length of the audio in seconds where it is told. */
export const heard = (text: string, seconds?: number, language: string | null = 'en'): Reply =>
  answers(200, {
    model: 'voxtral-mini-2602',
    text,
    language,
    segments: [],
    usage: {
      prompt_tokens: 4,
      completion_tokens: 12,
      total_tokens: 16,
      ...(seconds === undefined ? {} : { prompt_audio_seconds: seconds }),
    },
    finish_reason: null,
  });

/** A page of voices, each with its languages. */
export const voices = (...all: readonly (readonly [id: string, ...languages: string[]])[]): Reply =>
  answers(200, {
    items: all.map(([id, ...languages]) => ({ id, name: id, languages, user_id: null })),
    total: all.length,
    page: 1,
    page_size: 100,
    total_pages: 1,
  });

export const unauthorized: Reply = answers(401, { detail: `No such key: ${KEY}` });

/** One piece of sound, as an event of the wire. */
export const delta = (bytes: Uint8Array): string =>
  `event: speech.audio.delta\ndata: ${JSON.stringify({
    type: 'speech.audio.delta',
    audio_data: Buffer.from(bytes).toString('base64'),
  })}\n\n`;

export const done = (): string =>
  `event: speech.audio.done\ndata: ${JSON.stringify({
    type: 'speech.audio.done',
    usage: { prompt_tokens: 9, completion_tokens: 40, total_tokens: 49 },
  })}\n\n`;

/** Frames of silence of 24 ms each: MPEG-2 layer III, 64 kbit/s, 24 kHz, mono. */
export function silentFrames(count: number): Uint8Array {
  const frame = new Uint8Array(192);
  frame.set([0xff, 0xf3, 0x84, 0xc4]);
  const all = new Uint8Array(count * frame.length);
  for (let each = 0; each < count; each++) all.set(frame, each * frame.length);
  return all;
}
