import { expect } from '@jest/globals';
import type { Problem } from '../../../src/contract/problem.ts';
import { ProblemError } from '../../../src/contract/client.ts';
import { ask, type Asked, type Reply } from './wire.ts';

/** Never in an answer: paths on the disk, places in the code, SQL. */
const TELLTALE =
  /node_modules|\.ts\b|\/src\/|\/tmp\/|\/dev\/shm\/|\/home\/|\/root\/|\bat [\w.]+ \(|SQLITE|\bselect \b.*\bfrom\b/iu;

/** Asserts the form of every error, and the absence of Access-Control headers. */
export function expectProblem(reply: Reply, status: number, code: string): Problem {
  expect([reply.status, reply.body && codeIn(reply)]).toEqual([status, code]);
  return expectSomeProblem(reply);
}

/** The same of what is asked at this port. */
export const expectRefusal = async (
  port: number,
  asked: Asked,
  status: number,
  code: string,
): Promise<Problem> => expectProblem(await ask(port, asked), status, code);

/** The same for any 4xx. */
export function expectSomeProblem(reply: Reply): Problem {
  const problem = reply.json() as Problem;
  // One expectation, because each costs as much as a request, and fuzzing makes thousands.
  expect({
    isAnError: reply.status >= 400,
    contentType: reply.header('content-type'),
    status: problem.status,
    type: problem.type,
    code: problem.code,
    title: problem.title,
    detail: problem.detail,
    error: problem.error,
    instance: problem.instance,
    telltale: TELLTALE.exec(reply.body)?.[0] ?? null,
    cors: corsIn(reply),
  }).toEqual({
    isAnError: true,
    contentType: expect.stringMatching(/^application\/problem\+json(;|$)/u),
    status: reply.status,
    type: `urn:svc:problem:${problem.code}`,
    code: expect.stringMatching(/^[a-z_]+$/u),
    title: expect.stringMatching(/^[A-Z]/u),
    detail: expect.stringMatching(/\.$/u),
    error: problem.detail,
    // Never empty.
    instance: reply.header('x-request-id') || expect.stringMatching(/./u),
    telltale: null,
    cors: [],
  });
  return problem;
}

export function expectNoCors(reply: Pick<Reply, 'headers'>): void {
  expect(corsIn(reply)).toEqual([]);
}

const corsIn = ({ headers }: Pick<Reply, 'headers'>): readonly string[] =>
  headers.map(([name]) => name).filter((name) => name.startsWith('access-control-'));

function codeIn(reply: Reply): unknown {
  try {
    return (reply.json() as Partial<Problem>).code;
  } catch {
    return reply.body;
  }
}

/** The problem with which a call of the typed client failed. */
export async function refusal(call: Promise<unknown>): Promise<Problem> {
  const answer = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in answer && answer.error instanceof ProblemError) return answer.error.problem;
  throw new Error(`was not refused: ${JSON.stringify(answer)}`, {
    cause: 'error' in answer ? answer.error : undefined,
  });
}

/** Expects that a call of the typed client fails with such a problem. */
export async function refuses(call: Promise<unknown>, like: object): Promise<void> {
  expect(await refusal(call)).toMatchObject(like);
}
