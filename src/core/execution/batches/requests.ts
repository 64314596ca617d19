import { refuse } from './errors.ts';
import { batchLimits } from './limits.ts';
import type { BatchProblems } from './says.ts';

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
  atMost('requests', requests.length, most);
  const ids = new Set<string>();
  let bytes = 0;
  for (const { id, task, system = '' } of requests) {
    if (id.trim() === '' || task.trim() === '') throw refuse.batch_request_invalid();
    atMost('idChars', id.length, idChars);
    atMost('taskChars', task.length, taskChars);
    atMost('systemChars', system.length, systemChars);
    if (ids.has(id)) throw refuse.batch_ids_not_unique({ id: id.slice(0, 64) });
    ids.add(id);
    bytes += encoder.encode(task).length + encoder.encode(system).length;
  }
  atMost('textBytes', bytes, textBytes);
}

type Limit = BatchProblems['batches.batch_too_large']['limit'];

function atMost(limit: Limit, given: number, most: number): void {
  if (given <= most) return;
  throw refuse.batch_too_large({ limit, most, given });
}
