import { RequestError } from '@agentclientprotocol/sdk';
import { ProblemError } from '../../../../contract/client.ts';
import { faultFacts } from '../../../../core/kernel/fault.ts';
import type { Log } from '../../../../core/ports/log.ts';
import { RunFailed } from '../run-failed.ts';

/** What a client asked and cannot have, in words for the person. */
export const wrong = (message: string, code = 'invalid_value'): RequestError =>
  new RequestError(-32_602, message, { code });

export const unknownSession = (): RequestError =>
  new RequestError(-32_002, 'There is no such session.', { code: 'session_unknown' });

export const stillWorking = (): RequestError =>
  new RequestError(
    -32_600,
    'The last message of this session is still being worked on: wait for its end, or cancel it.',
    { code: 'still_working' },
  );

const codeOf = (status: number): number => {
  if (status === 404) return -32_002;
  return status < 500 ? -32_600 : -32_603;
};

/**
 * Has a request answered; what the engine refuses and what fails is said in the protocol's shape.
 * @param gone aborts when nobody waits for the answer any more
 */
export async function answered<Answer>(
  log: Pick<Log, 'error'>,
  method: string,
  make: () => Promise<Answer>,
  gone: AbortSignal,
): Promise<Answer> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof RequestError || gone.aborted) throw error;
    if (error instanceof ProblemError) {
      const { status, detail, code } = error.problem;
      throw new RequestError(codeOf(status), detail, { code });
    }
    if (error instanceof RunFailed) throw new RequestError(-32_603, error.message, { code: error.code });
    log.error('a request of an editor failed', { method, error: faultFacts(error) });
    throw new RequestError(-32_603, 'svc failed internally: its log says more.', { code: 'internal' });
  }
}
