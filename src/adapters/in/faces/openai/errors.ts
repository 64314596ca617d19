import type { Problem } from '../../../../contract/problem.ts';
import type { RunFailed } from '../run-failed.ts';
import type { FaceAnswer } from './engine.ts';

/** A refusal in the words of the face itself: what it does not do, or cannot read. */
export class Wrong extends Error {
  readonly param: string | null;
  readonly code: string;

  constructor(message: string, param: string | null, code = 'invalid_value') {
    super(message);
    this.param = param;
    this.code = code;
  }
}

export interface ErrorBody {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: string | null;
    readonly code: string | null;
  };
}

/** Codes that clients of that API know. */
const CODES: Readonly<Record<string, string>> = {
  unauthenticated: 'invalid_api_key',
  model_unknown: 'model_not_found',
  context_overflow: 'context_length_exceeded',
  too_many_attempts: 'rate_limit_exceeded',
  budget: 'insufficient_quota',
};

/** Clients decide by the type whether a request may be sent again. */
function typeOf(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 404) return 'not_found_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

const errorBody = (status: number, message: string, code: string, param: string | null): ErrorBody => ({
  error: { message, type: typeOf(status), param, code: CODES[code] ?? code },
});

/** A refusal of the engine in the shape of that API. */
export const refused = ({ status, detail, code }: Problem): FaceAnswer => ({
  status,
  headers: {},
  body: { json: errorBody(status, detail, code, null) },
});

const UNKNOWN: ReadonlySet<string> = new Set([
  'model_not_found',
  'unknown_url',
  'previous_response_not_found',
]);

export const wrong = ({ message, code, param }: Wrong): FaceAnswer => {
  const status = UNKNOWN.has(code) ? 404 : 400;
  return { status, headers: {}, body: { json: errorBody(status, message, code, param) } };
};

const FAILED_STATUS: Readonly<Record<string, number>> = { context_overflow: 400, budget: 429 };

export const runFailed = ({ message, code }: RunFailed): ErrorBody & { readonly status: number } => {
  const status = FAILED_STATUS[code] ?? 502;
  return { status, ...errorBody(status, message, code, null) };
};
