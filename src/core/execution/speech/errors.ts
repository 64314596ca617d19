import { impossible, invalid, refusals, tooLarge } from '../../kernel/refusal.ts';
import { inThousands } from '../../kernel/counts.ts';
import { speechLimits } from './limits.ts';

export const refuse = refusals({
  speech_unavailable: impossible(
    'Speech needs the key of the EU provider, and none is set. Set EU_PROVIDER_API_KEY (or EU_PROVIDER_API_KEY_FILE) and start the engine again.',
  ),
  text_too_long: tooLarge(
    `The text is longer than ${inThousands(speechLimits.textChars)} characters, which is the most that is said at once. Send it in parts.`,
  ),
  nothing_to_say: impossible(
    'Nothing of this text can be said: code, addresses and pictures are left out, and there is nothing else in it.',
  ),
  audio_too_large: tooLarge(
    'The audio has more than 25 MB, which is the most that is taken. Send it in parts.',
  ),
  audio_invalid: invalid('The audio must be base64, padded and without white space, and must not be empty.'),
  audio_unknown: invalid(
    'The bytes are of no known kind of audio: MP3, WAV, FLAC, Ogg, WebM, M4A or AAC. If they are, send a fileName that ends in the usual way, like "note.mp3".',
  ),
  language_unknown: invalid(
    'There is no such language. Send a short tag like "en", "de" or "pt-BR", or leave it out.',
  ),
  nothing_heard: impossible(
    'No words were heard in the audio. Check that the microphone records, and that the recording is not empty.',
  ),
});
