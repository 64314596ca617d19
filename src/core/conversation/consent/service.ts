import { EVERYONE, type Whose } from '../../trust/people/model.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { aborted } from '../../kernel/abort.ts';
import {
  grantId as asGrantId,
  type GrantId,
  type PersonId,
  type SessionId,
  type ThreadId,
} from '../../kernel/ids.ts';
import { consentLimits } from './limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { ConsentChange, GrantStore } from './store.ts';
import type { ToolCallBlock } from '../../ports/model.ts';
import type { DeclaredTool, ConsentDemand, Judged } from '../../ports/tools.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { quote } from '../../kernel/quoted.ts';
import type { PromptService } from '../prompts/service.ts';
import { threadGoneOr, refuse as refuseThread } from '../threads/errors.ts';
import type { ThreadStore } from '../threads/store.ts';
import { placeFrom } from '../../outside/web/model.ts';
import { refuse } from './errors.ts';
import {
  answerIn,
  consentId,
  isGrantable,
  questionFor,
  usedWith,
  verdictOf,
  type ConsentQuestion,
  type Grant,
  type GrantedClass,
} from './model.ts';
import type { Consent, ConsentCall, KnownServers, Permitted } from './port.ts';
import { Provenance, type EarlierCall } from './provenance.ts';
import { say } from './says.ts';
import type { Says } from '../../kernel/says.ts';

export interface ConsentServiceDeps {
  readonly grants: GrantStore;
  readonly journal: Journal<ConsentChange>;
  readonly threads: Pick<ThreadStore, 'get'>;
  readonly prompts: Pick<PromptService, 'decide'>;
  readonly knownServers: KnownServers;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** A consent given beforehand. */
export interface Allowance {
  readonly class: GrantedClass;
  readonly target: string | null;
  readonly tool: string | null;
  readonly threadId: ThreadId | null;
  /** Null: a day for one conversation, 90 days for all of them. */
  readonly days: number | null;
}

/** Decides which consent a tool call needs and whether it has it; the only place that does. */
export class ConsentService implements Consent {
  readonly #deps: ConsentServiceDeps;
  /** When the clocks were last read. */
  #seen: { readonly at: number; readonly monotonic: number };
  /** The open question of each session: one at a time. Never rejects. */
  readonly #asking = new Map<SessionId, Promise<Asked>>();
  /** What `forget` was called for, the latest last: a yes to a question from before counts no more. */
  #forgotten: readonly Forgotten[] = [];

  constructor(deps: ConsentServiceDeps) {
    this.#deps = deps;
    this.#seen = { at: deps.clock.now(), monotonic: deps.clock.monotonic() };
  }

  async permit(call: ConsentCall): Promise<Permitted> {
    const { tool, input, caller, context } = call;
    const judged = judgedIn(call);
    const asked = await demandOf(tool, input, judged);
    const mayTell = await this.#mayTell(asked, call);
    const isKnown = this.#deps.knownServers.has(asked.asks?.url ?? '');
    const demand = mayTell && !isKnown ? asSending(asked) : asked;
    const { threadId } = context;
    const question = { tool: tool.name, demand, threadId, standing: caller };
    const verdict = verdictOf(question, []);
    const permitted = { staysAtHost: true, input: asked.input ?? input };
    // A registered API may be told what the model knows; the servers it redirects to may not.
    if (verdict === 'free') return { ...permitted, staysAtHost: mayTell };
    const forgotten = this.#forgotten;
    // The owner may have thought for hours, in which others worked.
    await this.#consented(question, call, async () => {
      const now = await demandOf(tool, permitted.input, judged);
      if (aboutOf(now) !== aboutOf(asked) || this.#isForgotten(question, forgotten))
        throw refuse.consent_outdated();
    });
    return permitted;
  }

  /** The consents in force, newest first. */
  async list(whose: Whose): Promise<readonly Grant[]> {
    return await this.#deps.grants.inForce(whose, this.#now());
  }

