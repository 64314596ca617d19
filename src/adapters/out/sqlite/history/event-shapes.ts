import type { AgentEvent } from '../../../../core/instance/agents/model.ts';
import type { RunEventData } from '../../../../core/execution/runs/events.ts';
import {
  by,
  flag,
  isTrue,
  list,
  members,
  amount,
  object,
  orAbsent,
  orNull,
  text,
  whole,
  type Shape,
} from '../shape.ts';
import { question, says } from './question-shape.ts';
import { runError, usage } from './shapes.ts';

type Data = {
  readonly [Type in RunEventData['type']]: Shape<Extract<RunEventData, { readonly type: Type }>['data']>;
};

const ofAgent = { agentId: text, name: text };
const call = { toolCallId: text, tool: text };
const asked = {
  promptId: text,
  sessionId: text,
  timeoutMs: amount,
  expiresAt: text,
};

/** What the events of a run say, by their type. */
export const eventData: Data = {
  text: members({ text: text }),
  thinking: members({ summary: text, replacesText: orAbsent(isTrue) }),
  tool_call: members({ toolCallId: text, name: text, input: object }),
  tool_result: members({ toolCallId: text, name: text, output: text, success: flag }),
  prompt: members({
    ...asked,
    question: text,
    options: list(text),
    questions: orAbsent(list(question)),
    allowFreeText: flag,
  }),
  secret_prompt: members({ ...asked, name: text, prompt: text, key_type: text, hosts: list(text) }),
  turn_end: members({
    stopReason: text,
    usage,
    model: text,
    costUsd: amount,
    priceKnown: orAbsent(orNull(flag)),
  }),
  retry: members({
    attempt: whole,
    maxAttempts: whole,
    delayMs: amount,
    code: text,
    reason: text,
    says: orAbsent(list(says)),
  }),
  resumed: members({ times: whole, costUsd: amount }),
  tools_offered: members({
    tools: list(text),
    tokens: amount,
    leftOut: list(members({ family: text, tools: whole })),
    noRoom: list(text),
  }),
  message_cut: members({ chars: amount, leftOut: amount }),
  continuation: members({ iteration: whole, max: whole }),
  cost_warning: members({ ceiling: text, spentUsd: amount, limitUsd: amount }),
  compaction: members({ trigger: text, tokensBefore: amount, tokensAfter: amount }),
  subagent: by<'event', AgentEvent>('event', {
    started: members({
      ...ofAgent,
      spawnCallId: text,
      role: text,
      model: text,
      provider: text,
      profile: orNull(text),
      maxTurns: whole,
      maxBudgetUsd: amount,
    }),
    tool_call: members({ ...ofAgent, ...call, input: object }),
    tool_result: members({ ...ofAgent, ...call, output: text, success: flag }),
    turn_end: members({ ...ofAgent, usage, costUsd: amount }),
    ended: members({
      ...ofAgent,
      outcome: text,
      model: text,
      turns: whole,
      usage,
      costUsd: amount,
      priceKnown: orAbsent(orNull(flag)),
      durationMs: amount,
    }),
  }),
  changeset_ready: members({ runId: text, sessionId: text, fileCount: whole }),
  done: members({
    runId: text,
    text: text,
    says: orAbsent(list(says)),
    stopReason: text,
    usage,
    costUsd: amount,
    priceKnown: orAbsent(orNull(flag)),
    durationMs: amount,
  }),
  error: (value) => runError(value) && members({ runId: text })(value),
};
