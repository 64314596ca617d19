import type { BatchResult } from '../../ports/model-batches.ts';
import {
  costOfEnd,
  noUsage,
  type Billed,
  type ModelEnd,
  type ModelRequest,
  type Price,
} from '../../ports/model.ts';
import type { RunError, SideCall } from '../runs/model.ts';
import type { BatchRequest, RequestResult } from './model.ts';

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
): RequestResult {
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
export function resultFromCall(text: string, end: ModelEnd, price: Price): RequestResult {
  const spent = billed(end, price);
  switch (end.stop) {
    case 'failed': {
      const { code, error, retryable } = end;
      return { status: 'errored', text: text || null, error: { code, error, retryable }, ...spent };
    }
    case 'aborted':
      return { status: 'errored', text: text || null, error: STOPPED, ...spent };
    default:
      return { ...answered(text, end.stop), ...spent };
  }
}

/** A request that cost nothing and has no answer. */
export const failedResult = (error: RunError): RequestResult => ({
  ...unanswered('errored', error),
  ...FREE,
});

/** For the record of the cost of a request. */
export const outcomeOf = ({ error, text }: RequestResult): SideCall['outcome'] => {
  if (error === null) return 'useful';
  return text === null && error.code === EMPTY.code ? 'empty' : 'failed';
};

type Answer = Pick<RequestResult, 'status' | 'text' | 'error'>;

/** Only a whole answer is a success. */
function answered(text: string, stop: Extract<BatchResult, { kind: 'answer' }>['stop']): Answer {
  const said = text.trim() === '' ? null : text;
  const error = stop === 'output_limit' ? CUT : stop === 'refused' ? REFUSED : said === null ? EMPTY : null;
  return { status: error === null ? 'succeeded' : 'errored', text: said, error };
}

const unanswered = (status: RequestResult['status'], error: RunError): Answer => ({
  status,
  text: null,
  error,
});

const billed = (spent: Billed, price: Price): Pick<RequestResult, 'usage' | 'costUsd'> => ({
  usage: spent.usage,
  costUsd: costOfEnd(spent, price),
});

const FREE = { usage: noUsage, costUsd: 0 };

export const withMasked = (
  { code, error, retryable }: RunError,
  masked: (text: string) => string,
): RunError => ({ code, error: masked(error), retryable });

const CUT: RunError = {
  code: 'output_limit',
  error: 'The answer reached the longest length that the model allows, and ends there.',
  retryable: false,
};
const REFUSED: RunError = {
  code: 'refused',
  error: 'The model refused this task.',
  retryable: false,
};
const EMPTY: RunError = {
  code: 'empty_answer',
  error: 'The model ended its turn without an answer.',
  retryable: true,
};
const CANCELED: RunError = {
  code: 'canceled',
  error: 'The batch was canceled at the provider before this request was run. It cost nothing.',
  retryable: true,
};
const EXPIRED: RunError = {
  code: 'expired',
  error: 'The provider did not get to this request within its time limit for batches. It cost nothing.',
  retryable: true,
};
const STOPPED: RunError = {
  code: 'interrupted',
  error: 'The engine was stopped while the model worked on this request. Submit it again if you need it.',
  retryable: true,
};
