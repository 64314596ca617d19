import { signal, type Signal } from '@preact/signals';
import { engine, type Block, type Message, type RunRecord } from '../engine/client.ts';
import type { RunEvent } from '../engine/run-events.ts';
import type { Attached } from './attachments/attached.ts';
import { nextFrame } from '../parts/frames.ts';
import { isCutShort } from '../parts/run-outcome.ts';
import type {
  AgentEvent,
  Asked,
  DataOf,
  End,
  Item,
  ItemOf,
  NewItem,
  RecordedCall,
  ToolCall,
  Turn,
} from './run-items.ts';

let drawn = 0;

/**
 * One run as the page shows it, from its live events or from the messages of its thread. A component that reads a
 * signal of it is drawn anew when that signal changes, and nothing else is: a streamed word draws one paragraph.
 */
export class RunModel {
  /** Of its element on the page. */
  readonly key = (drawn += 1);
  readonly runId: Signal<string | null>;
  readonly items = signal<readonly Item[]>([]);
  readonly turns = signal<readonly Turn[]>([]);
  readonly end = signal<End | null>(null);
  readonly isRunning = signal(false);
  /** Why it failed, from its record. */
  readonly error = signal<RunRecord['error']>(null);
  /** Seq of the task's message; null until the thread was read. */
  readonly taskSeq = signal<number | null>(null);
  /** Of its turn, by the seq of their tasks, the oldest first; none if it is the only one. */
  readonly versions = signal<readonly number[]>([]);
  /** Milliseconds of each call, and the calls of its sub-agents, by the history of the run; null until it is asked. */
  readonly recorded = signal<readonly RecordedCall[] | null>(null);
  isRecorded = false;
  #isAsked = false;
  #keys = 0;
  #text: ItemOf<'answer'> | null = null;
  #thought: ItemOf<'thinking'> | null = null;
  #calls = new Map<string, ToolCall>();
  /** Text that came since the last frame: one update for many chunks. */
  #waiting = '';
  #cancelFlush: (() => void) | null = null;
  /** The text of this turn and of the one before, to compare with the answer that `done` repeats. */
  #said = '';
  #saidBefore = '';

  constructor(runId: string | null) {
    this.runId = signal(runId);
  }

  task(text: string, files: readonly Attached[]): void {
    this.#add({ kind: 'task', text, files });
  }

  /** Where the task stands in its thread. */
  sent({ seq, versions = [] }: Pick<Message, 'seq' | 'versions'>): void {
    this.taskSeq.value ??= seq;
    this.versions.value = versions;
  }

  /** What the owner asked for; null if that is not read. */
  get taskText(): string | null {
    return this.items.value.find((item) => item.kind === 'task')?.text ?? null;
  }

  /** What came with it. */
  get taskFiles(): readonly Attached[] {
    return this.items.value.find((item) => item.kind === 'task')?.files ?? [];
  }

  /** What waits for the owner: a question, a consent or a secret. */
  get asked(): Asked | null {
    const item = this.items.value.at(-1);
    return item?.kind === 'prompt' && !item.isOver.value ? item.prompt : null;
  }

  /** The question that waits for words of the owner. */
  get question(): Asked | null {
    const prompt = this.asked;
    if (prompt === null) return null;
    const takesWords = prompt.allowFreeText || prompt.options.length === 0;
    return takesWords && prompt.secret === null && prompt.questions === undefined ? prompt : null;
  }

  /** What it asked when the engine stopped, which ends a question; null: nothing. */
  get leftQuestion(): { readonly questions: readonly string[]; readonly options: readonly string[] } | null {
    if (this.end.value?.stopReason !== 'interrupted') return null;
    const call = this.items.value.flatMap((item) => (item.kind === 'calls' ? item.calls.value : [])).at(-1);
    if (call?.name !== 'ask_user' || call.result.value?.success === true) return null;
    const { question, options, questions } = call.input;
    const all = Array.isArray(questions)
      ? questions.map((one: unknown) => textOf(one, 'question'))
      : [question];
    return {
      questions: all.filter((one) => typeof one === 'string'),
      options: Array.isArray(options) ? options.filter((one) => typeof one === 'string') : [],
    };
  }

  /** All of it is drawn, and nothing more will come. */
  get isWhole(): boolean {
    const last = this.items.value.at(-1);
    return !this.isRunning.value && (this.end.value !== null || last?.kind === 'failed');
  }

