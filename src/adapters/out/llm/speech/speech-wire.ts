import { firstOf, OVER } from '../../../../core/kernel/abort.ts';
import { AUDIO_TYPES } from '../../../../core/execution/speech/audio-kind.ts';
import { speechLimits } from '../../../../core/execution/speech/limits.ts';
import { languageOf } from '../../../../core/execution/speech/model.ts';
import type {
  Heard,
  SpeechConnection,
  SpeechProvider,
  Spoken,
  Voice,
} from '../../../../core/execution/speech/port.ts';
import { checkedKey } from '../wire/checked-key.ts';
import type { WireDeps } from '../wire/deps.ts';
import { readsOf } from '../wire/exchange.ts';
import { say } from '../../../../core/execution/speech/says.ts';
import { WireFailure } from '../wire/failure.ts';
import { countIn, listIn, objectIn, textIn } from '../wire/payload.ts';
import { serverSentEvents } from '../wire/sse.ts';
import { Watchdog } from '../wire/watchdog.ts';
import { wireFetch } from '../wire/wire-fetch.ts';
import { brokenBy, failed, parsed, refusalOf, TOO_LONG, UNINTELLIGIBLE } from './failures.ts';
import { SpokenStream } from './spoken-stream.ts';

const { hearingIdleMs, speakingIdleMs, contentMs } = speechLimits;

/**
 * The EU provider's wire for audio, under its base URL, as its own library (`@mistralai/mistralai` 2.7.0) writes and
 * reads it:
 * - `POST /audio/transcriptions`: multipart with `model`, `file` and `language` (two letters); the answer is JSON with
 *   `text`, `language` (may be null) and `usage.prompt_audio_seconds` (whole seconds, may be missing);
 * - `POST /audio/speech`: JSON with `model`, `input`, `voice_id` (optional), `response_format` and `stream`; the answer is a
 *   stream of server-sent events, `speech.audio.delta` with `audio_data` in base64, and `speech.audio.done` at the end;
 * - `GET /audio/voices?limit=&offset=`: a page `{items: [{id, languages}], total}`.
 */
export class SpeechWire implements SpeechProvider {
  readonly #deps: WireDeps;
  readonly #fetch: typeof fetch;

  constructor(deps: WireDeps) {
    this.#deps = deps;
    this.#fetch = wireFetch(deps);
  }

