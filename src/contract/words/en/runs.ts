import type { RunProblems, RunSays } from '../../../core/execution/runs/says.ts';
import type { Words } from '../says.ts';
import { json, quoted } from './forms.ts';

const usd = (amount: number): string => `$${amount.toFixed(2)}`;

const CEILINGS: Readonly<Record<string, string>> = {
  run: 'one run',
  day: 'one day (UTC)',
  month: 'one month (UTC)',
};

export const runs: Words<RunSays & RunProblems> = {
  'resume.call': ({ tool, input }) =>
    `The engine stopped while the agent used ${tool} with ${json(input)}. That may have happened already, or not. Has it?`,
  'resume.agents': ({ agents }, tell) => {
    const all = agents.map((one) => tell(one)).join('; ');
    return agents.length === 1
      ? `The engine stopped while a sub-agent was at work: ${all}. What it had found by then is lost, and what it had changed stays. Shall it begin again? That costs once more.`
      : `The engine stopped while sub-agents were at work: ${all}. What they had found by then is lost, and what they had changed stays. Shall they begin again? That costs once more.`;
  },
  'resume.agent': ({ name, task }) => `${quoted(name)}, ${quoted(task)}`,
  'resume.happened': () => 'It has happened',
  'resume.repeat': () => 'It has not happened: do it now',
  'resume.again': () => 'Begin again',
  'resume.unknown': () => 'I do not know: go on without doing it again',
  'resume.without': ({ isOne }) => `Go on without ${isOne ? 'it' : 'them'}`,

  'runs.run_not_found': 'There is no run with this id, or its thread was deleted.',
  'runs.not_running': 'No run is in progress here.',
  'runs.run_not_ended': 'This run is still in progress. Wait until it has ended, or stop it first.',
  'runs.recording_incomplete':
    'Not everything that this run did is still stored, so it cannot be run again with its recorded results.',
  'runs.too_many_replays': 'As many replays as may run at once are in progress. Wait until one has ended.',
  'runs.idempotency_mismatch': 'This Idempotency-Key was used before with a different body.',
  'runs.agents_failed': 'None of them reached an answer.',
  'runs.agents_tools': ({ name, role, unknown, known }) =>
    `${quoted(name)} is a ${role} and cannot use ${unknown.join(', ')}. Nothing was started. It can use: ${known.join(', ')}.`,
  'runs.agents_busy': ({ most, busy }) =>
    `At most ${most} sub-agents may be at work in one run, and ${busy} are. Nothing was started: start fewer at once.`,
  'runs.agents_cost': ({ count, worstUsd, limitUsd, ceiling, spentUsd }) =>
    `${count === 1 ? 'This sub-agent' : `These ${count} sub-agents together`} could cost ${usd(worstUsd)}. Of the ${usd(limitUsd)} that ${CEILINGS[ceiling] ?? ceiling} may cost, ${usd(spentUsd)} is spent or reserved. Nothing was started. Start fewer, or give each a smaller max_budget_usd.`,
  'runs.tool_call_not_found': 'No call of this conversation has this id, or it has no result yet.',
  'runs.nothing_to_compact': 'The thread has nothing to summarise.',
  'runs.no_shorter':
    'A summary was made, but it is no shorter than the conversation, so it was not kept and nothing has changed.',
  'runs.no_room': ({ worstUsd, limitUsd, ceiling, spentUsd }) =>
    `It may cost up to ${usd(worstUsd)}. Of the ${usd(limitUsd)} that ${CEILINGS[ceiling] ?? ceiling} may cost, ${usd(spentUsd)} is spent or reserved. Raise max_cost_per_${ceiling}_usd, or try again later.`,
  'runs.too_expensive': ({ worstUsd }) =>
    `This could cost up to ${usd(worstUsd)}, which is more than may still be spent. Raise max_cost_per_run_usd, max_cost_per_day_usd or max_cost_per_month_usd, or send less.`,
  'runs.draining': 'The engine is shutting down and takes no new work.',
};
