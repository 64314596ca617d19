import { EVERYONE, type Whose } from '../../trust/people/model.ts';
import type { RunId, ThreadId } from '../../kernel/ids.ts';
import { everyPage } from '../../kernel/page.ts';
import { secretMask, type SecretMask } from '../../trust/masking/redaction.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MaskedFor } from '../../ports/log.ts';
import type { ModelRequest } from '../../ports/model.ts';
import type { GivenToRun, Run, ToolCallRecord } from '../runs/model.ts';
import type { RunStore } from '../runs/store.ts';
import { refuse as refuseThread } from '../../conversation/threads/errors.ts';
import type { Compaction, Message, Thread, ThreadSettings } from '../../conversation/threads/model.ts';
import type { ThreadStore } from '../../conversation/threads/store.ts';
import { maskedRun, maskedToolCall } from './masked.ts';
import {
  addSpent,
  cacheShare,
  nothingSpent,
  type RunPosition,
  type Spent,
  type ToolCallPosition,
} from './model.ts';
import type { HistoryStore } from './store.ts';

export interface DebugExportDeps {
  readonly threads: ThreadStore;
  readonly runs: Pick<RunStore, 'given'>;
  readonly history: HistoryStore;
  readonly knownSecrets: Pick<MaskedFor, 'valuesFor' | 'begunFor'>;
  readonly clock: Clock;
  /** The start of the first model call for a task in this version. */
  readonly firstRequest: (task: string, given: GivenToRun) => Pick<ModelRequest, 'system' | 'tools'>;
  readonly version: string;
}

/** The size of each part of a run's first model call, in characters; messages, input and tools as JSON. */
export interface PromptComposition {
  /** These two are those of this version of the engine; for earlier versions they are unknown. */
  readonly systemPrompt: number;
  readonly tools: number;
  readonly messages: number;
  readonly user: number;
  readonly assistant: number;
}

export interface RunInspection {
  readonly run: Run;
  readonly cacheShare: number | null;
  /** Null if the thread has no message of the run. */
  readonly composition: PromptComposition | null;
  /** Counts by type. */
  readonly events: Readonly<Record<string, number>>;
  readonly toolCalls: AsyncIterable<readonly ToolCallRecord[]>;
}

/** Everything about one thread, for debugging. Lists come in pages, each read on demand. */
export interface DebugBundle {
  readonly version: string;
  readonly exportedAt: number;
  readonly thread: Thread & ThreadSettings;
  readonly messages: AsyncIterable<readonly Message[]>;
  /** Newest first. */
  readonly runs: AsyncIterable<readonly RunInspection[]>;
  /** Summaries that replaced messages, for the model only; oldest first. */
  readonly compactionEvents: readonly Compaction[];
  /** The totals of `runs`, after all of them have been read. */
  readonly summary: () => Spent & { readonly cacheShare: number | null };
}

type Messages = Omit<PromptComposition, 'systemPrompt' | 'tools'>;

const maskedBy = (mask: SecretMask, event: Compaction): Compaction => ({
  ...event,
  summary: mask.text(event.summary),
  focus: event.focus === null ? null : mask.text(event.focus),
});

const PAGE = 20;
const SIZES = 500;

/** Collects everything about a thread. All texts are masked, with the values known when the export began. */
export class DebugExport {
  readonly #deps: DebugExportDeps;

  constructor(deps: DebugExportDeps) {
    this.#deps = deps;
  }

