import { saying, type Plain, type Quoted, type Says, type QuotedValue } from '../../kernel/says.ts';

/** The question before a call, and the answers to choose from. */
export interface ConsentSays {
  /** `agent`: the sub-agent that asks; null for the run itself. */
  'consent.question': { agent: Quoted | null; does: readonly Says[] };
  /** What a tool does that says no more of its call. What it is given follows, each on a line of its own. */
  'consent.tool-use': { tool: string };
  /** `member`: of the object that it is given by this name; null for a value as a whole. */
  'consent.given': { name: Quoted; member: Quoted | null; value: QuotedValue };
  /** The agent wrote itself what is read from another machine, after it had read text by others. */
  'consent.composed': Record<never, never>;
  /** `lasts`: what is done by the one call goes on, such as an automation. */
  'consent.once': { lasts: boolean };
  'consent.no': Record<never, never>;
  /** `to`: what is allowed at a place, such as a host. */
  'consent.place-in-thread': { to: Says; hours: number };
  'consent.place': { to: Says; days: number };
  'consent.tool-in-thread': { tool: Quoted; hours: number };
  'consent.tool': { tool: Quoted; days: number };
  'consent.server-in-thread': { hours: number };
  /** All requests to it. With `http://` before it, it is asked without encryption. */
  'place.host': { host: string };
}

/** Why something is refused. */
export interface ConsentProblems extends Plain<
  | 'consent.consent_not_found'
  | 'consent.consent_outdated'
  | 'consent.no_host'
  | 'consent.no_target'
  | 'consent.stopped'
  | 'consent.expired'
  | 'consent.said_no'
  | 'consent.cannot_ask'
  | 'consent.no_other_way'
  | 'consent.allow_beforehand'
> {
  'consent.said_else': { words: Quoted };
}

export const say = saying<ConsentSays & ConsentProblems>();
