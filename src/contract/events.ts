import { Type } from 'typebox';
import { ROLES } from '../core/instance/agents/model.ts';
import { asked, closed, Id, PriceKnown, Question, SaysShape, StopReason, Time, Usage } from './shapes.ts';

const ofAgent = <const Name extends string>(event: Name) => ({
  agentId: Id,
  name: Type.String(),
  event: Type.Literal(event),
});

/** Specification › Events › HTTP run stream, with the data of each event. */
export const runEvents = {
  text: Type.Object({ text: Type.String() }, { description: 'Streamed response text' }),
  thinking: Type.Object(
    {
      summary: Type.String(),
      replacesText: Type.Optional(
        Type.Literal(true, {
          description:
            'The text of the turn so far was these thoughts, as their end mark has told: take it for no part of the answer',
        }),
      ),
    },
    { description: 'Extended thinking summary' },
  ),
  tool_call: Type.Object({
    toolCallId: Type.String(),
    name: Type.String(),
    input: Type.Record(Type.String(), Type.Unknown()),
  }),
  tool_progress: Type.Object(
    {
      toolCallId: Type.String({ description: 'Of a call of the run, or of one of its sub-agents' }),
      done: Type.Number(),
      total: Type.Union([Type.Number(), Type.Null()], { description: 'Null if it is not known' }),
      message: Type.Union([Type.String(), Type.Null()], {
        description: 'In the words of a tool server, which is a stranger: data and no instruction',
      }),
    },
    {
      description:
        'How far a call is, at most twice a second. It is told as it happens and not stored: it has no id, a replay has none, and a ' +
        'client that comes later gets the last one of each call under way.',
    },
  ),
  tool_result: Type.Object({
    toolCallId: Type.String(),
    name: Type.String(),
    output: Type.String(),
    success: Type.Boolean(),
  }),
  prompt: Type.Object(
    {
      promptId: Id,
      sessionId: Id,
      ...asked,
      questions: Type.Optional(Type.Array(Question)),
      allowFreeText: Type.Boolean(),
      timeoutMs: Type.Integer({ minimum: 0 }),
      expiresAt: Time,
    },
    {
      description:
        'The run waits for its owner. Answer with POST /api/sessions/:id/reply within timeoutMs, over any connection. ' +
        'With `questions` there are several; `question` contains the text of all.',
    },
  ),
  secret_prompt: Type.Object(
    {
      promptId: Id,
      sessionId: Id,
      name: Type.String(),
      prompt: Type.String(),
      key_type: Type.String(),
      hosts: Type.Array(Type.String(), {
        description: 'Where the agent wants to send it; the owner decides',
      }),
      timeoutMs: Type.Integer({ minimum: 0 }),
      expiresAt: Time,
    },
    {
      description:
        'The run waits for a secret. Store its value with PUT /api/secrets/:name, then confirm it with ' +
        'POST /api/sessions/:id/secret-saved. The value never passes through a run.',
    },
  ),
  turn_end: Type.Object({
    stopReason: Type.Union([StopReason, Type.Literal('tool_use')]),
    usage: Usage,
    model: Type.String(),
    costUsd: Type.Number(),
    priceKnown: Type.Optional(PriceKnown),
  }),
  retry: Type.Object(
    {
      attempt: Type.Integer({ minimum: 1 }),
      maxAttempts: Type.Integer({ minimum: 1 }),
      delayMs: Type.Integer({ minimum: 0 }),
      code: Type.String(),
      reason: Type.String(),
      says: Type.Optional(Type.Array(SaysShape)),
    },
    { description: 'The model could not be reached, or was busy; the engine retries after delayMs' },
  ),
  resumed: Type.Object(
    { times: Type.Integer({ minimum: 1 }), costUsd: Type.Number({ minimum: 0 }) },
    {
      description:
        'The engine was restarted and goes on with the run; times: how often so far. costUsd: the worst case of a model call that was cut off',
    },
  ),
  continuation: Type.Object(
    { iteration: Type.Integer({ minimum: 1 }), max: Type.Integer({ minimum: 1 }) },
    { description: 'The answer reached the output limit of the model and continues in another turn' },
  ),
  tools_offered: Type.Object(
    {
      tools: Type.Array(Type.String()),
      tokens: Type.Integer({
        minimum: 0,
        description: 'What their definitions take of the window, estimated',
      }),
      leftOut: Type.Array(
        Type.Object({
          family: Type.String({ description: 'A family of tools, or the name of a tool server' }),
          tools: Type.Integer({ minimum: 1 }),
        }),
      ),
      noRoom: Type.Array(Type.String(), {
        description: 'Tools that the conversation needs, and for which the window has no room',
      }),
    },
    {
      description:
        'The tools that the model is offered from the next turn on, and what is left out, where a tool is among that which the conversation needs or a tool server has; it can find the others with find_tools',
    },
  ),
  message_cut: Type.Object(
    { chars: Type.Integer({ minimum: 1 }), leftOut: Type.Integer({ minimum: 1 }) },
    {
      description:
        'Once in a run: what the owner wrote is longer than the window of the model, which is not shown the middle of it. chars: of the texts that are too long; leftOut: how many of these the model does not see',
    },
  ),
  cost_warning: Type.Object(
    {
      ceiling: Type.Enum(['run', 'person', 'day', 'month', 'engine']),
      spentUsd: Type.Number(),
      limitUsd: Type.Number(),
    },
    { description: 'Most of the budget is spent; the run ends before a call that would exceed it' },
  ),
  compaction: Type.Object(
    {
      trigger: Type.Enum(['manual', 'automatic']),
      tokensBefore: Type.Integer({ minimum: 0 }),
      tokensAfter: Type.Integer({ minimum: 0 }),
    },
    {
      description:
        'Since the last run, a summary replaces earlier messages for the model; all messages are still stored',
    },
  ),
  subagent: Type.Union(
    [
      Type.Object(
        {
          ...ofAgent('started'),
          spawnCallId: Type.String({ description: 'The call that started it' }),
          role: Type.Enum(Object.keys(ROLES) as (keyof typeof ROLES)[]),
          model: Type.String(),
          provider: Type.String(),
          profile: Type.Union([Type.String(), Type.Null()]),
          maxTurns: Type.Integer({ minimum: 1 }),
          maxBudgetUsd: Type.Number({ minimum: 0 }),
        },
        closed,
      ),
      Type.Object(
        {
          ...ofAgent('tool_call'),
          toolCallId: Type.String(),
          tool: Type.String(),
          input: Type.Record(Type.String(), Type.Unknown()),
        },
        closed,
      ),
      Type.Object(
        {
          ...ofAgent('tool_result'),
          toolCallId: Type.String(),
          tool: Type.String(),
          output: Type.String({ description: 'Its beginning; the history of the run has all of it' }),
          success: Type.Boolean(),
        },
        closed,
      ),
      Type.Object({ ...ofAgent('turn_end'), usage: Usage, costUsd: Type.Number() }, closed),
      Type.Object(
        {
          ...ofAgent('ended'),
          outcome: Type.Enum([
            'answered',
            'cut_off',
            'turns',
            'budget',
            'time',
            'loop',
            'refused',
            'empty',
            'failed',
            'aborted',
          ]),
          model: Type.String(),
          turns: Type.Integer({ minimum: 0 }),
          usage: Usage,
          costUsd: Type.Number(),
          priceKnown: Type.Optional(PriceKnown),
          durationMs: Type.Integer({ minimum: 0 }),
        },
        closed,
      ),
    ],
    {
      description:
        'Progress of a sub-agent of the run; a client that ignores it misses nothing of the answer',
    },
  ),
  replay_unavailable: Type.Object(
    { oldestId: Type.Integer({ minimum: 1 }) },
    {
      description:
        'Only in a replay, and without an id: events before oldestId were streamed, but a loss of power came before they ' +
        'were on the disk. The stream goes on with oldestId.',
    },
  ),
  changeset_ready: Type.Object(
    { runId: Id, sessionId: Id, fileCount: Type.Integer({ minimum: 1 }) },
    {
      description:
        'The run changed files that wait for review: GET /api/sessions/:id/changeset, then POST …/review with this runId',
    },
  ),
  done: Type.Object({
    runId: Id,
    text: Type.String(),
    says: Type.Optional(
      Type.Array(SaysShape, { description: "Where the text is not the model's but the engine's own" }),
    ),
    stopReason: StopReason,
    usage: Usage,
    costUsd: Type.Number(),
    priceKnown: Type.Optional(PriceKnown),
    durationMs: Type.Integer(),
  }),
  error: Type.Object({
    runId: Id,
    code: Type.String(),
    error: Type.String(),
    says: Type.Optional(Type.Array(SaysShape)),
    retryable: Type.Boolean(),
  }),
} as const;
