// Room: recordings to text, and text to sound. The cost is reserved before anything is sent, and nothing
// is kept but the cost.

import type { Because } from '../../kernel/worded.ts';

/** What is heard or said, and in which language. */
export interface TranscriptionRequest {
  /** In base64. */
  readonly audio: string;
  /** The name at the client. Only its ending is used, where the bytes do not tell what they are. */
  readonly fileName: string | null;
  readonly language: string | null;
}

export interface Transcript {
  readonly text: string;
  /** As the provider heard it, or as it was told; null if neither is known. */
  readonly language: string | null;
  /** Of the audio; null if the provider did not tell. */
  readonly durationMs: number | null;
}

export interface SpeechRequest {
  readonly text: string;
  /** The provider's id of a voice; null: one for the language. */
  readonly voice: string | null;
  readonly language: string | null;
}

/** The sound of a text. The last event is `done` or `error`. */
export type SpeechEvent =
  | {
      readonly type: 'audio';
      /** From 0, without gaps. The pieces together are one MP3. */
      readonly seq: number;
      readonly base64: string;
      readonly mime: typeof SPOKEN_TYPE;
    }
  | {
      readonly type: 'done';
      /** Of the text that was said, without what is left out. */
      readonly characters: number;
      /** The length of the sound; null if it cannot be told. */
      readonly audioMs: number | null;
      readonly costUsd: number;
    }
  | ({ readonly type: 'error' } & Because);

export const SPOKEN_TYPE = 'audio/mpeg';

/** A short tag of BCP 47: language, script, region. */
const TAG = /^([a-z]{2,3})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/iu;

/** The language of a tag in two or three small letters; null if it is no such tag, or if there is no such language. */
export function languageOf(tag: string): string | null {
  const language = TAG.exec(tag)?.[1]?.toLowerCase();
  if (language === undefined) return null;
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  return names.of(language) === undefined ? null : language;
}

/** Counted as the provider bills: characters, not UTF-16 units. */
export function charactersIn(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
