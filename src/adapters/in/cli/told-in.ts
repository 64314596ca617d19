import { ProblemError } from '../../../contract/client.ts';
import type { Says } from '../../../contract/words/says.ts';
import { inEnglish } from '../../../contract/words/english.ts';
import type { EngineClient } from './attach.ts';
import type { Tell } from '../../../contract/cli/says.ts';

type Part = Readonly<Record<string, unknown>>;

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

const isSays = (value: unknown): value is Says =>
  isPart(value) && typeof value['code'] === 'string' && isPart(value['facts']);

const isFacts = (value: unknown): value is Says | readonly Says[] =>
  Array.isArray(value) ? value.length > 0 && value.every(isSays) : isSays(value);

/**
 * What the engine answered with its own sentences told by `tell`: each text beside which the same stands as data. Options
 * stay as they are, because they are answers.
 */
export function toldIn<Value>(value: Value, tell: Tell): Value {
  if (Array.isArray(value)) return value.map((one: unknown) => toldIn(one, tell)) as Value;
  if (!isPart(value)) return value;
  const found: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) found[name] = toldIn(member, tell);
  for (const [name, says] of Object.entries(value)) {
    if (!name.startsWith('says')) continue;
    found[name] = says;
    if (isFacts(says)) {
      for (const [other, text] of Object.entries(value))
        if (typeof text === 'string') found[other] = told(text, says, tell);
    } else if (isPart(says))
      for (const [other, facts] of Object.entries(says)) found[other] = beside(value[other], facts, tell);
  }
  return found as Value;
}

/** A text, or a list of texts, with their facts in the same order. */
function beside(texts: unknown, facts: unknown, tell: Tell): unknown {
  if (typeof texts === 'string') return isFacts(facts) ? told(texts, facts, tell) : texts;
  if (!Array.isArray(texts) || !Array.isArray(facts)) return toldIn(texts, tell);
  return texts.map((one: unknown, nth) => beside(one, facts[nth], tell));
}

/** A newer engine may say what this terminal has no words for. */
function told(text: string, says: Says | readonly Says[], tell: Tell): string {
  try {
    return inEnglish(says) === text ? tell(says) : text;
  } catch {
    return text;
  }
}

export interface Speaking {
  readonly tell: Tell;
  /** Answers are printed as JSON, as they are. */
  readonly json: boolean;
}

type Call = (...given: readonly unknown[]) => Promise<unknown>;
type Stream = { readonly events: AsyncIterable<unknown> };

/** A client whose answers, events and refusals say what the engine says in the words of the terminal. */
export const speaking = (client: EngineClient, { tell, json }: Speaking): EngineClient =>
  new Proxy(client, {
    get: (of: EngineClient, operation): unknown => {
      const call = (of as unknown as Readonly<Record<string | symbol, Call | undefined>>)[operation];
      if (typeof call !== 'function') return call;
      return async (...given: readonly unknown[]) => {
        try {
          const answer = await call(...given);
          if (json || isBytes(answer)) return answer;
          return isStream(answer)
            ? { ...answer, events: toldEvents(answer.events, tell) }
            : toldIn(answer, tell);
        } catch (error) {
          throw error instanceof ProblemError ? new ProblemError(toldIn(error.problem, tell)) : error;
        }
      };
    },
  });

/** The answer as it arrives, which is none of the engine's own sentences. */
const isBytes = (answer: unknown): boolean => isPart(answer) && typeof answer['text'] === 'function';

const isStream = (answer: unknown): answer is Stream =>
  isPart(answer) && isPart(answer['events']) && Symbol.asyncIterator in answer['events'];

async function* toldEvents(events: AsyncIterable<unknown>, tell: Tell): AsyncGenerator<unknown> {
  for await (const event of events) yield toldIn(event, tell);
}
