import type { BatchResult } from '../../ports/model-batches.ts';
import {
  costOfEnd,
  noUsage,
  type Billed,
  type ModelEnd,
  type ModelRequest,
  type Price,
} from '../../ports/model.ts';
import { withTexts, type Says } from '../../kernel/says.ts';
import { failureIn, type RunFailure, type SideCall } from '../runs/model.ts';
import { sayEnd } from '../runs/says.ts';
import { sayResult } from './says.ts';
import type { BatchRequest, RequestEnd, RequestResult } from './model.ts';

/** What the model is sent for a request: no conversation, and no tools. */
export const modelRequest = ({ task, system }: Pick<BatchRequest, 'task' | 'system'>): ModelRequest => ({
  system: system ?? SYSTEM,
  messages: [{ role: 'user', content: [{ type: 'text', text: task }] }],
  tools: [],
});

const SYSTEM =
  'You do one task of a batch. You have no tools, and no question of yours is answered: do the task completely, in this one answer.';

/** What a result of the provider's batch interface comes to. `masked` masks the values of secrets in a text. */
export function resultFromProvider(
  result: BatchResult,
  price: Price,
  masked: (text: string) => string,
): RequestEnd {
  switch (result.kind) {
    case 'answer': {
      const text = masked(result.text);
      return { ...answered(text, result.stop), ...billed(result.spent, price) };
    }
    case 'errored':
      return { ...unanswered('errored', withMasked(result.failure, masked)), ...billed(result.spent, price) };
    case 'canceled':
      return { ...unanswered('canceled', CANCELED), ...FREE };
    case 'expired':
      return { ...unanswered('expired', EXPIRED), ...FREE };
  }
}

/** What a call of the model comes to. */
export function resultFromCall(text: string, end: ModelEnd, price: Price): RequestEnd {
  const spent = billed(end, price);
  switch (end.stop) {
    case 'failed': {
      return { status: 'errored', text: text || null, error: failureIn(end), ...spent };
    }
    case 'aborted':
      return { status: 'errored', text: text || null, error: STOPPED, ...spent };
    default:
      return { ...answered(text, end.stop), ...spent };
  }
}

/** A request that cost nothing and has no answer. */
export const failedResult = (error: RunFailure): RequestEnd => ({
  ...unanswered('errored', error),
  ...FREE,
});

/** For the record of the cost of a request. */
export const outcomeOf = ({
  error,
  text,
}: Pick<RequestEnd | RequestResult, 'error' | 'text'>): SideCall['outcome'] => {
  if (error === null) return 'useful';
  return text === null && error.code === EMPTY.code ? 'empty' : 'failed';
};

type Answer = Pick<RequestEnd, 'status' | 'text' | 'error'>;

/** Only a whole answer is a success. */
function answered(text: string, stop: Extract<BatchResult, { kind: 'answer' }>['stop']): Answer {
  const said = text.trim() === '' ? null : text;
  const error = stop === 'output_limit' ? CUT : stop === 'refused' ? REFUSED : said === null ? EMPTY : null;
  return { status: error === null ? 'succeeded' : 'errored', text: said, error };
}

const unanswered = (status: RequestEnd['status'], error: RunFailure): Answer => ({
  status,
  text: null,
  error,
});

const billed = (spent: Billed, price: Price): Pick<RequestEnd, 'usage' | 'costUsd'> => ({
  usage: spent.usage,
  costUsd: costOfEnd(spent, price),
});

const FREE = { usage: noUsage, costUsd: 0 };

type Masks = (text: string) => string;

export const maskedIn = (says: readonly Says[], masked: Masks): readonly Says[] =>
  says.map((one) => withTexts(one, masked));

export const withMasked = ({ code, says, retryable }: RunFailure, masked: Masks): RunFailure => ({
  code,
  says: maskedIn(says, masked),
  retryable,
});

const CUT: RunFailure = { code: 'output_limit', says: [sayResult('batch.cut')], retryable: false };
const REFUSED: RunFailure = { code: 'refused', says: [sayResult('batch.refused')], retryable: false };
const EMPTY: RunFailure = { code: 'empty_answer', says: [sayEnd('run.no_answer')], retryable: true };
const CANCELED: RunFailure = { code: 'canceled', says: [sayResult('batch.canceled')], retryable: true };
const EXPIRED: RunFailure = { code: 'expired', says: [sayResult('batch.expired')], retryable: true };
const STOPPED: RunFailure = { code: 'interrupted', says: [sayResult('batch.stopped')], retryable: true };
