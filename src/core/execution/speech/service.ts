import type { Masked } from '../../ports/log.ts';
import type { PersonId } from '../../kernel/ids.ts';
import { say as sayOfRuns } from '../runs/says.ts';
import { firstOf, OVER } from '../../kernel/abort.ts';
import { bytesInBase64, fromBase64 } from '../../kernel/bytes.ts';
import type { AudioModels } from '../../instance/models/model.ts';
import type { Clock } from '../../ports/clock.ts';
import { noPrice, noUsage } from '../../ports/model.ts';
import { refuse as refuseRun } from '../runs/errors.ts';
import type { Because } from '../../kernel/worded.ts';
import { failureIn, type RunFailure, type SideCall } from '../runs/model.ts';
import { say } from './says.ts';
import { audioKind } from './audio-kind.ts';
import { refuse } from './errors.ts';
import { Handoff } from './handoff.ts';
import { speechLimits } from './limits.ts';
import {
  charactersIn,
  languageOf,
  SPOKEN_TYPE,
  type SpeechEvent,
  type SpeechRequest,
  type Transcript,
  type TranscriptionRequest,
} from './model.ts';
import type {
  BookedCalls,
  Heard,
  SpeechAborted,
  SpeechConnection,
  SpeechFailure,
  SpeechProvider,
  Spoken,
  WordsToSay,
} from './port.ts';
import { Tries } from './tries.ts';
import { Voices } from './voices.ts';

export interface SpeechServiceDeps {
  readonly provider: SpeechProvider;
  /** Null without a key. */
  readonly connection: () => SpeechConnection | null;
  /** What hears and what speaks, at the prices that count now. */
  readonly models: () => AudioModels;
  readonly calls: BookedCalls;
  readonly wordsToSay: WordsToSay;
  /** Masks the values of secrets in a text. */
  readonly masked: Masked;
  readonly clock: Clock;
}

/**
 * Turns recordings into text and text into sound, at the EU provider. Nothing is kept but the cost of each call, which
 * counts against the ceilings like that of a run; what may exceed one is refused before anything is sent. A client that
 * leaves ends its call.
 */
export class SpeechService {
  readonly #deps: SpeechServiceDeps;
  readonly #voices: Voices;
  readonly #stop = new AbortController();
  readonly #atWork = new Set<Promise<unknown>>();

  constructor(deps: SpeechServiceDeps) {
    this.#deps = deps;
    this.#voices = new Voices(deps.provider, deps.clock);
  }

  /** Whether there is a key for it. */
  get isAvailable(): boolean {
    return this.#deps.connection() !== null;
  }

