import { say } from '../../../core/execution/tool-servers/says.ts';
import type { Client, ElicitResult } from '@modelcontextprotocol/client';
import type { Json, JsonObject } from '../../../core/kernel/json.ts';
import { refuse } from '../../../core/execution/tool-servers/errors.ts';
import type { CallAsked, Form } from '../../../core/execution/tool-servers/port.ts';

/** The calls of a connection that are under way. */
export type Asking = Set<CallAsked>;

/**
 * Answers the forms of servers of revisions up to 2025-11-25, which are requests of their own. They do not say to which
 * call they belong: with several under way, a form is declined, because the owner would see it in the wrong place.
 */
export function answerForms(client: Client, asking: Asking): void {
  client.setRequestHandler('elicitation/create', async ({ params }): Promise<ElicitResult> => {
    const [asked, another] = asking;
    const form = formIn(params as unknown as JsonObject);
    if (!asked || another || !form) return { action: 'decline' };
    const answer = await asked.fill(form);
    return asking.has(asked) ? (answer as ElicitResult) : { action: 'cancel' };
  });
}

/**
 * Answers what the result of a call asks for, as revisions from 2026-07-28 on do.
 * @throws Refusal tool_server_failed
 */
export async function answersTo(
  questions: readonly (readonly [string, unknown])[],
  { fill }: Pick<CallAsked, 'fill'>,
): Promise<JsonObject> {
  const answers: Record<string, Json> = {};
  // One after another: the owner is asked one thing at a time.
  for (const [key, question] of questions) {
    const { method, params } = (question ?? {}) as { readonly method?: unknown; readonly params?: unknown };
    if (method !== 'elicitation/create') throw refuse.tool_server_failed({}, say('server.not_offered'));
    const form = formIn(params);
    answers[key] = form ? { ...(await fill(form)) } : { action: 'decline' };
  }
  return answers;
}

/** Null for a question that is not a form, like an address to open. */
function formIn(params: unknown): Form | null {
  if (typeof params !== 'object' || params === null) return null;
  const { mode = 'form', message, requestedSchema: schema } = params as Readonly<Record<string, unknown>>;
  const isForm =
    mode === 'form' && typeof message === 'string' && typeof schema === 'object' && schema !== null;
  return isForm ? { message, schema: schema as JsonObject } : null;
}
