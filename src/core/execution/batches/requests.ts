import { inThousands } from '../../kernel/counts.ts';
import { refuse } from './errors.ts';
import { batchLimits } from './limits.ts';

/** A request as it is submitted. */
export interface RequestToSubmit {
  readonly id: string;
  readonly task: string;
  /** Absent or blank: the engine's own system prompt. */
  readonly system?: string;
}

const encoder = new TextEncoder();

/** @throws Refusal batch_empty, batch_request_invalid, batch_ids_not_unique, batch_too_large */
export function checkRequests(requests: readonly RequestToSubmit[]): void {
  if (requests.length === 0) throw refuse.batch_empty();
  const { requests: most, idChars, taskChars, systemChars, textBytes } = batchLimits;
  atMost('requests', requests.length, most, 'A batch has at most', 'requests');
  const ids = new Set<string>();
  let bytes = 0;
  for (const { id, task, system = '' } of requests) {
    if (id.trim() === '' || task.trim() === '') throw refuse.batch_request_invalid();
    atMost('idChars', id.length, idChars, 'An id has at most', 'characters');
    atMost('taskChars', task.length, taskChars, 'The task of one request has at most', 'characters');
    atMost('systemChars', system.length, systemChars, 'A system prompt has at most', 'characters');
    if (ids.has(id)) throw refuse.batch_ids_not_unique({ id: id.slice(0, 64) });
    ids.add(id);
    bytes += encoder.encode(task).length + encoder.encode(system).length;
  }
  atMost('textBytes', bytes, textBytes, 'All tasks and system prompts of a batch have at most', 'bytes');
}

function atMost(limit: string, given: number, most: number, says: string, unit: string): void {
  if (given <= most) return;
  throw refuse.batch_too_large(
    { limit, most, given },
    `${says} ${inThousands(most)} ${unit}; here there are ${inThousands(given)}.`,
  );
}
