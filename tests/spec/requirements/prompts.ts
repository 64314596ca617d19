import { heading } from './headings.ts';
import { long, quick, type Requirements } from './requirement.ts';

const { promptRecord, promptStates, httpApi, runStream, limits } = heading;

/** Questions to the owner that a run waits for. */
export const ofPrompts = [
  // The record
  quick([promptRecord, httpApi], {
    'prompts.record': 'GET /api/sessions/:id/pending-prompt returns {pending: false} or the record.',
  }),
  quick(promptRecord, {
    'prompts.record.pending': 'pending is false when no prompt is waiting.',
    'prompts.record.prompt-id': 'promptId is a UUID.',
    'prompts.record.type': 'promptType is ask_user.',
    'prompts.record.type.secret': 'promptType is ask_secret for secret prompts.',
    'prompts.record.question': 'question is a string, options an array of strings.',
    'prompts.record.timeout': 'timeoutMs is the milliseconds until expiry, of 24 hours.',
    'prompts.record.created-at': 'createdAt is an ISO 8601 timestamp.',
  }),
  quick([promptRecord, runStream], {
    'prompts.secret-event':
      'secret_prompt reports that the agent requests a secret, with promptId, name, prompt and key_type.',
  }),

  // States
  quick(promptStates, {
    'prompts.ask': 'A call of ask_user persists a pending prompt with a promptId; a prompt event carries it.',
    'prompts.ask-secret': 'A call of ask_secret persists a pending prompt with a promptId.',
    'prompts.restart': 'All pending prompts expire when the engine starts again.',
    'prompts.no-client': 'While no client is connected the agent loop stays alive.',
    'prompts.reply.idempotent':
      'Replying with promptId is idempotent: a repeat is 200 with duplicate, and changes nothing.',
  }),
  quick([promptStates, limits], {
    'prompts.poll': 'The agent polls storage every 2 seconds and resumes on its next poll.',
    'prompts.expiry': 'A prompt expires when 24 hours have elapsed.',
  }),
  quick([promptStates, runStream], {
    'prompts.best-effort':
      'The events of prompts are best-effort; a client that missed one reads GET pending-prompt.',
  }),
  quick([promptStates, httpApi], {
    'prompts.reply':
      'POST /api/sessions/:id/reply with {answer, promptId} answers the pending prompt; the answer is persisted and the agent resumes.',
    'prompts.secret-saved':
      'POST /api/sessions/:id/secret-saved with {saved, promptId} answers a pending secret prompt.',
  }),
  quick(runStream, {
    'prompts.event':
      'prompt reports that the agent requests user input, with promptId; it is a numbered event like the others.',
  }),

  // Ours
  quick('ours: behaviour', {
    'prompts.wake-up': 'A reply that this process receives wakes the waiting call at once.',
    'prompts.typed-before': 'Text typed at a terminal before a question is shown does not answer it.',
    'prompts.away':
      'svc waiting prints every question that waits, with how to answer it, and svc answer answers it; a secret is stored first, and never typed as an answer.',
    'prompts.wait-is-no-work':
      'Waiting time is the waitMs of the run and not part of its duration; the cap on tool calls does not apply.',
    'prompts.malformed': 'A question that cannot be asked is refused with instructions for the model.',
  }),
  quick('ours: promise R16', {
    'prompts.one-answer': 'Exactly one of several concurrent answers wins.',
  }),
  quick('ours: contract', {
    'prompts.reply.refusals':
      'An unknown prompt or one of another session is 404, an expired one 410, none pending 409, an empty or invalid answer 400.',
    'prompts.one-pending': 'A session has at most one pending prompt.',
    'prompts.abort':
      'An abort, a deletion of the session or the thread, and a shutdown reach a waiting run and expire its prompt.',
  }),
  quick(['ours: contract', 'ours: behaviour'], {
    'prompts.reply.named':
      'Without a promptId, a reply never answers a consent question, nor answers the next question with a repeat of an earlier answer of its run: 400 prompt_id_required.',
  }),
  long('ours: contract', {
    'prompts.left':
      'A question that the end of the engine closed is offered again until something is done in its thread: svc waiting prints it, svc answer and svc chat take its answer as the next task.',
    'prompts.terminal':
      'svc run shows the question; a person at the terminal answers there; without a terminal the command says how to answer.',
  }),
  quick(['ours: behaviour', 'ours: promise R12'], {
    'prompts.clock-jumps': 'Setting the wall clock forward or back neither loses nor doubles a prompt.',
  }),
  quick('ours: promise R13', {
    'prompts.acknowledged': 'An acknowledged answer is in the thread, wherever the process dies afterwards.',
  }),
] satisfies Requirements;
