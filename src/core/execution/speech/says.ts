import { saying, type Plain } from '../../kernel/says.ts';

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

/** Why hearing or saying something failed. What the provider said itself is `model.said`. */
export interface SpeechFailures extends Plain<
  | 'speech.key'
  | 'speech.not_allowed'
  | 'speech.not_found'
  | 'speech.too_much'
  | 'speech.silent'
  | 'speech.broke'
  | 'speech.no_provider'
  | 'speech.address'
  | 'speech.cut'
  | 'speech.reported'
  | 'speech.no_sound'
  | 'speech.left'
  | 'speech.stopped'
> {}

export const say = saying<SpeechFailures>();
