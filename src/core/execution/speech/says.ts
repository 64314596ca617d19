import type { Plain } from '../../kernel/says.ts';

/** Why something is refused. */
export interface SpeechProblems extends Plain<
  | 'speech.speech_unavailable'
  | 'speech.nothing_to_say'
  | 'speech.audio_too_large'
  | 'speech.audio_invalid'
  | 'speech.audio_unknown'
  | 'speech.language_unknown'
  | 'speech.nothing_heard'
> {
  'speech.text_too_long': { most: number };
}
