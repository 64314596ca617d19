import { ProblemError } from '../../../../contract/client.ts';
import { facePath } from '../../../../contract/http/faces.ts';
import { chat } from './chat.ts';
import { Wrong, refused, wrong } from './errors.ts';
import type { FaceAnswer, FaceCall } from './engine.ts';
import { models } from './models.ts';
import { responses } from './responses.ts';

export { refused } from './errors.ts';

/**
 * Answers as the OpenAI API does: its models, chat completions and responses. What a client may not do, and what goes
 * wrong, is said in that API's shape.
 * @param now in milliseconds since the epoch
 */
export async function answer(call: FaceCall, now: () => number): Promise<FaceAnswer> {
  try {
    return await served(call, now);
  } catch (error) {
    if (error instanceof Wrong) return wrong(error);
    if (error instanceof ProblemError) return refused(error.problem);
    throw error;
  }
}

async function served(call: FaceCall, now: () => number): Promise<FaceAnswer> {
  const { method, path } = call;
  if (method === 'GET' && (path === '/models' || path.startsWith('/models/')))
    return await models(call, path.slice('/models/'.length));
  if (method === 'POST' && path === '/chat/completions') return await chat(call, now);
  if (method === 'POST' && path === '/responses') return await responses(call, now);
  throw new Wrong(
    `There is no ${method} ${facePath}${path}. This engine serves models, chat/completions and responses.`,
    null,
    'unknown_url',
  );
}
