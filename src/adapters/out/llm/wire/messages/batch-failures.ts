import { modelLimits } from '../../../../../core/instance/models/limits.ts';
import { sayFailure } from '../../../../../core/instance/models/says.ts';
import type { BatchFailure } from '../../../../../core/ports/model-batches.ts';
import { brokenStream, isUnreached, isWireFailure, type Failure, type Quoting } from '../failure.ts';
import { explained } from './errors.ts';

export const told = ({ code = 'provider_error', says, retryable }: Failure): BatchFailure => ({
  code,
  says,
  retryable,
});

/** What an error of the SDK, of the connection or of an adapter means. */
export function batchFailure(error: unknown, quoting: Quoting): BatchFailure {
  if (isWireFailure(error)) return told(error.failure);
  return told(explained(error, quoting) ?? brokenStream(error, false));
}

/** The status that the SDK's error has, if the provider answered. */
export function statusOf(error: unknown): number | null {
  const { status } = (error ?? {}) as { readonly status?: unknown };
  return typeof status === 'number' ? status : null;
}

/** Whether the server has no batch interface. */
export const isNoRoute = (error: unknown): boolean => NO_ROUTE.has(statusOf(error) ?? 0);

/** Whether the provider certainly did not take the request. */
export function wasNotTaken(error: unknown): boolean {
  if (isWireFailure(error)) return error.failure.mayHaveBegun !== true;
  const status = statusOf(error);
  return status === null ? isUnreached(error) : !DOUBTFUL.has(status);
}

const NO_ROUTE = new Set([404, 405, 501]);
/** Answers after which a gateway or the provider may have taken the request all the same. */
const DOUBTFUL = new Set([408, 500, 502, 504, 520, 522, 524]);

export const UNINTELLIGIBLE: Failure = {
  says: [sayFailure('model.no_batches')],
  retryable: true,
};
export const SILENT: Failure = {
  code: 'provider_timeout',
  says: [sayFailure('model.silent', { seconds: modelLimits.idleMs / 1_000 })],
  retryable: true,
  mayHaveBegun: true,
};
export const DAMAGED: Failure = {
  says: [sayFailure('model.batch_damaged')],
  retryable: true,
};
