// Room: whether a tool call may be made. No tool, gate or route decides about consent, and untrusted text
// never grants anything.

import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { quote, quoteValue } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';
import type { GrantId, PersonId, ThreadId, TriggerId, WorkflowId } from '../../kernel/ids.ts';
import { consentLimits } from './limits.ts';
import type { ConsentClass, ConsentDemand } from '../../ports/tools.ts';
import type { Standing } from './port.ts';
import { saidToConsent, type EngineQuestion, type Question } from '../prompts/model.ts';
import { say } from './says.ts';

/** A consent of the owner that outlasts one call. Instants are milliseconds since the epoch. */
export interface Grant {
  readonly grantId: GrantId;
  readonly class: GrantedClass;
  /** As in `ConsentDemand.to`. Null: any destination. Never null for `send_outside`. */
  readonly target: string | null;
  /** Null: any tool. */
  readonly tool: string | null;
  /** A folder of the workspace, and everything in it; null: any place. Only for `write_local`. */
  readonly folder: string | null;
  /** Null: in every conversation. */
  readonly threadId: ThreadId | null;
  /** It counts only for what this trigger starts, or for this workflow; both null: for everything. */
  readonly triggerId: TriggerId | null;
  readonly workflowId: WorkflowId | null;
  /** Who gave it. It counts only for runs that act for them. */
  readonly personId: PersonId;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
}

/** The other classes need consent for each call. */
export type GrantedClass = 'write_local' | 'send_outside';

interface Rule {
  /** When such a call needs no consent. */
  readonly free: 'always' | 'attended' | 'never';
  /** Whether consent can be for more than one call. */
  readonly grants: boolean;
}

/** The policy. `attended`: the owner started the run and can be asked. */
const RULES: Readonly<Record<ConsentClass, Rule>> = {
  read: { free: 'always', grants: false },
  write_local: { free: 'attended', grants: true },
  send_outside: { free: 'never', grants: true },
  change_self: { free: 'never', grants: false },
  exec: { free: 'never', grants: false },
};

export interface ConsentQuestion {
  readonly tool: string;
  readonly demand: ConsentDemand;
  readonly threadId: ThreadId;
  readonly standing: Standing;
}

/** What to do about a call, given the grants in force. */
export function verdictOf(
  { tool, demand, threadId, standing }: ConsentQuestion,
  inForce: readonly Grant[],
): 'free' | 'granted' | 'ask' | 'refuse' {
  const { free, grants } = RULES[demand.class];
  if (free === 'always' || (free === 'attended' && standing.isAttended)) return 'free';
  if (grants && inForce.some((grant) => covers(grant, { tool, demand, threadId, standing })))
    return 'granted';
  return standing.canAsk ? 'ask' : 'refuse';
}

/** What a consent for this one call is for: all that its owner is shown of it, and where it goes. */
export const consentId = ({
  tool,
  demand: { class: of, to, says },
}: {
  readonly tool: string;
  readonly demand: Pick<ConsentDemand, 'class' | 'to' | 'says'>;
}): string => JSON.stringify([tool, of, to ?? null, says]);

/** What a tool does, and each thing that it is given: of an object each member. */
export const usedWith = (tool: string, input: JsonObject): readonly Says[] => [
  say('consent.tool-use', { tool }),
  ...Object.entries(input).flatMap(([name, value]) => {
    const members = isJsonObject(value) ? Object.entries(value) : [];
    return members.length === 0
      ? [givenAs(name, null, value)]
      : members.map(([member, one]) => givenAs(name, member, one));
  }),
];

const { shownChars } = consentLimits;
const givenAs = (name: string, member: string | null, value: Json): Says =>
  say('consent.given', {
    name: quote(name, shownChars),
    member: member === null ? null : quote(member, shownChars),
    value: quoteValue(value, shownChars),
  });

/** Whether consent could be given beforehand. */
export const isGrantable = (demand: ConsentDemand): demand is ConsentDemand & { class: GrantedClass } =>
  RULES[demand.class].grants;

