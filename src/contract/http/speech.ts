import { inThousands } from '../../core/kernel/counts.ts';
import { Type } from 'typebox';
import type { refuse as refuseRuns } from '../../core/execution/runs/errors.ts';
import type { refuse } from '../../core/execution/speech/errors.ts';
import { speechLimits } from '../../core/execution/speech/limits.ts';
import type { SpeechEvent } from '../../core/execution/speech/model.ts';
import { rowsRefusing, type StreamEvent } from '../row.ts';
import { closed, SaysOfText } from '../shapes.ts';
import { inEnglish } from '../words/english.ts';

const { json, events } = rowsRefusing<typeof refuse & typeof refuseRuns>();

const { bodyBytes, fileNameChars, voiceChars, languageChars, textChars } = speechLimits;

const Language = Type.String({
  minLength: 1,
  maxLength: languageChars,
  description: 'A short tag like "en", "de" or "pt-BR"',
});

const OrNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description: string,
) => Type.Union([schema, Type.Null()], { description });

const speechEvents = {
  audio: Type.Object(
    {
      seq: Type.Integer({ minimum: 0, description: 'From 0, without gaps' }),
      base64: Type.String(),
      mime: Type.String(),
    },
    { description: 'A piece of the sound. The pieces together, in their order, are one file.' },
  ),
  done: Type.Object(
    {
      characters: Type.Integer({ minimum: 1, description: 'Of the text that was said' }),
      audioMs: OrNull(Type.Integer({ minimum: 0 }), 'The length of the sound; null if it cannot be told'),
      costUsd: Type.Number(),
    },
    { description: 'The last event: the sound is whole.' },
  ),
  error: Type.Object(
    { code: Type.String(), error: Type.String(), says: SaysOfText },
    {
      description:
        'The last event: the sound is not whole. Code: provider_error, provider_timeout or interrupted.',
    },
  ),
} as const;

export const speech = {
  'speech.transcribe': json({
    route: 'POST /api/transcribe',
    who: 'person',
    needs: 'run',
    summary:
      'The words in a recording of at most 25 MB, as the EU provider hears them. Nothing is kept but the cost, which counts ' +
      'against the ceilings. May be repeated; each call costs.',
    status: 200,
    refuses: [
      'audio_invalid',
      'audio_too_large',
      'audio_unknown',
      'language_unknown',
      'speech_unavailable',
      'budget',
      'nothing_heard',
      'provider_error',
      'provider_timeout',
      'draining',
      'interrupted',
    ],
    bodyBytes,
    body: Type.Object(
      {
        audio: Type.String({ description: 'MP3, WAV, FLAC, Ogg, WebM, M4A or AAC, in base64' }),
        fileName: Type.Optional(
          Type.String({
            maxLength: fileNameChars,
            description:
              'Its ending counts where the bytes do not tell the kind of audio; no file is named by it',
          }),
        ),
        language: Type.Optional(Language),
      },
      closed,
    ),
    returns: Type.Object({
      text: Type.String({ minLength: 1 }),
      language: OrNull(Type.String(), 'As it was heard, or told; null if neither is known'),
      durationMs: OrNull(Type.Integer({ minimum: 0 }), 'Of the audio; null if the provider did not tell'),
    }),
    handle: async ({ speech }, { body: { audio, fileName = null, language = null }, signal, asker }) =>
      await speech.transcribe(asker.person, { audio, fileName, language }, signal),
  }),
  'speech.speak': events({
    route: 'POST /api/speak',
    who: 'person',
    needs: 'run',
    summary:
      `The sound of a text of at most ${inThousands(textChars)} characters, as the EU provider says it. Of Markdown only what a person would read out is ` +
      'said: no marks, no code blocks, no addresses, no emoji. The pieces come as they are made; a client that leaves ends ' +
      'the call. What fails before the first piece is tried again as calls of models are. Nothing is kept but the cost, which ' +
      'counts against the ceilings. May be repeated; each call costs. The events have no ids.',
    refuses: [
      'text_too_long',
      'language_unknown',
      'nothing_to_say',
      'speech_unavailable',
      'budget',
      'draining',
    ],
    body: Type.Object(
      {
        text: Type.String({ minLength: 1 }),
        voice: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: voiceChars,
            pattern: '^[\\w.:-]+$',
            description: "The provider's id of a voice; absent: one for the language",
          }),
        ),
        language: Type.Optional(Language),
      },
      closed,
    ),
    events: speechEvents,
    handle: async ({ speech }, { body: { text, voice = null, language = null }, signal, asker }) => ({
      headers: {},
      events: shown(await speech.speak(asker.person, { text, voice, language }, signal)),
    }),
  }),
};

async function* shown(said: AsyncIterable<SpeechEvent>): AsyncGenerator<readonly StreamEvent[]> {
  for await (const event of said) {
    const { type, ...data } = event;
    const text = event.type === 'error' ? { error: inEnglish(event.says) } : {};
    yield [{ id: null, type, data: { ...data, ...text } }];
  }
}
