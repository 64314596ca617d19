import { ProblemError, type AnyRequest, type Client } from '../../../../contract/client.ts';
import type { AnyHttpRow, Bytes, Door, EventStream, HttpRows, Proof } from '../../../../contract/row.ts';
import type { Vitals } from '../../../../core/execution/metrics/port.ts';
import type { Ids } from '../../../../core/ports/ids.ts';
import type { Log } from '../../../../core/ports/log.ts';
import { carryOut, type RowDeps } from '../carry-out.ts';
import { failure } from '../event-stream.ts';
import { problemOf } from '../problem.ts';
import { abandoned, copied, sent, streamed } from './answers.ts';
import { askedBy, sendingOf } from './asked.ts';
import { CallsInProgress } from './direct-call.ts';

export interface DirectDeps extends RowDeps {
  readonly ids: Ids;
  readonly log: Log;
  readonly vitals: Pick<Vitals, 'streamOpened'>;
  /** Who asks, at each call; with the header `Authorization`, whose token it is. */
  readonly proof: Proof | null;
  /** As the entrance of a port does: whose token it is; null for none. */
  readonly byToken: (token: string) => Promise<Proof | null>;
}

/** The way to an engine in the same process. */
export interface DirectWay<Rows> {
  readonly client: Client<Rows>;
  /** Calls in progress and later ones fail as on a lost connection. Repeatable. */
  close(): void;
}

/**
 * These rows as the private socket serves them, without a connection. Its client cannot tell the difference: it may do
 * what a client of the socket may, gets copies as JSON makes them, and is refused the same in the same words.
 */
export function directWay<Rows extends HttpRows>(rows: Rows, deps: DirectDeps): DirectWay<Rows> {
  const inProgress = new CallsInProgress();
  const calls = Object.entries<AnyHttpRow>(rows).map(([operation, row]) => [
    operation,
    async (request: AnyRequest = {}) => await answered(operation, row, request, inProgress, deps),
  ]);
  return { client: Object.fromEntries(calls) as unknown as Client<Rows>, close: () => inProgress.close() };
}

/** The private socket asks for no token. */
const door: Door = {
  state: async () => ({ required: false, loggedIn: false }),
  logIn: async () => ({ required: false, loggedIn: false }),
  logOut: async () => undefined,
  visitor: async () => ({ address: null, network: null, browser: null, isSignedIn: true }),
  bind: () => '',
  bound: () => null,
  give: async () => undefined,
};

async function answered(
  operation: string,
  row: AnyHttpRow,
  request: AnyRequest,
  inProgress: CallsInProgress,
  deps: DirectDeps,
): Promise<unknown> {
  const sending = sendingOf(request, row);
  const call = inProgress.begin(request.signal);
  const told = (error: unknown) => problemOf(error, deps.ids.next(), methodOf(row), deps.log);
  const work = carriedOut();
  try {
    const result = await call.unlessLeft(work);
    switch (row.kind) {
      case 'json':
        call.over();
        return row.returns ? copied(result) : undefined;
      case 'events': {
        const { headers } = result as EventStream;
        call.onOver(deps.vitals.streamOpened());
        return streamed(result as EventStream, call, (error) =>
          failure(error, headers, deps.ids.next(), deps.log),
        );
      }
      case 'bytes':
        return sent(result as Bytes, call, told);
    }
  } catch (error) {
    if (call.isLeft) {
      void work.then(abandoned, told);
      throw error;
    }
    call.over();
    throw new ProblemError(copied(told(error)));
  }

  async function carriedOut(): Promise<unknown> {
    const { signal } = call;
    const asked = askedBy(sending, row, signal);
    const shown = /^Bearer +(\S+)$/u.exec(String(request.headers?.['authorization'] ?? ''))?.[1];
    const proof = shown === undefined ? deps.proof : await deps.byToken(shown);
    return await carryOut(operation, row, { ...asked, signal, door, proof }, deps);
  }
}

const methodOf = ({ route }: AnyHttpRow): string => route.slice(0, route.indexOf(' '));
