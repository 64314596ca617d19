import { Type } from 'typebox';
import { runId } from '../../core/kernel/ids.ts';
import type { refuse } from '../../core/execution/runs/errors.ts';
import { FOR } from '../../core/instance/instructions/model.ts';
import { toldLimits } from '../../core/knowledge/told/limits.ts';
import { rowsRefusing } from '../row.ts';
import { Switches } from './tool-shapes.ts';
import { Id, OrNull, Time, time } from '../shapes.ts';
import { EntityKindShape } from './entity-shapes.ts';
import { Entry, Reasons, shownEntry } from './memory-shapes.ts';

const { json } = rowsRefusing<typeof refuse>();

export const told = {
  'runs.memories': json({
    route: 'GET /api/runs/:id/memories',
    who: 'starter',
    summary:
      'What the model of a run was told of memory and of the graph, and why: in its prompt, and in the results of calls; what it was given of the instructions of its owner; and which tools were switched on or off.',
    ours: true,
    status: 200,
    refuses: ['run_not_found'],
    returns: Type.Object({
      instructions: Type.Array(
        Type.Object({
          of: Type.Enum(FOR, { description: 'For all conversations, or for this one' }),
          text: Type.String(),
          leftOut: Type.Integer({
            minimum: 0,
            description: 'Characters at their end that the window of its model had no room for',
          }),
        }),
        { description: 'As its model was given them when it began; secrets are masked' },
      ),
      tools: Switches,
      told: Type.Array(
        Type.Object({
          kind: Type.Enum(['memory', 'entity']),
          id: Id,
          toldIn: Type.Enum(['prompt', 'tool']),
          toolCallId: OrNull(Type.String()),
          tool: OrNull(Type.String()),
          agent: Type.Unsafe<string | null>({
            ...OrNull(Type.String()),
            description: 'The sub-agent that was told; null for the run itself',
          }),
          at: Time,
          score: Type.Unsafe<number | null>({
            ...OrNull(Type.Number()),
            description: 'From 0 to 1, comparable among what was told at once; null: nothing was compared',
          }),
          reasons: Reasons,
          question: Type.Unsafe<string | null>({
            ...OrNull(Type.String()),
            description: 'What was looked for; secrets are masked',
          }),
          words: Type.Array(Type.String(), {
            description:
              'Words of the question that the entry has as it is now, as it writes them, without those that say little',
          }),
          state: Type.Enum(['current', 'replaced', 'forgotten', 'erased'], {
            description: 'What became of it since; of an erased one no words are kept',
          }),
          entry: Type.Unsafe<ReturnType<typeof shownEntry> | null>({
            ...OrNull(Entry),
            description: 'The entry of memory, as it was told; null if it was erased, or is another’s',
          }),
          entity: OrNull(Type.Object({ entityId: Id, name: Type.String(), kind: EntityKindShape })),
        }),
        { description: `At most ${toldLimits.ofRun}: what was in the prompt first, then by call` },
      ),
    }),
    handle: async ({ told }, { params, asker }) => {
      const [all, { instructions, tools }] = await Promise.all([
        told.ofRun(asker.person, runId(params.id)),
        told.givenTo(asker.person, runId(params.id)),
      ]);
      return {
        instructions: instructions.map(({ of, text, leftOut }) => ({ of, text, leftOut })),
        tools,
        told: all.map(({ entry, entity, call, toolCallId, reasons, words, at, ...one }) => ({
          kind: one.kind,
          id: one.id,
          toldIn: toolCallId === null ? ('prompt' as const) : ('tool' as const),
          toolCallId,
          tool: call?.name ?? null,
          agent: one.agent,
          at: time(at),
          score: one.score,
          reasons: [...reasons],
          question: one.question,
          words: [...words],
          state: one.state,
          entry: entry === null ? null : shownEntry(entry, asker.person),
          entity: entity === null ? null : { entityId: entity.rootId, name: entity.name, kind: entity.kind },
        })),
      };
    },
  }),
};