  /**
   * The words in a recording. May be repeated; each call costs.
   * @throws Refusal audio_invalid, audio_too_large, audio_unknown, language_unknown, speech_unavailable, budget,
   *   nothing_heard, provider_error, provider_timeout, draining, interrupted
   */
  async transcribe(
    personId: PersonId,
    request: TranscriptionRequest,
    signal: AbortSignal,
  ): Promise<Transcript> {
    const audio = audioFrom(request.audio);
    const kind = audioKind(audio, request.fileName);
    if (kind === null) throw refuse.audio_unknown();
    const language = knownLanguage(request.language);
    const connection = this.#connected();
    const { hearing } = this.#deps.models();
    const mostSeconds = longestSeconds(audio.length);
    const usdFor = (seconds: number): number => (Math.min(seconds, mostSeconds) / 60) * hearing.perMinute;
    const worstUsd = usdFor(mostSeconds);
    return await this.#working(signal, async (until) => {
      const about = { purpose: 'transcription', threadId: null, runId: null, personId } as const;
      const done = await this.#deps.calls.make(about, bookedAs(hearing.id), worstUsd, async (affords) => {
        const asked = { model: hearing.id, audio, kind, language };
        const { heard, failedUsd } = await this.#heard(asked, connection, worstUsd, affords, until);
        const isHeard = heard.kind === 'heard';
        const last = isHeard ? usdFor(heard.seconds ?? mostSeconds) : heard.mayBeBilled ? worstUsd : 0;
        const outcome = !isHeard ? 'failed' : heard.text.trim() === '' ? 'empty' : 'useful';
        return { ...booked(outcome, failedUsd + last, isHeard ? null : errorOf(heard)), heard };
      });
      if (done === null) throw tooExpensive(worstUsd);
      const { heard } = done.made;
      switch (heard.kind) {
        case 'heard':
          return this.#transcript(heard, language, personId);
        case 'failed':
          throw refuseRun[heard.code]({}, heard.says);
        case 'aborted':
          throw this.#stop.signal.aborted ? refuseRun.draining() : refuseRun.interrupted({}, LEFT.says);
      }
    });
  }

  /**
   * The sound of a text, in pieces as they come. May be repeated; each call costs. Resolves once the cost is reserved;
   * what fails later is an event. The text is said as a person would read it out: see `WordsToSay`.
   * @throws Refusal text_too_long, language_unknown, nothing_to_say, speech_unavailable, budget, draining
   */
  async speak(
    personId: PersonId,
    request: SpeechRequest,
    signal: AbortSignal,
  ): Promise<AsyncIterable<SpeechEvent>> {
    const { wordsToSay } = this.#deps;
    const masked = (text: string) => this.#deps.masked(text, personId);
    const given = request.text.toWellFormed();
    if (charactersIn(given) > speechLimits.textChars)
      throw refuse.text_too_long({ most: speechLimits.textChars });
    const language = knownLanguage(request.language);
    // A second time, because marks may have stood within a value.
    const text = masked(await wordsToSay(masked(given)));
    if (text === '') throw refuse.nothing_to_say();
    const connection = this.#connected();
    const handoff = new Handoff<SpeechEvent>();
    const reader = new AbortController();
    const from = firstOf(signal, reader.signal);
    const said = { text, voice: request.voice, language };
    await new Promise<void>((resolve, reject) => {
      this.#working(from.signal, (until) => this.#say(personId, said, connection, handoff, until, resolve))
        .then(
          () => handoff.end(),
          (thrown: unknown) => {
            // After the beginning this is no news to the promise, and the reader gets it.
            reject(thrown);
            handoff.fail(thrown);
          },
        )
        .finally(() => from.release());
    });
    return handoff.read(() => reader.abort(OVER));
  }

  /** Ends all calls, with their costs written. Waits at most so long. */
  async drain(withinMs: number): Promise<void> {
    this.#stop.abort();
    const { signal, cancel } = this.#deps.clock.deadline(withinMs);
    const late = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    await Promise.race([Promise.allSettled(this.#atWork), late]);
    cancel();
  }

  async #say(
    personId: PersonId,
    said: SpeechRequest,
    connection: SpeechConnection,
    handoff: Handoff<SpeechEvent>,
    signal: AbortSignal,
    reserved: () => void,
  ): Promise<void> {
    const { calls, models, provider, clock } = this.#deps;
    const { speaking } = models();
    const characters = charactersIn(said.text);
    const worstUsd = (characters / 1_000_000) * speaking.perMillionCharacters;
    const about = { purpose: 'speech', threadId: null, runId: null, personId } as const;
    const done = await calls.make(about, bookedAs(speaking.id), worstUsd, async (affords) => {
      reserved();
      const voice = said.voice ?? (await this.#voices.for(said.language, connection, signal));
      const tries = new Tries(clock, affords);
      let [costUsd, seq] = [0, 0];
      for (;;) {
        let audioMs: number | null = null;
        let end: Exclude<Spoken, { kind: 'audio' }> = { kind: 'aborted', mayBeBilled: true };
        const asked = { model: speaking.id, text: said.text, voice };
        for await (const piece of provider.speak(asked, connection, signal))
          if (piece.kind === 'audio') {
            const { base64 } = piece;
            await handoff.put({ type: 'audio', seq: seq++, base64, mime: SPOKEN_TYPE }, signal);
          } else {
            if (piece.kind === 'done') ({ audioMs } = piece);
            end = piece;
          }
        costUsd += end.kind === 'done' || end.mayBeBilled ? worstUsd : 0;
        if (end.kind === 'failed' && seq === 0 && (await tries.again(end, costUsd, signal))) continue;
        const outcome = end.kind === 'done' ? 'useful' : 'failed';
        return { ...booked(outcome, costUsd, end.kind === 'done' ? null : errorOf(end)), audioMs, costUsd };
      }
    });
    if (done === null) throw tooExpensive(worstUsd);
    const { error, audioMs, costUsd } = done.made;
    if (error === null) await handoff.put({ type: 'done', characters, audioMs, costUsd }, signal);
    else {
      const { code, says } = this.#stop.signal.aborted ? STOPPED : error;
      // The reader may still be there when the engine stops.
      void handoff.put({ type: 'error', code, says }, new AbortController().signal);
    }
  }

  async #heard(
    asked: Parameters<SpeechProvider['hear']>[0],
    connection: SpeechConnection,
    worstUsd: number,
    affords: (spentUsd: number) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<{ readonly heard: Heard; readonly failedUsd: number }> {
    const { provider, clock } = this.#deps;
    const tries = new Tries(clock, affords);
    for (let failedUsd = 0; ;) {
      const heard = await provider.hear(asked, connection, signal);
      const spent = failedUsd + (heard.kind === 'failed' && heard.mayBeBilled ? worstUsd : 0);
      if (heard.kind !== 'failed' || !(await tries.again(heard, spent, signal))) return { heard, failedUsd };
      failedUsd = spent;
    }
  }

  #transcript(heard: Extract<Heard, { kind: 'heard' }>, asked: string | null, person: PersonId): Transcript {
    const text = this.#deps.masked(heard.text.toWellFormed(), person).trim();
    if (text === '') throw refuse.nothing_heard();
    const durationMs = heard.seconds === null ? null : Math.round(heard.seconds * 1_000);
    return { text, language: heard.language ?? asked, durationMs };
  }

  /** @throws Refusal speech_unavailable */
  #connected(): SpeechConnection {
    const connection = this.#deps.connection();
    if (connection === null) throw refuse.speech_unavailable({ variable: 'EU_PROVIDER_API_KEY' });
    return connection;
  }

  /** Work that ends with `signal`, and with the engine. @throws Refusal draining */
  async #working<Result>(
    signal: AbortSignal,
    work: (until: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (this.#stop.signal.aborted) throw refuseRun.draining();
    const until = firstOf(signal, this.#stop.signal);
    const working = work(until.signal);
    this.#atWork.add(working);
    try {
      return await working;
    } finally {
      this.#atWork.delete(working);
      until.release();
    }
  }
}

/** The bytes of audio in base64. @throws Refusal audio_too_large, audio_invalid */
function audioFrom(base64: string): Uint8Array {
  if (bytesInBase64(base64) > speechLimits.audioBytes) throw refuse.audio_too_large();
  const audio = fromBase64(base64);
  if (audio === null || audio.length === 0) throw refuse.audio_invalid();
  return audio;
}

/** @throws Refusal language_unknown */
function knownLanguage(tag: string | null): string | null {
  if (tag === null) return null;
  const language = languageOf(tag);
  if (language === null) throw refuse.language_unknown();
  return language;
}

/** Estimated high: the bytes at the lowest rate of speech, but no more than the provider takes. */
const longestSeconds = (bytes: number): number =>
  Math.min(speechLimits.longestAudioMs / 1_000, Math.max(1, bytes / speechLimits.leastBytesPerSecond));

/** What is booked is counted in dollars, not in tokens. */
const bookedAs = (id: string) => ({ id, provider: 'compat', price: noPrice });

const booked = (outcome: SideCall['outcome'], costUsd: number, error: RunFailure | null) => ({
  spent: { usage: noUsage, costUsd },
  outcome,
  error,
});

const errorOf = (end: SpeechFailure | SpeechAborted): RunFailure =>
  end.kind === 'failed' ? failureIn(end) : LEFT;

const LEFT: RunFailure = {
  code: 'interrupted',
  says: [say('speech.left')],
  retryable: true,
};
const STOPPED: Because = { code: 'interrupted', says: [say('speech.stopped')] };

const tooExpensive = (usd: number) =>
  refuseRun.budget({}, sayOfRuns('runs.too_expensive', { worstUsd: usd }));
