import { forOneCall } from '../../conversation/consent/model.ts';
import {
  asOption,
  asSingleQuestion,
  questionsAskedTogether,
  saidToConsent,
  type Prompt,
} from '../../conversation/prompts/model.ts';
import type { WaitingForInput } from './model.ts';

/** How a host says that the owner has stored a secret, or will not. */
export const SAVED = 'saved';
export const DECLINED = 'declined';

/**
 * A question to the owner as a host sees it. A host may pass on an answer, but it is not the owner: a consent is offered
 * for this one call, and the value of a secret goes another way.
 */
export function waitingFor(prompt: Prompt): WaitingForInput {
  const { question, options, says, choices } = asSingleQuestion(prompt);
  const { secret } = prompt;
  if (secret) {
    const how =
      `The secret is stored under the name ${secret.name}, with "svc secret set ${secret.name}" in a terminal or on the ` +
      `page under Settings; never send its value here. Then answer "${SAVED}", or "${DECLINED}".`;
    return { question: `${question}\n${how}`, options: [SAVED, DECLINED] };
  }
  if (questionsAskedTogether(prompt)) return { question: `${question}\n${ALL}`, options: [] };
  const offered = <Option>(all: readonly Option[]) =>
    prompt.promptType === 'consent' ? forOneCall(all) : all;
  return {
    question,
    options: offered(options),
    ...(says && { says }),
    ...(choices && { choices: offered(choices) }),
  };
}

const ALL =
  'Answer all in one JSON object as text, from the index of a question, counted from 0, to its answer: {"0": "…", "1": "…"}.';

/** Whether a host may give this answer to a question for consent: one that allows this call alone, or none. */
export function isForOneCall({ questions: [asked] }: Prompt, answer: string): boolean {
  if (!asked) return false;
  return saidToConsent(forOneCall(asked.options), asOption(asked, answer)) !== null;
}
