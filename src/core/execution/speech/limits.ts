import { MIB } from '../../kernel/bytes.ts';

export const speechLimits = {
  /** Characters of a text to be said. */
  textChars: 10_000,
  audioBytes: 25 * MIB,
  /** Of the JSON with so much audio in base64. */
  bodyBytes: 34 * MIB,
  fileNameChars: 1_024,
  /** Characters of a voice's id, and of a language. */
  voiceChars: 200,
  languageChars: 20,
  /** The lowest rate of recorded speech, by which the length of audio is estimated, and the longest that is taken. */
  leastBytesPerSecond: 500,
  longestAudioMs: 3 * 60 * 60_000,
  /** Silence of the provider after which a call is given up; for a transcription that includes the sending. */
  hearingIdleMs: 280_000,
  speakingIdleMs: 120_000,
  /** Time without a piece of sound, despite other events. */
  contentMs: 5 * 60_000,
  /** Of the provider's answers: a transcript, a page of voices, one event, and all events of one text. */
  transcriptBytes: 8 * MIB,
  voicesBytes: MIB,
  eventChars: 8 * MIB,
  streamChars: 128 * MIB,
  /** The list of voices: what is read of it, how long that may take, and how long it counts. */
  voicesPerPage: 100,
  voicePages: 5,
  voicesMs: 10_000,
  voicesKeptMs: 60 * 60_000,
} as const;
