import { Buffer } from 'node:buffer';
import type { Spoken } from '../../../../core/execution/speech/port.ts';
import { say } from '../../../../core/execution/speech/says.ts';
import { saidBy, WireFailure, type Quoting } from '../wire/failure.ts';
import { objectIn, textIn } from '../wire/payload.ts';
import type { ServerEvent } from '../wire/sse.ts';
import { parsed, saidIn, UNINTELLIGIBLE } from './failures.ts';
import { Mp3Length } from './mp3-length.ts';

/** Reads the events of one spoken text. */
export class SpokenStream {
  readonly #quoting: Pick<Quoting, 'secrets'>;
  readonly #length = new Mp3Length();
  #isSilent = true;

  constructor(quoting: Pick<Quoting, 'secrets'>) {
    this.#quoting = quoting;
  }

  /** No sound has come yet. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /**
   * Null for an event that says nothing.
   * @throws WireFailure if the provider reports an error, sends something unintelligible, or ends without a sound
   */
  read({ event, data }: ServerEvent): Extract<Spoken, { kind: 'audio' | 'done' }> | null {
    // Some servers end every stream with it.
    if (data.trim() === '[DONE]') return null;
    const payload = objectIn(parsed(data));
    if (payload === null) throw new WireFailure(UNINTELLIGIBLE);
    const type = textIn(payload['type']) ?? event ?? '';
    switch (type) {
      case 'speech.audio.delta':
        return this.#piece(textIn(payload['audio_data']));
      case 'speech.audio.done':
        if (this.#isSilent) throw new WireFailure(NO_SOUND);
        return { kind: 'done', audioMs: this.#length.ms };
      default:
        if (event === 'error' || type === 'error' || 'error' in payload || payload['object'] === 'error')
          throw this.#reported(payload);
        return null;
    }
  }

  #piece(audio: string | null): Extract<Spoken, { kind: 'audio' }> | null {
    if (audio === null) throw new WireFailure(UNINTELLIGIBLE);
    const bytes = Buffer.from(audio, 'base64');
    const base64 = bytes.toString('base64');
    // Buffer passes over what is no base64.
    if (base64.replace(/=+$/u, '') !== audio.replace(/=+$/u, '')) throw new WireFailure(UNINTELLIGIBLE);
    if (bytes.length === 0) return null;
    this.#isSilent = false;
    this.#length.add(bytes);
    return { kind: 'audio', base64 };
  }

  #reported(payload: unknown): WireFailure {
    const { message } = saidIn(payload);
    return new WireFailure({
      says: [say('speech.reported'), ...saidBy(message, this.#quoting)],
      retryable: this.#isSilent,
    });
  }
}

const NO_SOUND = {
  says: [say('speech.no_sound')],
  retryable: false,
};
