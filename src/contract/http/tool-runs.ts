import { Type } from 'typebox';
import { listLimits } from '../../core/kernel/limits.ts';
import { principals } from '../../core/execution/tool-runs/model.ts';
import type { ToolRunPosition } from '../../core/execution/tool-runs/store.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { json } from '../row.ts';
import { cursorQuery, Id, limitQuery, NextCursor, Time, time } from '../shapes.ts';

const TimeOrNone = Type.Union([Time, Type.Null()]);

function isPosition(value: unknown): value is ToolRunPosition {
  return Number.isSafeInteger((value as Partial<ToolRunPosition> | null)?.toolRunNo);
}

export const toolRuns = {
  'toolRuns.list': json({
    route: 'GET /api/tool-runs',
    who: 'starter',
    summary: 'The runs that hosts of the tool server have started and can poll, newest first.',
    status: 200,
    refuses: [],
    ours: true,
    query: Type.Object({ limit: limitQuery, cursor: cursorQuery }),
    returns: Type.Object({
      toolRuns: Type.Array(
        Type.Object({
          runId: Id,
          sessionId: Type.String({ format: 'uuid', description: 'As the host knows it' }),
          threadId: Type.Union([Id, Type.Null()], { description: 'Null once the thread was deleted' }),
          threadTitle: Type.Union([Type.String(), Type.Null()]),
          principal: Type.Enum([...principals]),
          client: Type.Union([Type.String(), Type.Null()], {
            description: 'The name that the host gave itself',
          }),
          waits: Type.Enum(['poll', 'call'], {
            description: 'poll: the host asks from time to time; call: it waits for the end',
          }),
          task: Type.String({ description: `Its first ${listLimits.textChars} characters` }),
          status: Type.Enum(['running', 'completed', 'failed', 'aborted', 'interrupted']),
          waiting: Type.Boolean({ description: 'It asks its owner something' }),
          createdAt: Time,
          endedAt: TimeOrNone,
        }),
      ),
      nextCursor: NextCursor,
    }),
    handle: async ({ toolRuns }, { query: { limit = listLimits.byDefault, cursor }, asker }) => {
      const { items, next } = await toolRuns.list(asker.person, {
        limit,
        after: positionFrom(cursor, isPosition),
      });
      const shown = items.map(({ toolRun, createdAt, endedAt, ...run }) => ({
        runId: toolRun.runId,
        sessionId: toolRun.toolSessionId,
        principal: toolRun.principal,
        client: toolRun.client,
        waits: toolRun.waits,
        ...run,
        createdAt: time(createdAt),
        endedAt: endedAt === null ? null : time(endedAt),
      }));
      return { toolRuns: shown, nextCursor: cursorFrom(next) };
    },
  }),
};