  /** Records consent given beforehand, for unattended runs. @throws Refusal invalid_consent, thread_not_found */
  async allow(person: PersonId, { target, days, ...allowance }: Allowance): Promise<Grant> {
    const { threadId } = allowance;
    const place = target === null ? null : placeFrom(target);
    if (allowance.class === 'send_outside' && place === null)
      throw refuse.invalid_consent({}, say('consent.no_host'));
    if (allowance.class === 'write_local' && target !== null)
      throw refuse.invalid_consent({}, say('consent.no_target'));
    if (threadId !== null && !(await this.#deps.threads.get(person, threadId)))
      throw refuseThread.thread_not_found();
    const byDefault = threadId === null ? consentLimits.alwaysMs : consentLimits.threadMs;
    return await this.#give(
      { ...allowance, personId: person, target: place, folder: null, triggerId: null, workflowId: null },
      days === null ? byDefault : days * DAY_MS,
    );
  }

  /** Also revokes all grants that allow the same. Effective from the next call on. Repeatable. @throws Refusal consent_not_found */
  async revoke(whose: Whose, grantId: GrantId): Promise<void> {
    const grant = await this.#deps.grants.get(whose, grantId);
    if (!grant) throw refuse.consent_not_found();
    const at = this.#now();
    // If it were stored twice, revoking one would leave the other in force.
    const same = (await this.#deps.grants.inForce(whose, at)).filter((other) => isSame(other, grant));
    const ids = new Set([grantId, ...same.map((other) => other.grantId)]);
    await this.#deps.journal.commit([...ids].flatMap((id) => revoking(id, at)));
  }

  /**
   * Revokes everything that was allowed for a destination that exists no more; or, for a tool there that is not what it was
   * when it was allowed, what covers this tool: it alone, or all of the destination. Repeatable. @throws Refusal storage_error
   */
  async forget(target: string, tool: string | null = null): Promise<void> {
    const at = this.#now();
    this.#forgotten = [
      ...this.#forgotten.filter((one) => one.target !== target || one.tool !== tool),
      { target, tool },
    ];
    const found = (await this.#deps.grants.inForce(EVERYONE, at)).filter(
      (grant) => grant.target === target && (tool === null || grant.tool === null || grant.tool === tool),
    );
    if (found.length > 0)
      await this.#deps.journal.commit(found.flatMap(({ grantId }) => revoking(grantId, at)));
  }

  /** Whether a `read` may disclose to third parties what the model knows. */
  async #mayTell({ class: of, asks }: ConsentDemand, call: ConsentCall): Promise<boolean> {
    if (of !== 'read' || !asks) return false;
    const { tools, caller } = call;
    const provenance = new Provenance(caller.hasUntrustedContent, (block) =>
      this.#earlier(block, tools, judgedIn(call)),
    );
    provenance.hear(await caller.heard());
    return !provenance.isMereReading(asks);
  }

