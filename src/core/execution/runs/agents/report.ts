import type { AgentOutcome, AgentTask } from '../../../instance/agents/model.ts';
import { agentLimits } from '../../../instance/agents/limits.ts';
import { untrusted } from '../../../trust/untrusted/untrusted.ts';
import type { RunError } from '../model.ts';

/** The result of a sub-agent. */
export interface AgentResult {
  readonly task: AgentTask;
  readonly outcome: AgentOutcome;
  /** Its answer, or else its last text. */
  readonly text: string;
  readonly error: RunError | null;
  /** The model that was used. */
  readonly model: string;
  readonly costUsd: number;
}

/** The report for the model that delegated: one section per sub-agent, with untrusted content wrapped. */
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
          : [`${LEADS[outcome] ?? 'The last thing it said:'}\n${said(text, maxChars, source, nonce)}`]),
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

/** Each says what to change, and none can be mistaken for an answer. */
const WORDS: Readonly<Record<AgentOutcome, (of: Omit<AgentResult, 'text'>) => string>> = {
  answered: ({ costUsd }) => `It is done; it cost ${usd(costUsd)}.`,
  cut_off: () => 'The output limit of its model cut its answer off. Ask for less at once.',
  turns: ({ task: { maxTurns } }) =>
    `It did not reach an answer within its ${maxTurns} turns. Give it less to do, or a larger max_turns.`,
  budget: ({ task: { maxBudgetUsd }, costUsd }) =>
    `It was stopped before a model call that could have exceeded its budget of ${usd(maxBudgetUsd)}; it cost ` +
    `${usd(costUsd)}. Give it less to do, or a larger max_budget_usd.`,
  time: () => `It was stopped after ${agentLimits.ms / 60_000} minutes of work. Give it less to do.`,
  loop: () => 'It was stopped because it went in circles. Reword its task.',
  refused: () => 'Its model declined the task. Do not give it the same task again.',
  empty: () =>
    'It ended without an answer, which says nothing about the task. Reword the task, or do it yourself.',
  failed: ({ error }) =>
    `It failed (${error?.code ?? 'internal'}). ` +
    (error?.retryable ? 'The same may work later.' : 'The same will fail again.'),
  aborted: () => 'It was stopped before it was done.',
};
