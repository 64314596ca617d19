import type { Answer } from '../engine/client.ts';
import { moment } from '../parts/format.ts';
import { settingsWords } from '#words/settings.ts';

const said = settingsWords.allowed;

export type Grant = Answer<'consents.list'>['consents'][number];

const YEAR_MS = 365 * 86_400_000;
/** The longest that a person can allow something for is a year. */
const FOR_GOOD_MS = 10 * YEAR_MS;
const SHORT_ID = 8;

/** Until when it counts: what ends with its automation or workflow has a time that is only far away. */
export const untilWhen = ({ createdAt, expiresAt }: Pick<Grant, 'createdAt' | 'expiresAt'>): string =>
  Date.parse(expiresAt) - Date.parse(createdAt) > FOR_GOOD_MS
    ? said.untilTakenBack
    : said.until(moment(expiresAt));

/**
 * Where it counts, in words, with what it belongs to; null if it counts everywhere.
 * @param titleOf the title of an automation, or the name of a workflow, if it is known
 */
export function whereOf(
  { threadId, triggerId, workflowId }: Pick<Grant, 'threadId' | 'triggerId' | 'workflowId'>,
  titleOf: (id: string) => string | undefined,
): {
  readonly words: string;
  readonly area: 'automation' | 'workflows' | 'conversation';
  readonly id: string;
} | null {
  const nameOf = (id: string) => titleOf(id) ?? id.slice(-SHORT_ID);
  if (triggerId !== null)
    return { words: said.oneAutomation(nameOf(triggerId)), area: 'automation', id: triggerId };
  if (workflowId !== null)
    return { words: said.oneWorkflow(nameOf(workflowId)), area: 'workflows', id: workflowId };
  return threadId === null ? null : { words: said.oneThread, area: 'conversation', id: threadId };
}