  /** What came before, from the page of messages that ends within this run. */
  precededBy(earlier: RunModel): void {
    const items = earlier.items.value.map((item, nth) => ({ ...item, key: -1 - this.#keys - nth }));
    this.#keys += items.length;
    this.items.value = [...items, ...this.items.value];
    const seq = earlier.taskSeq.value;
    if (seq !== null) this.sent({ seq, versions: [...earlier.versions.value] });
  }

  /** Reads from the history how long its calls took, once. */
  async readCalls(): Promise<void> {
    const id = this.runId.value;
    if (id === null || this.#isAsked) return;
    this.#isAsked = true;
    try {
      const all: RecordedCall[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const query = { limit: 200, ...(cursor === undefined ? {} : { cursor }) };
        const page = await engine['history.toolCalls']({ params: { id }, query });
        all.push(...page.toolCalls);
        cursor = page.nextCursor;
      }
      this.recorded.value = all;
    } catch {
      // A thread that was forked may outlive the history of its runs.
      this.#isAsked = false;
    }
  }

  /** An event of the run, in the order of the stream. */
  take(event: RunEvent): void {
    // It says nothing of what the run does besides: a question may be open, and text under way.
    if (event.type === 'tool_progress') return this.#progressed(event.data);
    if (event.type !== 'text') this.#endText();
    if (event.type !== 'thinking') this.#endThought();
    if (event.type !== 'subagent') this.#settleWaits();
    switch (event.type) {
      case 'text':
        return this.#write(event.data.text);
      case 'thinking':
        if (event.data.replacesText) this.#takeBack();
        return this.#think(event.data.summary);
      case 'tool_call':
        return this.#call(event.data, Date.now());
      case 'tool_result':
        return this.#result(event.data);
      case 'prompt':
        return this.#ask({ ...event.data, questions: event.data.questions, secret: null });
      case 'secret_prompt': {
        const { promptId, name, prompt, key_type: keyType, hosts, expiresAt } = event.data;
        const secret = { name, keyType, hosts };
        return this.#ask({
          promptId,
          question: prompt,
          options: [],
          questions: undefined,
          allowFreeText: false,
          expiresAt,
          secret,
        });
      }
      case 'turn_end':
        this.turns.value = [...this.turns.value, event.data];
        if (event.data.stopReason === 'tool_use') [this.#said, this.#saidBefore] = ['', this.#said];
        return;
      case 'retry':
        return this.#add({ kind: 'retry', data: event.data, isOver: signal(false) });
      case 'resumed':
        return this.#add({ kind: 'resumed' });
      case 'continuation':
        return this.#add({ kind: 'continuation', data: event.data });
      case 'tools_offered':
        if (event.data.noRoom.length > 0) this.#add({ kind: 'no_room', tools: event.data.noRoom });
        return;
      case 'message_cut': {
        const { chars, leftOut } = event.data;
        return this.#add({ kind: 'message_cut', chars, leftOut });
      }
      case 'cost_warning':
        return this.#add({ kind: 'cost_warning', data: event.data });
      case 'compaction':
        return this.#add({ kind: 'compaction', data: event.data });
      case 'replay_unavailable':
        return this.#add({ kind: 'gap' });
      case 'changeset_ready':
        return this.#add({ kind: 'changed', fileCount: event.data.fileCount });
      case 'subagent':
        return this.#agent(event.data);
      case 'done':
        return this.#done(event.data);
      case 'error': {
        const { code, error, says, retryable } = event.data;
        this.isRunning.value = false;
        this.error.value = { code, error, retryable };
        return this.#add({ kind: 'failed', code, detail: error, says, retryable });
      }
    }
  }

  /** A message that is stored in the thread. */
  message(message: Message): void {
    const { role, content } = message;
    const files = content.filter((block) => block.type === 'attachment');
    const isTask = role === 'user';
    const first = content.find((block) => block.type === 'text');
    for (const block of content) {
      if (isTask && block === first) {
        this.task(first.text, files);
        this.sent(message);
      } else if (isTask && block.type === 'text') this.#add({ kind: 'material', text: block.text });
      else if (block.type !== 'attachment') this.#block(block);
    }
    this.#endText();
    this.#endThought();
  }

  /** The run's record, for one whose events were not followed to the end. */
  record({ usage, costUsd, priceKnown, durationMs, stopReason, status, model, error }: RunRecord): void {
    if (status === 'running') return;
    this.isRecorded = true;
    this.error.value = error;
    if (this.end.value) return;
    const reason = stopReason ?? status;
    this.turns.value = [{ stopReason: reason, model, usage, costUsd, priceKnown }];
    this.end.value = { stopReason: reason, usage, costUsd, priceKnown, durationMs };
  }

  #ask(prompt: Asked): void {
    this.#add({ kind: 'prompt', prompt, isOver: signal(false) });
  }

  #add(item: NewItem): void {
    this.items.value = [...this.items.value, { ...item, key: (this.#keys += 1) } as Item];
  }

  #last<Kind extends Item['kind']>(kind: Kind): ItemOf<Kind> | null {
    const last = this.items.value.at(-1);
    return last?.kind === kind ? (last as ItemOf<Kind>) : null;
  }

  #write(text: string): void {
    if (!this.#text) {
      this.#add({ kind: 'answer', text: signal(''), isOpen: signal(true) });
      this.#text = this.#last('answer');
    }
    this.#waiting += text;
    this.#said += text;
    this.#cancelFlush ??= nextFrame(() => this.#flush());
  }

  #flush(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = null;
    if (this.#text && this.#waiting !== '') this.#text.text.value += this.#waiting;
    this.#waiting = '';
  }

  #endText(): void {
    this.#flush();
    if (this.#text) this.#text.isOpen.value = false;
    this.#text = null;
  }

  /** The text of this turn was no part of the answer. */
  #takeBack(): void {
    if (this.#last('answer') !== null) this.items.value = this.items.value.slice(0, -1);
    this.#said = '';
  }

  #think(summary: string): void {
    if (summary === '') return;
    if (!this.#thought) {
      this.#add({ kind: 'thinking', text: signal(''), isOpen: signal(true) });
      this.#thought = this.#last('thinking');
    }
    if (this.#thought) this.#thought.text.value += summary;
  }

  #endThought(): void {
    if (this.#thought) this.#thought.isOpen.value = false;
    this.#thought = null;
  }

  /** The run's next event means that what it waited for is over; sub-agents go on while one of them waits. */
  #settleWaits(): void {
    for (const item of this.items.value)
      if ((item.kind === 'prompt' || item.kind === 'retry') && !item.isOver.value) item.isOver.value = true;
  }

  #call(
    {
      toolCallId,
      name,
      input,
    }: { toolCallId: string; name: string; input: Readonly<Record<string, unknown>> },
    startedAt: number | null,
  ): void {
    const call: ToolCall = {
      toolCallId,
      name,
      input,
      startedAt,
      progress: signal(null),
      result: signal(null),
    };
    this.#calls.set(toolCallId, call);
    const group = this.#last('calls');
    if (group) group.calls.value = [...group.calls.value, call];
    else this.#add({ kind: 'calls', calls: signal([call]) });
  }

