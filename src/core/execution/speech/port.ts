import type { Billed, Model } from '../../ports/model.ts';
import type { Says } from '../../kernel/says.ts';
import type { RunFailure, SideCall } from '../runs/model.ts';
import type { AudioKind } from './audio-kind.ts';

/** Where the provider of speech is, and its key. */
export interface SpeechConnection {
  /** Without a trailing slash; usually ends in /v1. */
  readonly baseUrl: string;
  readonly key: string;
}

/** A failure of the provider or on the way to it; what it says quotes no key. */
export interface SpeechFailure {
  readonly kind: 'failed';
  readonly code: 'provider_error' | 'provider_timeout';
  readonly says: readonly Says[];
  /** The same request may succeed if it is repeated. */
  readonly retryable: boolean;
  /** The pause that the provider asks for. */
  readonly retryAfterMs?: number;
  /** The provider may have done the work, and may bill it. */
  readonly mayBeBilled: boolean;
}

export interface SpeechAborted {
  readonly kind: 'aborted';
  /** False if nothing was sent. */
  readonly mayBeBilled: boolean;
}

export type Heard =
  | {
      readonly kind: 'heard';
      /** May be empty. */
      readonly text: string;
      readonly language: string | null;
      /** As the provider counts them; null if it did not tell. */
      readonly seconds: number | null;
    }
  | SpeechFailure
  | SpeechAborted;

export type Spoken =
  | { readonly kind: 'audio'; readonly base64: string }
  /** There was at least one piece before it. */
  | { readonly kind: 'done'; readonly audioMs: number | null }
  | SpeechFailure
  | SpeechAborted;

export interface Voice {
  readonly id: string;
  /** In two or three small letters each. */
  readonly languages: readonly string[];
}

/**
 * The provider of speech. Each call sends its request once, to the given address and no other, follows no redirect, and
 * is bounded in bytes and in silence. None throws: failures and aborts are results. The connection is freed at once
 * when `signal` aborts.
 */
export interface SpeechProvider {
  hear(
    request: {
      readonly model: string;
      readonly audio: Uint8Array;
      readonly kind: AudioKind;
      readonly language: string | null;
    },
    connection: SpeechConnection,
    signal: AbortSignal,
  ): Promise<Heard>;
  /**
   * Pieces of one MP3 as they come, then exactly one end. Nothing is read ahead of the consumer; breaking out of the
   * loop frees the connection.
   */
  speak(
    request: { readonly model: string; readonly text: string; readonly voice: string | null },
    connection: SpeechConnection,
    signal: AbortSignal,
  ): AsyncIterable<Spoken>;
  /** The voices of the provider, bounded in number; null if they cannot be had. */
  voices(connection: SpeechConnection, signal: AbortSignal): Promise<readonly Voice[] | null>;
}

/** What of a text in Markdown is said: no marks, no code, no addresses, no emoji. May be empty. */
export type WordsToSay = (markdown: string) => Promise<string>;

export interface CallOutcome {
  readonly spent: Billed;
  readonly outcome: SideCall['outcome'];
  readonly error: RunFailure | null;
}

/** Makes calls under the ceilings on spending, each with a record of its cost. */
export interface BookedCalls {
  /** @returns null if it could exceed a ceiling */
  make<Made extends CallOutcome>(
    about: Pick<SideCall, 'purpose' | 'threadId' | 'runId'>,
    model: Pick<Model, 'id' | 'provider' | 'price'>,
    worstUsd: number,
    make: (affords: (spentUsd: number) => Promise<boolean>) => Promise<Made>,
  ): Promise<{ readonly made: Made } | null>;
}
