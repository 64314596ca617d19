import { byPerson } from '../../core/trust/people/model.ts';
import { Type } from 'typebox';
import type { refuse as refuseBackground } from '../../core/conversation/background/errors.ts';
import type { refuse as refuseModels } from '../../core/instance/models/errors.ts';
import { replayLimits, type Side } from '../../core/execution/replays/model.ts';
import type { refuse as refuseRuns } from '../../core/execution/runs/errors.ts';
import { timelineLimits } from '../../core/execution/timelines/model.ts';
import { rowsRefusing } from '../row.ts';
import { closed, Name, OrNull, Time, time, Usage } from '../shapes.ts';
import { RunShape, shownRun } from './history.ts';

const { json } = rowsRefusing<typeof refuseBackground & typeof refuseModels & typeof refuseRuns>();

const Milliseconds = Type.Integer({ minimum: 0 });

const Span = Type.Object({
  kind: Type.Enum(['model', 'tool', 'question', 'retry', 'restart', 'agent', 'limit'], {
    description:
      'A call of the model or of a tool; a wait for the owner (question), for the provider (retry) or for another process ' +
      '(restart); a sub-agent; a cost ceiling that came near (limit)',
  }),
  name: Type.String({ description: 'The model, the tool, the sub-agent, the ceiling, or a code' }),
  agentId: OrNull(Type.String({ description: 'The sub-agent that did it; null for the run itself' })),
  startedAt: Time,
  durationMs: OrNull(Type.Integer({ minimum: 0, description: 'Null while it lasts' })),
  costUsd: OrNull(
    Type.Number({
      minimum: 0,
      description: 'Of a sub-agent: the sum of its model calls, which are listed, too',
    }),
  ),
  usage: OrNull(Usage),
  success: OrNull(Type.Boolean()),
  toolCallId: OrNull(Type.String()),
  seq: OrNull(
    Type.Integer({ minimum: 1, description: 'The last message of this step: a fork can end after it' }),
  ),
});

const ComparedCall = OrNull(
  Type.Object({
    toolCallId: Type.String(),
    input: Type.String({
      description: `Its arguments as canonical JSON, at most ${replayLimits.inputChars} characters`,
    }),
    success: OrNull(Type.Boolean()),
    durationMs: OrNull(Milliseconds),
  }),
);

const Compared = Type.Object({
  run: RunShape,
  text: OrNull(Type.String({ description: 'Its answer; null if it reached none' })),
});

const shownSide = ({ run, text }: Side) => ({ run: shownRun(run), text });

const Count = Type.Integer({ minimum: 0 });