  #earlier(
    { name, input }: ToolCallBlock,
    tools: readonly DeclaredTool[],
    judged: Judged,
  ): EarlierCall | null {
    const tool = tools.find((one) => one.name === name);
    if (!tool?.bringsAddresses) return null;
    try {
      const demand = demandOf(tool, input, judged);
      // What has to be looked up is no mere reading.
      return 'then' in demand ? null : { demand, bringsAddresses: true };
    } catch {
      // Its invalid input was refused then, and never read.
      return null;
    }
  }

  #isForgotten({ demand: { to }, tool }: ConsentQuestion, before: readonly Forgotten[]): boolean {
    return this.#forgotten.some(
      (one) => one.target === to && (one.tool === null || one.tool === tool) && !before.includes(one),
    );
  }

  /** @param confirm throws if what is asked is not what it was; nothing is granted then */
  async #consented(
    question: ConsentQuestion,
    call: ConsentCall,
    confirm: () => Promise<void>,
  ): Promise<void> {
    const { context, caller } = call;
    const { sessionId, signal } = context;
    const began = this.#deps.clock.monotonic();
    try {
      for (;;) {
        const verdict = verdictOf(question, await this.list(call.caller.personId));
        if (verdict === 'granted') return;
        if (verdict === 'refuse') throw refuse.consent_missing({}, missing(question.demand));
        const before = this.#asking.get(sessionId);
        if (!before) break;
        const other = await Promise.race([before, aborted(signal)]);
        // Simultaneous calls to the same destination share the question: an answer for all, or the refusal.
        if (other?.denied && other.about === consentId(question)) throw other.denied;
        if (signal.aborted) throw refuse.consent_denied({}, STOPPED);
      }
      // There is no await between the last check of `#asking` and setting it.
      const settled = Promise.withResolvers<Asked>();
      this.#asking.set(sessionId, settled.promise);
      let denied: Error | null = null;
      try {
        await this.#ask(question, call, confirm);
        return;
      } catch (error) {
        denied = error as Error;
        throw error;
      } finally {
        this.#asking.delete(sessionId);
        settled.resolve({ about: consentId(question), denied });
      }
    } finally {
      const waited = Math.round(this.#deps.clock.monotonic() - began);
      if (waited > 0) caller.waited(waited);
    }
  }

  async #ask(
    { demand, threadId, tool }: ConsentQuestion,
    { context, caller }: ConsentCall,
    confirm: () => Promise<void>,
  ): Promise<void> {
    const asked = questionFor(demand, context.agent);
    const decided = await this.#deps.prompts.decide(asked, context);
    if (decided === null)
      throw refuse.consent_denied(
        {},
        context.signal.aborted ? STOPPED : [say('consent.expired'), NO_OTHER_WAY],
      );
    const said = answerIn(demand, decided.asked, decided.answer);
    if (said.allowed === null) throw refuse.consent_denied({}, denial(said.words));
    await confirm();
    if (said.allowed === 'once' || !isGrantable(demand)) return;
    const isForThread = said.allowed === 'thread';
    const { threadMs, alwaysMs } = consentLimits;
    const to = { target: demand.to ?? null, tool: said.isOfTool ? tool : null };
    const given = {
      class: demand.class,
      ...to,
      folder: null,
      triggerId: null,
      workflowId: null,
      personId: caller.personId,
    };
    await this.#give(
      { ...given, threadId: isForThread ? threadId : null },
      isForThread ? threadMs : alwaysMs,
    );
  }

  /** @throws Refusal thread_not_found */
  async #give(given: Omit<Grant, 'grantId' | 'createdAt' | 'expiresAt' | 'revokedAt'>, ms: number) {
    const { ids, journal, threads } = this.#deps;
    const createdAt = this.#now();
    const times = { createdAt, expiresAt: createdAt + ms, revokedAt: null };
    const grant: Grant = { grantId: asGrantId(ids.next()), ...given, ...times };
    await journal.commit([{ change: 'grant.give', grant }]).catch(async (error: unknown) => {
      throw await threadGoneOr(error, given.threadId, threads);
    });
    return grant;
  }

  /** Setting the clock back while the engine runs extends no consent; setting it forward may end some. */
  #now(): number {
    const { clock } = this.#deps;
    const monotonic = clock.monotonic();
    const at = Math.max(clock.now(), this.#seen.at + monotonic - this.#seen.monotonic);
    this.#seen = { at, monotonic };
    return Math.floor(at);
  }
}

interface Asked {
  readonly about: string;
  /** Why it was refused. */
  readonly denied: Error | null;
}

interface Forgotten {
  readonly target: string;
  readonly tool: string | null;
}

/** What a yes to a demand is good for. */
const aboutOf = ({ class: of, to, paths, input, says, standsOn }: ConsentDemand): string =>
  JSON.stringify([of, to, paths, input, standsOn ?? says]);

const asSending = (demand: ConsentDemand): ConsentDemand => ({
  ...demand,
  class: 'send_outside',
  says: [...demand.says, say('consent.composed', {})],
});

const revoking = (grantId: GrantId, at: number): readonly ConsentChange[] => [
  { change: 'grant.revoke', grantId, at },
  { change: 'grant.leaves-trigger', grantId },
];

const judgedIn = ({ caller, context }: ConsentCall): Judged => ({
  personId: caller.personId,
  signal: context.signal,
});

/** A call of which no more than its class is declared is asked for with what it does and all that it is given. */
async function demandOf(
  { consent, name }: DeclaredTool,
  input: JsonObject,
  judged: Judged,
): Promise<ConsentDemand> {
  const demand = typeof consent === 'string' ? consent : await consent(input, judged);
  return typeof demand === 'string' ? { class: demand, says: usedWith(name, input) } : demand;
}

const NO_OTHER_WAY = say('consent.no_other_way');
const STOPPED = say('consent.stopped');

const denial = (words: string | null): readonly Says[] => [
  words === null ? say('consent.said_no') : say('consent.said_else', { words: quote(words) }),
  NO_OTHER_WAY,
];

const missing = (demand: ConsentDemand): readonly Says[] => [
  say('consent.cannot_ask'),
  NO_OTHER_WAY,
  ...(isGrantable(demand) ? [say('consent.allow_beforehand')] : []),
];

const isSame = (a: Grant, b: Grant): boolean =>
  a.class === b.class &&
  a.target === b.target &&
  a.tool === b.tool &&
  a.folder === b.folder &&
  a.threadId === b.threadId &&
  a.triggerId === b.triggerId &&
  a.workflowId === b.workflowId;
