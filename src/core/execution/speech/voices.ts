import { firstOf } from '../../kernel/abort.ts';
import type { Clock } from '../../ports/clock.ts';
import { speechLimits } from './limits.ts';
import type { SpeechConnection, SpeechProvider, Voice } from './port.ts';

/** Finds a voice for a language in the provider's list, which is kept for an hour. */
export class Voices {
  readonly #provider: Pick<SpeechProvider, 'voices'>;
  readonly #clock: Clock;
  #kept: { readonly baseUrl: string; readonly at: number; readonly voices: readonly Voice[] } | null = null;

  constructor(provider: Pick<SpeechProvider, 'voices'>, clock: Clock) {
    this.#provider = provider;
    this.#clock = clock;
  }

  /**
   * The first voice of the language; of any without one. Null where the list cannot be had, or has none: the provider
   * then takes its own.
   */
  async for(
    language: string | null,
    connection: SpeechConnection,
    signal: AbortSignal,
  ): Promise<string | null> {
    const voices = await this.#list(connection, signal);
    const fitting =
      language === null ? voices[0] : voices.find(({ languages }) => languages.includes(language));
    return (fitting ?? voices[0])?.id ?? null;
  }

  async #list(connection: SpeechConnection, signal: AbortSignal): Promise<readonly Voice[]> {
    const { baseUrl } = connection;
    const now = this.#clock.monotonic();
    if (this.#kept?.baseUrl === baseUrl && now - this.#kept.at < speechLimits.voicesKeptMs)
      return this.#kept.voices;
    const late = this.#clock.deadline(speechLimits.voicesMs);
    const until = firstOf(signal, late.signal);
    try {
      const voices = await this.#provider.voices(connection, until.signal);
      if (voices === null) return [];
      this.#kept = { baseUrl, at: now, voices };
      return voices;
    } finally {
      late.cancel();
      until.release();
    }
  }
}
