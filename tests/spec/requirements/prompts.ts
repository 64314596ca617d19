import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { promptRecord, promptStates, httpApi, runStream, limits } = heading;

/** Questions to the owner that a run waits for. */
export const ofPrompts = {
  // The record
  'prompts.record': requirement(
    [promptRecord, httpApi],
    'GET /api/sessions/:id/pending-prompt returns {pending: false} or the record.',
  ),
  'prompts.record.pending': requirement(promptRecord, 'pending is false when no prompt is waiting.'),
  'prompts.record.prompt-id': requirement(promptRecord, 'promptId is a UUID.'),
  'prompts.record.type': requirement(promptRecord, 'promptType is ask_user.'),
  'prompts.record.type.secret': requirement(promptRecord, 'promptType is ask_secret for secret prompts.'),
  'prompts.record.question': requirement(promptRecord, 'question is a string, options an array of strings.'),
  'prompts.record.timeout': requirement(
    promptRecord,
    'timeoutMs is the milliseconds until expiry, of 24 hours.',
  ),
  'prompts.record.created-at': requirement(promptRecord, 'createdAt is an ISO 8601 timestamp.'),
  'prompts.secret-event': requirement(
    [promptRecord, runStream],
    'secret_prompt reports that the agent requests a secret, with promptId, name, prompt and key_type.',
  ),

  // States
  'prompts.ask': requirement(
    promptStates,
    'A call of ask_user persists a pending prompt with a promptId; a prompt event carries it.',
  ),
  'prompts.ask-secret': requirement(
    promptStates,
    'A call of ask_secret persists a pending prompt with a promptId.',
  ),
  'prompts.poll': requirement(
    [promptStates, limits],
    'The agent polls storage every 2 seconds and resumes on its next poll.',
  ),
  'prompts.best-effort': requirement(
    [promptStates, runStream],
    'The events of prompts are best-effort; a client that missed one reads GET pending-prompt.',
  ),
  'prompts.reply': requirement(
    [promptStates, httpApi],
    'POST /api/sessions/:id/reply with {answer, promptId} answers the pending prompt; the answer is persisted and the agent resumes.',
  ),
  'prompts.secret-saved': requirement(
    [promptStates, httpApi],
    'POST /api/sessions/:id/secret-saved with {saved, promptId} answers a pending secret prompt.',
  ),
  'prompts.expiry': requirement([promptStates, limits], 'A prompt expires when 24 hours have elapsed.'),
  'prompts.restart': requirement(promptStates, 'All pending prompts expire when the engine starts again.'),
  'prompts.no-client': requirement(promptStates, 'While no client is connected the agent loop stays alive.'),
  'prompts.reply.idempotent': requirement(
    promptStates,
    'Replying with promptId is idempotent: a repeat is 200 with duplicate, and changes nothing.',
  ),
  'prompts.event': requirement(
    runStream,
    'prompt reports that the agent requests user input, with promptId; it is a numbered event like the others.',
  ),

  // Ours
  'prompts.wake-up': requirement(
    'ours: behaviour',
    'A reply that this process receives wakes the waiting call at once.',
  ),
  'prompts.one-answer': requirement('ours: promise R16', 'Exactly one of several concurrent answers wins.'),
  'prompts.reply.refusals': requirement(
    'ours: contract',
    'An unknown prompt or one of another session is 404, an expired one 410, none pending 409, an empty or invalid answer 400.',
  ),
  'prompts.reply.named': requirement(
    ['ours: contract', 'ours: behaviour'],
    'Without a promptId, a reply never answers a consent question, nor answers the next question with a repeat of an earlier answer of its run: 400 prompt_id_required.',
  ),
  'prompts.typed-before': requirement(
    'ours: behaviour',
    'Text typed at a terminal before a question is shown does not answer it.',
  ),
  'prompts.one-pending': requirement('ours: contract', 'A session has at most one pending prompt.'),
  'prompts.away': requirement(
    'ours: behaviour',
    'svc waiting prints every question that waits, with how to answer it, and svc answer answers it; a secret is stored first, and never typed as an answer.',
  ),
  'prompts.left': requirement(
    'ours: contract',
    'A question that the end of the engine closed is offered again until something is done in its thread: svc waiting prints it, svc answer and svc chat take its answer as the next task.',
    'long',
  ),
  'prompts.abort': requirement(
    'ours: contract',
    'An abort, a deletion of the session or the thread, and a shutdown reach a waiting run and expire its prompt.',
  ),
  'prompts.wait-is-no-work': requirement(
    'ours: behaviour',
    'Waiting time is the waitMs of the run and not part of its duration; the cap on tool calls does not apply.',
  ),
  'prompts.clock-jumps': requirement(
    ['ours: behaviour', 'ours: promise R12'],
    'Setting the wall clock forward or back neither loses nor doubles a prompt.',
  ),
  'prompts.malformed': requirement(
    'ours: behaviour',
    'A question that cannot be asked is refused with instructions for the model.',
  ),
  'prompts.acknowledged': requirement(
    'ours: promise R13',
    'An acknowledged answer is in the thread, wherever the process dies afterwards.',
  ),
  'prompts.terminal': requirement(
    'ours: contract',
    'svc run shows the question; a person at the terminal answers there; without a terminal the command says how to answer.',
    'long',
  ),
} satisfies Requirements;
