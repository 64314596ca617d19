import type { SecretMask } from '../../trust/masking/redaction.ts';
import { insightLimits } from './limits.ts';
import type { CallOutcome, EndedRun, Sighting, Topic } from './model.ts';
import { keyOf, sequencesIn } from './sequences.ts';

type Ended = Pick<EndedRun, 'status' | 'stopReason' | 'starter'>;

/** It came to its own end. */
export const isSuccess = ({ status, stopReason }: Ended): boolean =>
  status === 'completed' && (stopReason === 'end_turn' || stopReason === null);

/**
 * Whether its task was a question of a person that got an answer. A run that failed or was stopped is often sent again
 * as it is, which says nothing about the question.
 */
export const isAnswered = (run: Ended): boolean => run.starter === 'person' && isSuccess(run);

/** The patterns that the calls of a run show. */
export function sightingsIn(
  run: Ended,
  calls: readonly CallOutcome[],
  mask: SecretMask,
): readonly Sighting[] {
  const named = calls
    .map((call) => ({ ...call, name: mask.text(call.name) }))
    .filter(({ name }) => name.length <= insightLimits.toolNameChars);
  const own = named.filter(({ success, ofAgent }) => success && !ofAgent).map(({ name }) => name);
  return [
    ...(isSuccess(run) ? sequencesIn(own).map(sequenceSeen) : []),
    ...[...Map.groupBy(named, ({ name }) => name)].map(([name, some]) => toolSeen(name, some)),
  ];
}

const sequenceSeen = (tools: readonly string[]): Sighting => ({
  kind: 'sequence',
  key: keyOf(tools),
  tools,
  calls: 0,
  failures: 0,
  question: null,
});

const toolSeen = (name: string, calls: readonly CallOutcome[]): Sighting => ({
  kind: 'failing_tool',
  key: name,
  tools: [name],
  calls: calls.length,
  failures: calls.filter(({ success }) => !success).length,
  question: null,
});

/** @param key of the pattern that it belongs to */
export const questionSeen = (key: string, task: string, topic: Topic, mask: SecretMask): Sighting => ({
  kind: 'repeated_question',
  key,
  tools: [],
  calls: 0,
  failures: 0,
  question: { text: kept(task, mask), topic },
});

function kept(task: string, mask: SecretMask): string {
  const text = mask.text(task.trim());
  const { keptChars } = insightLimits.question;
  return text.length <= keptChars ? text : `${text.slice(0, keptChars).replace(/[\ud800-\udbff]$/u, '')}…`;
}