function covers(grant: Grant, { tool, demand, threadId, standing }: ConsentQuestion): boolean {
  return (
    grant.class === demand.class &&
    (grant.target === null || grant.target === demand.to) &&
    (grant.tool === null || grant.tool === tool) &&
    (grant.folder === null || areInFolder(demand.paths, grant.folder)) &&
    (grant.threadId === null || grant.threadId === threadId) &&
    (grant.triggerId === null || grant.triggerId === standing.triggerId) &&
    (grant.workflowId === null || grant.workflowId === standing.workflowId)
  );
}

/** A path that is not plain, as with `..`, is in no folder. */
const areInFolder = (paths: readonly string[] | undefined, folder: string): boolean =>
  paths !== undefined &&
  paths.every((path) => {
    const names = path.replace(/^\.\//u, '').split('/');
    if (names.some((name) => name === '' || name === '.' || name === '..')) return false;
    return folder === '.' || `${names.join('/')}/`.startsWith(`${folder}/`);
  });

/** The owner's answer. `words` accompany a no. */
export type ConsentAnswer =
  | { readonly allowed: 'once' }
  /** `isOfTool`: for the tool that asked, not for all tools that reach the destination. */
  | { readonly allowed: 'thread' | 'always'; readonly isOfTool: boolean }
  | { readonly allowed: null; readonly words: string | null };

/** What a question offers that allows no more than the call that asks: its first option and its last one. */
export const forOneCall = <Option>(options: readonly Option[]): readonly Option[] =>
  [options.at(0), options.at(-1)].filter((one) => one !== undefined);

/**
 * The question to the owner, which names the sub-agent if there is one. Each choice states its own extent, so that the
 * owner never allows more than is shown.
 */
export function questionFor(demand: ConsentDemand, agent: string | null): EngineQuestion {
  const lasting = lastingChoices(demand).map(({ choice }) => choice);
  return {
    header: null,
    says: say('consent.question', { agent: agent === null ? null : quote(agent), does: demand.says }),
    choices: [say('consent.once', { lasts: demand.lasts ?? false }), ...lasting, say('consent.no', {})],
  };
}

interface Lasting {
  readonly choice: Says;
  readonly allows: Extract<ConsentAnswer, { readonly isOfTool: boolean }>;
}

/** The choices for more than one call. */
function lastingChoices({ class: of, to, place, ofTool: tool }: ConsentDemand): readonly Lasting[] {
  if (!RULES[of].grants || to === undefined) return [];
  const hours = consentLimits.threadMs / HOUR_MS;
  const days = consentLimits.alwaysMs / DAY_MS;
  if (tool === undefined) {
    const where = place ?? say('place.host', { host: to });
    return [
      {
        choice: say('consent.place-in-thread', { to: where, hours }),
        allows: { allowed: 'thread', isOfTool: false },
      },
      { choice: say('consent.place', { to: where, days }), allows: { allowed: 'always', isOfTool: false } },
    ];
  }
  return [
    { choice: say('consent.tool-in-thread', { tool, hours }), allows: { allowed: 'thread', isOfTool: true } },
    { choice: say('consent.tool', { tool, days }), allows: { allowed: 'always', isOfTool: true } },
    { choice: say('consent.server-in-thread', { hours }), allows: { allowed: 'thread', isOfTool: false } },
  ];
}

/** Only an offered option, or a plain yes (for one call), allows anything. */
export function answerIn(demand: ConsentDemand, asked: Question, answer: string): ConsentAnswer {
  const said = saidToConsent(asked.options, answer);
  if (said?.said === 'yes') return { allowed: 'once' };
  if (said?.said === 'no') return { allowed: null, words: said.why };
  const at = said === null ? -1 : asked.options.indexOf(said.option);
  if (at === 0) return { allowed: 'once' };
  // In the order in which `questionFor` offers them.
  return lastingChoices(demand)[at - 1]?.allows ?? { allowed: null, words: answer.trim() };
}
