import type { BatchProblems } from '../../../core/execution/batches/says.ts';
import type { SpeechProblems } from '../../../core/execution/speech/says.ts';
import type { FaceProblems } from '../../../core/execution/faces/says.ts';
import type { QueueProblems } from '../../../core/execution/queue/says.ts';
import type { HistoryProblems } from '../../../core/execution/history/says.ts';
import type { Words } from '../says.ts';
import { dollars, number } from './forms.ts';

export const execution: Words<
  FaceProblems & HistoryProblems & QueueProblems & SpeechProblems & BatchProblems
> = {
  'history.time_zone_unknown': 'Das ist keine Zeitzone. Nimm einen Namen wie „Europe/Vienna“.',

  'queue.queued_task_not_found':
    'Diese Aufgabe wartet hier nicht mehr. Vielleicht hat sie begonnen, oder sie wurde entfernt.',
  'queue.queue_full': ({ limit }) =>
    `In dieser Unterhaltung warten schon ${number(limit)} Aufgaben, mehr sind nicht möglich. Warte, bis eine beginnt, oder entferne eine.`,

  'faces.face_off':
    'Diese Engine bedient keine Programme der OpenAI-API. Wem sie gehört, schaltet das ein: faces, mit openai true, in den Einstellungen.',
  'faces.still_working':
    'Der Agent arbeitet noch an der letzten Nachricht dieser Unterhaltung. Warte, bis er fertig ist; die Seite von svc zeigt, wie weit er ist.',
  'faces.model_unknown': 'Ein solches Modell gibt es nicht. GET /v1/models nennt die vorhandenen.',
  'faces.aside_ceiling':
    'Das Modell wurde nicht gefragt: Die Antwort könnte eine Kostengrenze überschreiten.',
  'faces.aside_failed': 'Das Modell hat nicht geantwortet.',
  'faces.request_too_long': ({ most }) => `Die Texte einer Anfrage haben höchstens ${number(most)} Zeichen.`,

  'speech.speech_unavailable':
    'Sprache braucht den Schlüssel des EU-Anbieters, und es ist keiner gesetzt. Setze EU_PROVIDER_API_KEY (oder EU_PROVIDER_API_KEY_FILE), und starte svc neu.',
  'speech.nothing_to_say':
    'Von diesem Text lässt sich nichts vorlesen: Code, Adressen und Bilder werden ausgelassen, und sonst ist nichts darin.',
  'speech.audio_too_large': 'Die Aufnahme ist größer als 25 MB. Sprich in Teilen.',
  'speech.audio_invalid': 'Diese Aufnahme ist leer oder beschädigt.',
  'speech.audio_unknown':
    'Von dieser Art Ton weiß svc nichts: Es gehen MP3, WAV, FLAC, Ogg, WebM, M4A und AAC.',
  'speech.language_unknown': 'Eine solche Sprache gibt es nicht.',
  'speech.nothing_heard': 'In der Aufnahme waren keine Worte zu hören. Prüfe, ob das Mikrofon aufnimmt.',
  'speech.text_too_long': ({ most }) =>
    `Der Text hat mehr als ${number(most)} Zeichen, und mehr wird nicht auf einmal vorgelesen. Sende ihn in Teilen.`,

  'batches.not_taken': 'Der Anbieter hat den Stapel nicht angenommen, und es fielen keine Kosten an.',
  'batches.batch_not_found': 'Diesen Stapel gibt es nicht.',
  'batches.batch_empty': 'Ein Stapel braucht mindestens eine Anfrage.',
  'batches.batch_ids_not_unique':
    'Jede Anfrage eines Stapels braucht eine eigene Kennung, damit sich ihr Ergebnis zuordnen lässt.',
  'batches.batch_request_invalid':
    'Jede Anfrage eines Stapels braucht eine Kennung und eine Aufgabe, die nicht leer ist.',
  'batches.batches_full': ({ limit, isShare }) =>
    isShare
      ? `Ein Mitglied hat höchstens ${number(limit)} unfertige Stapel, und alle Mitglieder zusammen lassen Platz für andere. Dieser Teil ist verbraucht. Warte, bis einer fertig ist.`
      : 'Zu viele Stapel sind noch nicht fertig: Mehr sind nicht möglich. Warte, bis einer fertig ist.',
  'batches.batch_too_large': ({ limit, most, given }) =>
    `${AT_MOST[limit][0]} ${number(most)} ${AT_MOST[limit][1]}; hier sind es ${number(given)}.`,
  'batches.batch_too_expensive': ({ ceiling, leftUsd, limitUsd, worstUsd }) => {
    const isOne = ceiling === 'run';
    if (ceiling === 'engine')
      return `Dieser Stapel könnte bis zu ${dollars(worstUsd)} kosten, mehr als svc noch ausgeben darf. Sende weniger Anfragen, oder frag, wem svc gehört.`;
    if (ceiling === 'person')
      return `Dieser Stapel könnte bis zu ${dollars(worstUsd)} kosten, und von deinen ${dollars(limitUsd)} für einen Tag sind ${dollars(leftUsd)} übrig. Sende weniger Anfragen, oder bitte, wem svc gehört, um mehr.`;
    return `${isOne ? 'Eine Anfrage dieses Stapels' : 'Dieser Stapel'} könnte bis zu ${dollars(worstUsd)} kosten, und von ${dollars(limitUsd)} sind ${dollars(leftUsd)} übrig (max_cost_per_${ceiling}_usd). Sende ${isOne ? 'eine kürzere' : 'weniger Anfragen'}, oder erhöhe die Grenze.`;
  },
};

/** What is limited, and what is counted. */
const AT_MOST = {
  requests: ['Ein Stapel hat höchstens', 'Anfragen'],
  idChars: ['Eine Kennung hat höchstens', 'Zeichen'],
  taskChars: ['Die Aufgabe einer Anfrage hat höchstens', 'Zeichen'],
  systemChars: ['Ein Systemprompt hat höchstens', 'Zeichen'],
  textBytes: ['Alle Aufgaben und Systemprompts eines Stapels haben höchstens', 'Bytes'],
} as const;
