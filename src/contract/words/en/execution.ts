import type { BatchProblems } from '../../../core/execution/batches/says.ts';
import type { SpeechProblems } from '../../../core/execution/speech/says.ts';
import type { FaceProblems } from '../../../core/execution/faces/says.ts';
import type { QueueProblems } from '../../../core/execution/queue/says.ts';
import type { HistoryProblems } from '../../../core/execution/history/says.ts';
import { inThousands } from '../../../core/kernel/counts.ts';
import type { Words } from '../says.ts';

export const execution: Words<
  FaceProblems & HistoryProblems & QueueProblems & SpeechProblems & BatchProblems
> = {
  'history.time_zone_unknown': 'No time zone has this name. Use an IANA name, like Europe/Berlin.',

  'queue.queued_task_not_found': 'No task with this id waits here. It may have started, or been removed.',
  'queue.queue_full': ({ limit }) =>
    `This thread has ${limit} waiting tasks, which is the limit. Wait for one to start, or remove one.`,

  'faces.face_off':
    'This engine serves no clients of the OpenAI API. Its owner switches that on: faces, with openai true, in the configuration.',
  'faces.still_working':
    'The agent still works on the last message of this conversation. Wait until it is done; the page of svc shows how far it is.',
  'faces.model_unknown': 'There is no such model. GET /v1/models lists those that there are.',
  'faces.aside_ceiling': 'The model was not asked: the answer could exceed a ceiling on spending.',
  'faces.aside_failed': 'The model gave no answer.',
  'faces.request_too_long': ({ most }) =>
    `The texts of a request have at most ${inThousands(most)} characters.`,

  'speech.speech_unavailable':
    'Speech needs the key of the EU provider, and none is set. Set EU_PROVIDER_API_KEY (or EU_PROVIDER_API_KEY_FILE) and start the engine again.',
  'speech.nothing_to_say':
    'Nothing of this text can be said: code, addresses and pictures are left out, and there is nothing else in it.',
  'speech.audio_too_large':
    'The audio has more than 25 MB, which is the most that is taken. Send it in parts.',
  'speech.audio_invalid': 'The audio must be base64, padded and without white space, and must not be empty.',
  'speech.audio_unknown':
    'The bytes are of no known kind of audio: MP3, WAV, FLAC, Ogg, WebM, M4A or AAC. If they are, send a fileName that ends in the usual way, like "note.mp3".',
  'speech.language_unknown':
    'There is no such language. Send a short tag like "en", "de" or "pt-BR", or leave it out.',
  'speech.nothing_heard':
    'No words were heard in the audio. Check that the microphone records, and that the recording is not empty.',
  'speech.text_too_long': ({ most }) =>
    `The text is longer than ${inThousands(most)} characters, which is the most that is said at once. Send it in parts.`,

  'batches.not_taken': 'The provider did not take the batch, and nothing was charged.',
  'batches.batch_not_found': 'No batch has this id.',
  'batches.batch_empty': 'A batch needs at least one request.',
  'batches.batch_ids_not_unique':
    'Each request of a batch needs an id of its own, so that its result can be told apart.',
  'batches.batch_request_invalid': 'Each request of a batch needs an id and a task that is not blank.',
  'batches.batches_full': ({ limit, isShare }) =>
    isShare
      ? `A member has at most ${limit} batches that have not ended, and all members together leave room for more. That part is used up. Wait until one has ended.`
      : 'Too many batches have not ended: no more are possible. Wait until one has.',
  'batches.batch_too_large': ({ limit, most, given }) =>
    `${AT_MOST[limit][0]} ${inThousands(most)} ${AT_MOST[limit][1]}; here there are ${inThousands(given)}.`,
  'batches.batch_too_expensive': ({ ceiling, leftUsd, limitUsd, worstUsd }) => {
    const isOne = ceiling === 'run';
    if (ceiling === 'engine')
      return `This batch could cost up to $${worstUsd.toFixed(2)}, which is more than the engine may still spend. Submit fewer requests, or ask its owner.`;
    if (ceiling === 'person')
      return `This batch could cost up to $${worstUsd.toFixed(2)}, and $${leftUsd.toFixed(2)} of your $${limitUsd.toFixed(2)} for one day is left. Submit fewer requests, or ask the owner of the engine for more.`;
    return `${isOne ? 'One request of this batch' : 'This batch'} could cost up to $${worstUsd.toFixed(2)}, and $${leftUsd.toFixed(2)} of $${limitUsd.toFixed(2)} is left (max_cost_per_${ceiling}_usd). Submit ${isOne ? 'a shorter one' : 'fewer requests'}, or raise it.`;
  },
};

/** What is limited, and what is counted. */
const AT_MOST = {
  requests: ['A batch has at most', 'requests'],
  idChars: ['An id has at most', 'characters'],
  taskChars: ['The task of one request has at most', 'characters'],
  systemChars: ['A system prompt has at most', 'characters'],
  textBytes: ['All tasks and system prompts of a batch have at most', 'bytes'],
} as const;
