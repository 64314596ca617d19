import { refusals } from '../../kernel/refusal.ts';
import type { SpeechProblems } from './says.ts';

export const refuse = refusals<SpeechProblems>()('speech', {
  speech_unavailable: 'impossible',
  text_too_long: 'too_large',
  nothing_to_say: 'impossible',
  audio_too_large: 'too_large',
  audio_invalid: 'invalid',
  audio_unknown: 'invalid',
  language_unknown: 'invalid',
  nothing_heard: 'impossible',
});
