import { Refusal } from '../../../core/kernel/refusal.ts';

/** The same refusal, with a cause for the log. */
export const withCause = ({ code, kind, says, facts }: Refusal, cause: unknown): Refusal =>
  new Refusal(code, kind, says, facts, cause);
