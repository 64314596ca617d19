import { leastKnown, type PriceKnown } from '../../../ports/model.ts';
import { ROLES, type AgentEvent, type AgentOutcome } from '../../../instance/agents/model.ts';
import { firstOf, OVER } from '../../../kernel/abort.ts';
import type { ToolCallId } from '../../../kernel/ids.ts';
import { agentLimits } from '../../../instance/agents/limits.ts';
import { nonceFrom } from '../../../trust/untrusted/untrusted.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { LiveRun } from '../live-runs.ts';
import type { AbortCause } from '../model.ts';
import type { Loop } from '../loop/loop.ts';
import type { Worker } from '../loop/worker.ts';
import { INTERRUPTED, runErrorOf, type RunOutcome, type SideCall } from '../model.ts';
import type { Words } from '../../../ports/words.ts';
import type { ThreadStore } from '../../../conversation/threads/store.ts';
import { heardBy } from '../window/heard.ts';
import { momentIn } from '../window/told-moment.ts';
import { AgentLog } from './agent-log.ts';
import { AgentBudget } from './budget.ts';
import type { Plan } from './plan.ts';
import { agentPrompt, firstMessage } from './prompt.ts';
import type { AgentResult } from './report.ts';
import { Waiting } from './waiting.ts';

export interface AgentRunnerDeps {
  readonly loop: Loop;
  readonly threads: ThreadStore;
  readonly clock: Clock;
  readonly localTimeZone: () => string;
  readonly ids: Ids;
  readonly words: Words;
}

/** One sub-agent at work. It ends with its run, or when its own time limit expires. */
class Agent implements Worker {
  readonly agentId: string;
  readonly agent: string;
  readonly caller: Worker['caller'];
  readonly log: AgentLog;
  readonly signal: AbortSignal;
  readonly agentsUsd = 0;
  /** Its run goes on without it. */
  readonly suspends = false;
  spentUsd = 0;
  priceKnown: PriceKnown = true;
  isLate = false;
  readonly #live: LiveRun;
  readonly #late = new AbortController();
  readonly #over = new AbortController();
  readonly #waiting: Waiting;
  readonly #release: () => void;

  constructor(
    agentId: string,
    { task: { name }, model }: Plan,
    live: LiveRun,
    waiting: Waiting,
    clock: Clock,
  ) {
    const { runId, threadId } = live;
    const { id, provider } = model;
    this.agentId = agentId;
    this.caller = {
      callerId: agentId,
      sideCall: {
        purpose: 'subagent',
        threadId,
        runId,
        personId: live.request.startedBy.personId,
        model: id,
        provider,
      },
    };
    this.agent = name;
    this.#live = live;
    this.#waiting = waiting;
    this.log = new AgentLog(
      { agentId, name },
      { log: live.log, waits: (isWaiting) => waiting[isWaiting ? 'begin' : 'end']() },
    );
    const { signal, release } = firstOf(live.signal, this.#late.signal);
    this.signal = signal;
    this.#release = release;
    void this.#watch(clock);
  }

  get runId() {
    return this.#live.runId;
  }

  get sessionId() {
    return this.#live.sessionId;
  }

  get standing() {
    return this.#live.standing;
  }

  get threadId() {
    return this.#live.threadId;
  }

  get abortCause(): AbortCause | null {
    return this.#live.abortCause ?? (this.isLate ? 'user' : null);
  }

  /**
   * Shared by all sub-agents of one call: while one waits for a person, others may wait to ask. None of that is work.
   */
  get waitMs(): number {
    return this.#waiting.ms;
  }

  /** Does nothing: the log times every question already, so adding the loop's own measure would count it twice. */
  set waitMs(_counted: number) {
    // Counted in `waitMs`.
  }

  over(): void {
    this.#over.abort(OVER);
    this.#release();
  }

  async #watch(clock: Clock): Promise<void> {
    const startedAt = clock.monotonic();
    while (!this.#over.signal.aborted) {
      const left = agentLimits.ms - (clock.monotonic() - startedAt - this.waitMs);
      if (left > 0) await clock.sleep(left, this.#over.signal);
      else {
        this.isLate = true;
        this.#late.abort();
        return;
      }
    }
  }
}

/** Runs sub-agents. */
export class AgentRunner {
  readonly #deps: AgentRunnerDeps;