  #progressed({ toolCallId, ...progress }: DataOf<'tool_progress'>): void {
    const steps = this.items.value.flatMap((item) => (item.kind === 'agent' ? item.steps.value : []));
    const call = this.#calls.get(toolCallId) ?? steps.find((step) => step.toolCallId === toolCallId);
    if (call) call.progress.value = progress;
  }

  #result(data: { toolCallId: string; output: string; success: boolean; name?: string }): void {
    const { toolCallId, output, success, name = 'tool' } = data;
    if (!this.#calls.has(toolCallId)) this.#call({ toolCallId, name, input: {} }, null);
    const call = this.#calls.get(toolCallId);
    if (!call) return;
    const tookMs = call.startedAt === null ? null : Date.now() - call.startedAt;
    call.result.value = { output, success, tookMs };
  }

  #block(block: Exclude<Block, { type: 'attachment' }>): void {
    if (block.type !== 'text') this.#endText();
    switch (block.type) {
      case 'text':
        this.#write(block.text);
        return this.#endText();
      case 'thinking':
        this.#think(block.text);
        return this.#endThought();
      case 'tool_call':
        return this.#call(block, null);
      case 'tool_result':
        return this.#result(block);
      case 'note':
        return this.#add({ kind: 'note', code: block.code, detail: block.detail, says: block.says });
    }
  }

  #agent(event: AgentEvent): void {
    const agents = this.items.value.filter((item) => item.kind === 'agent');
    const agent = agents.find(({ agentId }) => agentId === event.agentId);
    switch (event.event) {
      case 'started': {
        const { agentId, spawnCallId, name, role, model } = event;
        return this.#add({
          kind: 'agent',
          agentId,
          spawnCallId,
          name,
          role,
          model,
          steps: signal([]),
          ended: signal(null),
        });
      }
      case 'tool_call': {
        const { toolCallId, tool, input } = event;
        if (agent)
          agent.steps.value = [
            ...agent.steps.value,
            { toolCallId, tool, input, progress: signal(null), result: signal(null) },
          ];
        return;
      }
      case 'tool_result': {
        const step = agent?.steps.value.find(({ toolCallId }) => toolCallId === event.toolCallId);
        if (step) step.result.value = { output: event.output, success: event.success };
        return;
      }
      case 'turn_end':
        return;
      case 'ended':
        if (agent) agent.ended.value = event;
        return;
    }
  }

  #done({ text, says, stopReason, usage, costUsd, priceKnown, durationMs }: DataOf<'done'>): void {
    // The engine's own sentence, where the model gave none; the thread keeps it as a note as well.
    if (says !== undefined || isCutShort(stopReason))
      this.#add({ kind: 'note', code: stopReason, detail: text, says });
    else if (text !== '' && text !== this.#said && text !== this.#saidBefore) {
      this.#write(text);
      this.#endText();
    }
    this.isRunning.value = false;
    this.end.value = { stopReason, usage, costUsd, priceKnown, durationMs };
  }
}

/** The model wrote it, and it may be anything. */
const textOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : null;
