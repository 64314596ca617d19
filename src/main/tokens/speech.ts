import type { SpeechProvider } from '../../core/speech/port.ts';
import type { SpeechService } from '../../core/speech/service.ts';
import { token } from '../token.ts';

export const speechTokens = {
  speechProvider: token<SpeechProvider>('speech-provider'),
  speech: token<SpeechService>('speech'),
};