export const replays = {
  'replays.start': json({
    route: 'POST /api/runs/:runId/replay',
    who: 'starter',
    needs: 'run',
    summary:
      'Run an ended run once more, by another model or profile, with the results that its tools had. The model is sent the ' +
      'thread as it was and the same task. A call of the same tool with the same arguments gets its recorded result; any ' +
      'other is not carried out, and is told so. Nothing outside is touched: no tool, file, memory, question or thread. Only ' +
      'the requests to the model leave, and their cost counts for the ceilings. Follow it with GET /api/runs/:runId/events.',
    status: 201,
    refuses: [
      'run_not_found',
      'ambiguous_id',
      'id_too_short',
      'run_not_ended',
      'recording_incomplete',
      'too_many_replays',
      'draining',
      'provider_incomplete',
      'profile_unknown',
    ],
    ours: true,
    body: Type.Object(
      {
        profile: Type.Optional(Name),
        model: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 200,
            pattern: '\\S',
            description:
              "Another model of the profile's provider, by its id there; by default the one of the profile",
          }),
        ),
      },
      closed,
    ),
    returns: RunShape,
    handle: async ({ replays, history }, { params, body, asker }) => {
      const request = {
        profile: body.profile ?? null,
        model: body.model ?? null,
        startedBy: byPerson(asker.person),
      };
      return shownRun(await replays.start(await history.meant(asker.person, params.runId), request));
    },
  }),
  'replays.list': json({
    route: 'GET /api/runs/:runId/replays',
    who: 'starter',
    summary: 'The last replays of a run, by its id or the beginning of it, the newest first.',
    status: 200,
    refuses: ['run_not_found', 'ambiguous_id', 'id_too_short'],
    ours: true,
    returns: Type.Object({ replays: Type.Array(RunShape, { maxItems: replayLimits.listed }) }),
    handle: async ({ replays, history }, { params, asker }) => ({
      replays: (await replays.of(asker.person, await history.meant(asker.person, params.runId))).map(
        shownRun,
      ),
    }),
  }),
  'runs.compare': json({
    route: 'GET /api/runs/:runId/compare/:otherId',
    who: 'starter',
    summary:
      'Two runs beside each other: how they ended, what they cost, and their tool calls; for a replay, the calls that only ' +
      'it made were not carried out.',
    status: 200,
    refuses: ['run_not_found', 'ambiguous_id', 'id_too_short'],
    ours: true,
    returns: Type.Object({
      first: Compared,
      second: Compared,
      counts: Type.Object({ same: Count, otherArguments: Count, onlyFirst: Count, onlySecond: Count }),
      calls: Type.Array(
        Type.Object({
          name: Type.String(),
          relation: Type.Enum(['same', 'other_arguments', 'only_first', 'only_second'], {
            description:
              'same: the same tool and arguments; other_arguments: the same tool, where nothing else matches',
          }),
          first: ComparedCall,
          second: ComparedCall,
        }),
        {
          maxItems: replayLimits.pairs,
          description: 'Without the calls of sub-agents; at most this many pairs',
        },
      ),
      isSameText: Type.Boolean({ description: 'Both gave the same answer, or none' }),
    }),
    handle: async ({ replays, history }, { params, asker }) => {
      const { first, second, counts, calls, isSameText } = await replays.compare(
        asker.person,
        await history.meant(asker.person, params.runId),
        await history.meant(asker.person, params.otherId),
      );
      return {
        first: shownSide(first),
        second: shownSide(second),
        counts: {
          same: counts.same,
          otherArguments: counts.other_arguments,
          onlyFirst: counts.only_first,
          onlySecond: counts.only_second,
        },
        calls: [...calls],
        isSameText,
      };
    },
  }),
  'runs.timeline': json({
    route: 'GET /api/runs/:runId/timeline',
    who: 'starter',
    summary:
      'What a run spent its time and money on, step by step, in the order of the starts. A call of the model begins where ' +
      'what came before it ended.',
    status: 200,
    refuses: ['run_not_found', 'ambiguous_id', 'id_too_short'],
    ours: true,
    returns: Type.Object({
      run: RunShape,
      spans: Type.Array(Span, { maxItems: timelineLimits.spans }),
      isCut: Type.Boolean({ description: 'There are more spans than are listed' }),
    }),
    handle: async ({ timelines, history }, { params, asker }) => {
      const id = await history.meant(asker.person, params.runId);
      const { spans, isCut } = await timelines.of(asker.person, id);
      const run = await history.run(asker.person, id);
      return {
        run: shownRun(run),
        spans: spans.map((span) => ({ ...span, startedAt: time(span.startedAt) })),
        isCut,
      };
    },
  }),
  'runs.stop': json({
    route: 'POST /api/runs/:runId/stop',
    who: 'starter',
    needs: 'run',
    summary:
      'Stop this run, wherever it was started; a replay, too. Its stream ends with done and stopReason aborted.',
    status: 202,
    refuses: ['run_not_found', 'ambiguous_id', 'id_too_short', 'not_running'],
    ours: true,
    returns: Type.Object({ requested: Type.Literal(true) }),
    handle: async ({ runs, history }, { params, asker }) => {
      await runs.stop(asker.person, await history.meant(asker.person, params.runId));
      return { requested: true as const };
    },
  }),
};
