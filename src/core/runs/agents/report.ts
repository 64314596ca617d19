import type { AgentOutcome, AgentTask } from '../../agents/model.ts';
import { agentLimits } from '../../agents/limits.ts';
import { untrusted } from '../../untrusted/untrusted.ts';
import type { RunError } from '../model.ts';

/** What came of a sub-agent. */
export interface AgentResult {
  readonly task: AgentTask;
  readonly outcome: AgentOutcome;
  /** Its answer, or else the last that it said. */
  readonly text: string;
  readonly error: RunError | null;
  /** The model that really ran. */
  readonly model: string;
  readonly costUsd: number;
}

/** For the model that delegated: one section for each, with untrusted content in one element. */
export function agentsReport(all: readonly AgentResult[], nonce: string): string {
  const maxChars = Math.floor(agentLimits.answersChars / all.length);
  return all
    .map(({ text, ...one }, index) => {
      const { task, error, model, outcome } = one;
      const heading = `## ${index + 1} of ${all.length}: ${task.name} (${task.role}, on ${model})`;
      const source = `sub-agent ${task.name}`;
      return [
        heading,
        WORDS[outcome](one),
        ...(error === null
          ? []
          : [untrusted({ text: error.error, source: `the failure of ${source}`, nonce })]),
        ...(text.trim() === ''
          ? []
          : [`${LEADS[outcome] ?? 'What it said last:'}\n${said(text, maxChars, source, nonce)}`]),
      ].join('\n');
    })
    .join('\n\n');
}

function said(text: string, maxChars: number, source: string, nonce: string): string {
  const left = text.length - maxChars;
  const whole = untrusted({ text: text.slice(0, maxChars).toWellFormed(), source, nonce });
  return left > 0 ? `${whole}\n[cut: ${left} more characters; ask for less, or for a file]` : whole;
}

const LEADS: Partial<Record<AgentOutcome, string>> = {
  answered: 'Its answer:',
  cut_off: 'The beginning of its answer:',
};

const usd = (amount: number): string => `$${amount.toFixed(2)}`;

/** Each says what to change, and none of them can be taken for an answer. */
const WORDS: Readonly<Record<AgentOutcome, (of: Omit<AgentResult, 'text'>) => string>> = {
  answered: ({ costUsd }) => `It is done; it cost ${usd(costUsd)}.`,
  cut_off: () => 'Its answer hit the output limit of its model and breaks off. Ask for less at once.',
  turns: ({ task: { maxTurns } }) =>
    `It did not come to an answer within its ${maxTurns} turns. Give it less to do, or more max_turns.`,
  budget: ({ task: { maxBudgetUsd }, costUsd }) =>
    `It was ended before a model call with which it could have cost more than its ${usd(maxBudgetUsd)}; it has cost ` +
    `${usd(costUsd)}. Give it less to do, or a larger max_budget_usd.`,
  time: () => `It was ended after ${agentLimits.ms / 60_000} minutes of work. Give it less to do.`,
  loop: () => 'It was ended because it went in circles. Put its task in other words.',
  refused: () => 'Its model declined the task. Do not give it the same task again.',
  empty: () =>
    'It ended without a word. That is no finding: nothing is known. Put its task in other words, or do it yourself.',
  failed: ({ error }) =>
    `It failed (${error?.code ?? 'internal'}). ` +
    (error?.retryable ? 'The same may work later.' : 'The same will fail again.'),
  aborted: () => 'It was stopped before it was done.',
};