  async hear(
    { model, audio, kind, language }: Parameters<SpeechProvider['hear']>[0],
    connection: SpeechConnection,
    signal: AbortSignal,
  ): Promise<Heard> {
    if (signal.aborted) return { kind: 'aborted', mayBeBilled: false };
    const form = new FormData();
    form.set('model', model);
    if (language !== null) form.set('language', language);
    // The name is ours: one from a client is never sent.
    form.set(
      'file',
      new Blob([audio as Uint8Array<ArrayBuffer>], { type: AUDIO_TYPES[kind] }),
      `audio.${kind}`,
    );
    const call = this.#call(signal, hearingIdleMs);
    let hasBegun = false;
    try {
      const response = await call.watchdog.while(
        this.#send('/audio/transcriptions', { method: 'POST', body: form }, connection, call.signal),
      );
      if (!response.ok) return await refusalOf(response, connection, this.#deps.clock);
      hasBegun = true;
      const answer = objectIn(
        parsed(await this.#text(response, call.watchdog, speechLimits.transcriptBytes)),
      );
      const text = textIn(answer?.['text']);
      if (text === null) return failed(UNINTELLIGIBLE, true);
      const seconds = countIn(objectIn(answer?.['usage'])?.['prompt_audio_seconds']);
      const heardLanguage = textIn(answer?.['language']);
      return {
        kind: 'heard',
        text,
        language: heardLanguage === null ? null : languageOf(heardLanguage),
        seconds: seconds === 0 ? null : seconds,
      };
    } catch (thrown) {
      if (signal.aborted) return { kind: 'aborted', mayBeBilled: true };
      return brokenBy(thrown, hasBegun, call.watchdog);
    } finally {
      call.end();
    }
  }

  async *speak(
    { model, text, voice }: Parameters<SpeechProvider['speak']>[0],
    connection: SpeechConnection,
    signal: AbortSignal,
  ): AsyncGenerator<Spoken> {
    if (signal.aborted) {
      yield { kind: 'aborted', mayBeBilled: false };
      return;
    }
    const asked = {
      model,
      input: text,
      ...(voice === null ? {} : { voice_id: voice }),
      response_format: 'mp3',
      stream: true,
    };
    const call = this.#call(signal, speakingIdleMs);
    let hasBegun = false;
    try {
      const response = await call.watchdog.while(
        this.#send('/audio/speech', { method: 'POST', ...json(asked) }, connection, call.signal),
      );
      if (!response.ok) {
        yield await refusalOf(response, connection, this.#deps.clock);
        return;
      }
      hasBegun = true;
      if (!/^text\/event-stream\b/iu.test(response.headers.get('content-type') ?? '') || !response.body)
        throw new WireFailure(UNINTELLIGIBLE);
      const stream = new SpokenStream({ secrets: [connection.key] });
      const limits = { eventChars: speechLimits.eventChars, bodyChars: speechLimits.streamChars };
      for await (const batch of serverSentEvents(readsOf(response.body, call.watchdog), limits))
        for (const event of batch) {
          const piece = stream.read(event);
          if (piece === null) continue;
          call.watchdog.contentCame();
          // Frees the connection first: the consumer may take its time.
          if (piece.kind === 'done') call.end();
          yield piece;
          if (piece.kind === 'done') return;
        }
      throw new WireFailure({ ...CUT, retryable: stream.isSilent });
    } catch (thrown) {
      yield signal.aborted
        ? { kind: 'aborted', mayBeBilled: true }
        : brokenBy(thrown, hasBegun, call.watchdog);
    } finally {
      call.end();
    }
  }

  async voices(connection: SpeechConnection, signal: AbortSignal): Promise<readonly Voice[] | null> {
    const { voicesPerPage, voicePages, voicesBytes } = speechLimits;
    const call = this.#call(signal, speechLimits.voicesMs);
    const voices: Voice[] = [];
    try {
      for (let page = 0; page < voicePages; page++) {
        const query = `limit=${voicesPerPage}&offset=${page * voicesPerPage}`;
        const response = await call.watchdog.while(
          this.#send(`/audio/voices?${query}`, {}, connection, call.signal),
        );
        if (!response.ok) {
          await response.body?.cancel();
          return null;
        }
        const answer = objectIn(parsed(await this.#text(response, call.watchdog, voicesBytes)));
        const items = listIn(answer?.['items']);
        voices.push(...items.flatMap(voiceIn));
        if (items.length === 0 || (page + 1) * voicesPerPage >= countIn(answer?.['total'])) break;
      }
      return voices;
    } catch {
      // Whatever it was: speaking meets it, too, and tells.
      return null;
    } finally {
      call.end();
    }
  }

  async #send(
    path: string,
    init: RequestInit,
    { baseUrl, key }: SpeechConnection,
    signal: AbortSignal,
  ): Promise<Response> {
    if (!/^https?:\/\//iu.test(baseUrl) || !URL.canParse(baseUrl)) throw new WireFailure(NO_ADDRESS);
    const headers = {
      ...(init.headers as Record<string, string>),
      authorization: `Bearer ${checkedKey(key)}`,
    };
    return await this.#fetch(`${baseUrl}${path}`, { ...init, headers, signal });
  }

  async #text({ body }: Response, watchdog: Watchdog, mostBytes: number): Promise<string> {
    const decoder = new TextDecoder();
    let [text, length] = ['', 0];
    if (body === null) return text;
    for await (const bytes of readsOf(body, watchdog)) {
      length += bytes.length;
      if (length > mostBytes) throw new WireFailure(TOO_LONG);
      text += decoder.decode(bytes, { stream: true });
    }
    return text + decoder.decode();
  }

  /** One request: ends with `signal`, or when the provider is silent for too long. */
  #call(signal: AbortSignal, idleMs: number) {
    const given = new AbortController();
    const until = firstOf(signal, given.signal);
    const watchdog = new Watchdog(this.#deps.clock, { idleMs, contentMs: Math.max(idleMs, contentMs) }, () =>
      given.abort(OVER),
    );
    return {
      signal: until.signal,
      watchdog,
      end: () => {
        watchdog.stop();
        given.abort(OVER);
        until.release();
      },
    };
  }
}

const json = (body: object): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
});

const NO_ADDRESS = {
  says: [say('speech.address')],
  retryable: false,
};

const CUT = { says: [say('speech.cut')] };

const VOICE_ID = /^[\w.:-]{1,200}$/u;

function voiceIn(item: unknown): readonly Voice[] {
  const voice = objectIn(item);
  const id = textIn(voice?.['id']);
  if (id === null || !VOICE_ID.test(id)) return [];
  const languages = listIn(voice?.['languages']).flatMap((tag) => {
    const language = languageOf((textIn(tag) ?? '').replaceAll('_', '-'));
    return language === null ? [] : [language];
  });
  return [{ id, languages }];
}