  /** @throws Refusal thread_not_found */
  async of(whose: Whose, threadId: ThreadId): Promise<DebugBundle> {
    const { threads, knownSecrets, clock, version } = this.#deps;
    const thread = await threads.get(whose, threadId);
    if (!thread) throw refuseThread.thread_not_found();
    const mask = secretMask(knownSecrets.valuesFor(whose), knownSecrets.begunFor(whose));
    const { instructions, assistant, ...settings } = await threads.settings(threadId);
    let spent = nothingSpent;
    const inspections = this.#runs(threadId, mask);
    async function* counted(): AsyncGenerator<readonly RunInspection[]> {
      for await (const page of inspections) {
        for (const { run } of page) spent = addSpent(spent, { ...run, runs: 1 });
        yield page;
      }
    }
    return {
      version,
      exportedAt: clock.now(),
      thread: {
        ...thread,
        ...settings,
        assistant: assistant && { ...assistant, name: mask.text(assistant.name) },
        title: mask.cutText(thread.title),
        instructions: instructions === null ? null : mask.text(instructions),
      },
      messages: this.#messages(threadId, mask),
      runs: counted(),
      compactionEvents: (await threads.compactions(threadId)).map((event) => maskedBy(mask, event)),
      summary: () => ({ ...spent, cacheShare: cacheShare(spent.usage) }),
    };
  }

  async *#messages(threadId: ThreadId, mask: SecretMask): AsyncGenerator<readonly Message[]> {
    const pages = everyPage((after: number | null) =>
      this.#deps.threads.messagePage(threadId, { after: after ?? 0, limit: PAGE }),
    );
    for await (const messages of pages)
      yield messages.map((message) => ({
        ...message,
        content: mask.value(message.content) as Message['content'],
      }));
  }

  async *#runs(threadId: ThreadId, mask: SecretMask): AsyncGenerator<readonly RunInspection[]> {
    const compositions = await this.#compositions(threadId);
    const pages = everyPage((after: RunPosition | null) =>
      this.#deps.history.runs(EVERYONE, { filter: { threadId }, after, limit: PAGE }),
    );
    for await (const runs of pages)
      for (const run of runs) yield [await this.#inspected(run, compositions, mask)];
  }

  async #inspected(
    run: Run,
    compositions: ReadonlyMap<RunId, Messages>,
    mask: SecretMask,
  ): Promise<RunInspection> {
    const messages = compositions.get(run.runId);
    const given = await this.#deps.runs.given(run.runId);
    const { system, tools } = this.#deps.firstRequest(run.task, given);
    const sent = { systemPrompt: system.length, tools: JSON.stringify(tools).length };
    return {
      run: maskedRun(run, mask),
      cacheShare: cacheShare(run.usage),
      composition: messages === undefined ? null : { ...sent, ...messages },
      events: await this.#deps.history.eventCounts(run.runId),
      toolCalls: this.#toolCalls(run.runId, mask),
    };
  }

  async *#toolCalls(runId: RunId, mask: SecretMask): AsyncGenerator<readonly ToolCallRecord[]> {
    const pages = everyPage((after: ToolCallPosition | null) =>
      this.#deps.history.toolCalls(runId, { after, limit: PAGE }),
    );
    for await (const calls of pages) yield calls.map((call) => maskedToolCall(call, mask));
  }

  /** The thread at each run's first model call: everything that leads to the task of the run, in its version. */
  async #compositions(threadId: ThreadId): Promise<ReadonlyMap<RunId, Messages>> {
    const { history, threads } = this.#deps;
    const { branches } = await threads.versions(threadId);
    const found = new Map<RunId, Messages>();
    /** By message, for those that a branch follows. */
    const upTo = new Map<number, Messages>([[0, NOTHING_SAID]]);
    let so = NOTHING_SAID;
    let seqBefore = 0;
    for (let after = 0; ;) {
      const page = await history.messageSizes(threadId, { after, limit: SIZES });
      const last = page.at(-1);
      if (!last) return found;
      for (const { seq, runId, role, chars } of page) {
        for (const { afterSeq } of branches)
          if (afterSeq >= seqBefore && afterSeq < seq) upTo.set(afterSeq, so);
        seqBefore = seq;
        const branch = branches.find(({ fromSeq }) => fromSeq === seq);
        so = (branch && upTo.get(branch.afterSeq)) ?? so;
        so = { ...so, messages: so.messages + 1, [role]: so[role] + chars };
        if (!found.has(runId)) found.set(runId, so);
      }
      after = last.seq;
    }
  }
}

const NOTHING_SAID: Messages = { messages: 0, user: 0, assistant: 0 };
