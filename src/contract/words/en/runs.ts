import type {
  RunEndSays,
  RunNoteSays,
  RunProblems,
  RunSays,
  SideCallSays,
} from '../../../core/execution/runs/says.ts';
import type { Words } from '../says.ts';
import { json, quoted } from './forms.ts';

const usd = (amount: number): string => `$${amount.toFixed(2)}`;

const CEILINGS: Readonly<Record<string, string>> = {
  run: 'one run',
  day: 'one day (UTC)',
  month: 'one month (UTC)',
  person: 'all of yours on one day (UTC)',
};

/** How much of which ceiling is left. */
const used = (ceiling: string, spentUsd: number, limitUsd: number): string =>
  ceiling === 'engine'
    ? 'That is more than the engine may still spend.'
    : `Of the ${usd(limitUsd)} that ${CEILINGS[ceiling] ?? ceiling} may cost, ${usd(spentUsd)} is spent or reserved.`;

/** Who is not the owner sets no ceiling. */
const isOwners = (ceiling: string): boolean => ceiling !== 'engine' && ceiling !== 'person';

export const runs: Words<RunSays & RunEndSays & RunNoteSays & SideCallSays & RunProblems> = {
  'resume.call': ({ tool, input }) =>
    `The engine stopped while the agent was using ${tool} with ${json(input)}, so it is not known whether that was done. Was it?`,
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

  'run.conversation-deleted': 'Its conversation was deleted, so what became of it is not known.',
  'run.failed': 'The run failed. The log of the engine says why.',
  'run.no-reason': 'No reason is known.',
  'run.unfinished': 'The run ended before it was done.',
  'run.aborted': 'It was stopped.',
  'run.max_iterations': 'The run used all of its turns before it was done.',
  'run.budget': 'The run reached a cost ceiling before it was done.',
  'run.output_limit': 'The answer was longer than the model may write.',
  'run.refused': 'The model refused to answer.',
  'run.loop': 'The run repeated the same call again and again, and was ended.',
  'run.own_erasure_running': 'It ended because what is theirs whom it works for is being erased.',
  'run.person_disabled': 'It ended because the person it works for was disabled.',
  'run.interrupted':
    'The engine stopped before this run was finished. What it had done is kept. If it waited for your answer, you can still give it: svc waiting and the page show the question. Otherwise send the task again to go on.',
  'run.storage_left':
    'The server of the data was away for so long that this run could not go on. What it had done is kept. Send the task again to go on.',
  'run.too_long': 'It took longer than it may.',
  'run.call_without_name': 'The model asked for a tool without naming one.',
  'run.call_too_deep': 'The model asked for a tool with an input that nests too deeply.',
  'run.no_answer': 'The model ended its turn without an answer.',
  'run.repeated_call':
    'The run was ended because the model kept repeating the same call with the same result.',
  'run.repeated_answer': 'The run was ended because the model kept beginning the same answer again.',
  'run.turns': ({ turns }) =>
    `The run was ended after ${turns} model calls without an answer. What was done is kept.`,
  'run.worked': ({ minutes }) =>
    `The run was ended after ${minutes} minutes of work. What was done is kept; send another task to go on.`,
  'run.window_too_small': ({ window, instructions, tools }) =>
    `The model's context window of ${window} tokens is too small: the instructions take ${instructions} tokens and the tools ${tools}, which leaves no room for the conversation. Use a model with a larger window, or lower tools_share in its profile.`,
  'run.too_dear': ({ worstUsd, spentUsd, limitUsd, ceiling, model }) =>
    `The run was ended before a call that could cost ${usd(worstUsd)}${isOwners(ceiling) ? `: ${usd(spentUsd)} of the ${usd(limitUsd)} that ${CEILINGS[ceiling] ?? ceiling} may cost is spent. What was done is kept. Raise max_cost_per_${ceiling}_usd to go on; if the price of ${quoted(model)} is not right, put it into pricing.json.` : `. ${used(ceiling, spentUsd, limitUsd)} What was done is kept. Go on tomorrow (UTC), or ask the owner of the engine for more.`}`,
  'run.resumed_too_often': ({ times }) =>
    `The engine stopped ${times} times during this run without any progress, so it was not taken up again. What it had done is kept.`,
  'run.never_ran': 'The disk failed when this run was about to start. It never ran.',
  'run.broke': 'The engine failed while it worked on this run. Its log says why, under the id of this run.',
  'run.stopped_here': 'The run was stopped here.',
  'run.engine_stopped_here': 'The engine stopped here.',
  'run.thoughts_alone':
    'The model reached its output limit twice before it wrote a word of its answer. Mostly it thinks for too long, or its limit is too low: ask for less at once, raise the limit where the model runs, or choose another model.',
  'run.declined': 'The model declined to answer.',
  'run.shortened':
    "The conversation is longer than the model's context window. It is shortened for the model, and the run goes on.",
  'run.searched': 'The provider searched the web for this answer.',
  'run.message_cut': ({ chars, leftOut }) =>
    `What you wrote is longer than the model's window: of ${chars} characters, the model was not shown ${leftOut} from the middle. All of it is stored. Send it in parts, put it into a file, or use a model with a larger window.`,
  'run.instructions_cut': ({ chars }) =>
    `Your instructions are too long for the model’s window: it was not given the last ${chars} characters of them. Shorten them, or use a model with a larger window.`,
  'run.profile_gone': ({ profile }) =>
    `The model profile ${quoted(profile)}, with which this conversation began, is gone: the model of the settings answered.`,
  'side.stopped': 'The engine stopped during this call. Its cost is unknown, so the worst case is counted.',
  'side.broke':
    'The engine failed during this call; its log says why. Its cost is unknown, so the worst case is counted.',
  'side.no_summary': 'The model did not write a complete summary. Nothing was changed; try again.',
  'side.summary_too_dear':
    'A summary could cost more than may still be spent. Raise max_cost_per_day_usd or max_cost_per_month_usd.',
  'side.no_json': 'The model did not write the JSON object it was asked for.',
  'side.no_title': 'The model did not write the name that it was asked for.',

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
    `${count === 1 ? 'This sub-agent' : `These ${count} sub-agents together`} could cost ${usd(worstUsd)}. ${used(ceiling, spentUsd, limitUsd)} Nothing was started. Start fewer, or give each a smaller max_budget_usd.`,
  'runs.tool_call_not_found': 'No call of this conversation has this id, or it has no result yet.',
  'runs.nothing_to_compact': 'The thread has nothing to summarise.',
  'runs.no_shorter':
    'A summary was made, but it is no shorter than the conversation, so it was not kept and nothing has changed.',
  'runs.no_room': ({ worstUsd, limitUsd, ceiling, spentUsd }) =>
    `It may cost up to ${usd(worstUsd)}. ${used(ceiling, spentUsd, limitUsd)} ${isOwners(ceiling) ? `Raise max_cost_per_${ceiling}_usd, or try again later.` : 'Try again tomorrow (UTC), or ask the owner of the engine for more.'}`,
  'runs.too_expensive': ({ worstUsd }) =>
    `This could cost up to ${usd(worstUsd)}, which is more than may still be spent. Raise max_cost_per_run_usd, max_cost_per_day_usd or max_cost_per_month_usd, or send less.`,
  'runs.person_disabled': 'The person this works for is disabled, so nothing of theirs begins.',
  'runs.draining': 'The engine is shutting down and takes no new work.',
};