  constructor(deps: AgentRunnerDeps) {
    this.#deps = deps;
  }

  /**
   * Runs one sub-agent to its end, in the loop that runs use. Its cost is on disk when this resolves, whatever the
   * outcome. Throws only when the journal does.
   */
  async run(plan: Plan, spawnCallId: ToolCallId, live: LiveRun, waiting: Waiting): Promise<AgentResult> {
    const { loop, threads, clock, ids } = this.#deps;
    const { task, model, tools, apis } = plan;
    const { name, role, profile, maxTurns, maxBudgetUsd } = task;
    const startedAt = clock.monotonic();
    const agent = new Agent(ids.next(), plan, live, waiting, clock);
    const { agentId, log } = agent;
    try {
      const { id, provider } = model;
      const begun = { role, model: id, provider, profile, maxTurns, maxBudgetUsd } as const;
      const started = { agentId, name, event: 'started', spawnCallId, ...begun } as const;
      await live.log.record([{ type: 'subagent', data: started }], [], 'written');
      const nonce = nonceFrom(ids.next());
      const { outcome, usage, events, changes } = await loop.run({
        live: agent,
        model,
        tools,
        switches: live.switches,
        asked: task.tools ?? ROLES[role].tools,
        nonce,
        system: agentPrompt(role, apis),
        turns: maxTurns,
        cacheKey: agentId,
        tail: momentIn(clock.now(), this.#deps.localTimeZone()),
        promptHasUntrustedContent: apis !== '' || live.hasUntrustedContent,
        // The model wrote the task, and the thread records it as a call: no address in it counts as the owner's.
        heard: async () => [...(await heardBy(live, threads)), ...log.heard],
        thread: [{ role: 'user', content: [{ type: 'text', text: firstMessage(task, nonce) }] }],
        spending: new AgentBudget(maxBudgetUsd),
      });
      const costUsd = agent.spentUsd;
      live.agentsUsd += costUsd;
      live.priceKnown = leastKnown([live.priceKnown, agent.priceKnown]);
      const lastEvents = [...log.events(events)];
      const lastChanges = [...log.changes(changes)];
      const ended = outcomeOf(outcome);
      const how = ended === 'aborted' && agent.isLate ? 'time' : ended;
      const failure =
        outcome.kind === 'failed' ? outcome.error : outcome.kind === 'interrupted' ? INTERRUPTED : null;
      const error = failure && runErrorOf(failure, this.#deps.words);
      const durationMs = Math.max(0, Math.round(clock.monotonic() - startedAt) - agent.waitMs);
      const end: AgentEvent = {
        agentId,
        name,
        event: 'ended',
        outcome: how,
        model: id,
        turns: log.turns,
        usage,
        costUsd,
        priceKnown: agent.priceKnown,
        durationMs,
      };
      const call: SideCall = {
        sideCallId: agentId,
        purpose: 'subagent',
        threadId: live.threadId,
        runId: live.runId,
        personId: live.standing.personId,
        model: id,
        provider,
        usage,
        costUsd,
        priceKnown: agent.priceKnown,
        outcome: how === 'answered' ? 'useful' : how === 'empty' ? 'empty' : 'failed',
        error,
        createdAt: clock.now(),
      };
      await live.log.record(
        [...lastEvents, { type: 'subagent', data: end }],
        [...lastChanges, { change: 'side-call.end', call }],
      );
      return {
        task,
        outcome: how,
        text: how === 'answered' || how === 'cut_off' ? outcome.text : log.said,
        error: how === 'failed' ? error : null,
        model: id,
        costUsd,
      };
    } finally {
      agent.over();
    }
  }
}

function outcomeOf(outcome: RunOutcome): AgentOutcome {
  if (outcome.kind === 'interrupted') return 'aborted';
  if (outcome.kind === 'failed') return outcome.error.code === 'empty_answer' ? 'empty' : 'failed';
  switch (outcome.stopReason) {
    case 'end_turn':
      return 'answered';
    case 'output_limit':
      return 'cut_off';
    case 'max_iterations':
      return 'turns';
    case 'aborted':
    case 'budget':
    case 'loop':
    case 'refused':
      return outcome.stopReason;
  }
}
