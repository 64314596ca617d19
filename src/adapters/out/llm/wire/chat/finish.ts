/** The meaning of a `finish_reason`, mildest first. */
export type Finish = 'complete' | 'unknown' | 'output_limit' | 'refused' | 'failed';

/** Without calls: the answer itself shows whether it has any. */
const MEANINGS: Readonly<Record<Finish, readonly string[]>> = {
  complete: [
    '',
    'complete',
    'end',
    'end_turn',
    'eos',
    'eos_token',
    'function_call',
    'stop',
    'stop_sequence',
    'tool_call',
    'tool_calls',
    'tool_use',
  ],
  unknown: [],
  output_limit: ['length', 'max_length', 'max_output_tokens', 'max_tokens', 'model_length'],
  refused: [
    'blocklist',
    'content_filter',
    'content_filtered',
    'prohibited_content',
    'recitation',
    'refusal',
    'safety',
    'sensitive',
  ],
  failed: ['abort', 'cancelled', 'error', 'insufficient_system_resource', 'network_error'],
};

const MEANING_OF: ReadonlyMap<string, Finish> = new Map(
  Object.entries(MEANINGS).flatMap(([finish, reasons]) =>
    reasons.map((reason): [string, Finish] => [reason, finish as Finish]),
  ),
);

/** Servers write it in any case, and some add details after a colon. */
export const finishOf = (reason: string): Finish =>
  MEANING_OF.get(reason.split(':', 1)[0]?.trim().toLowerCase() ?? '') ?? 'unknown';

const SEVERITY = Object.keys(MEANINGS);

/** The worse of two reasons in one stream. */
export const moreSevere = (a: Finish, b: Finish): Finish =>
  SEVERITY.indexOf(b) > SEVERITY.indexOf(a) ? b : a;
