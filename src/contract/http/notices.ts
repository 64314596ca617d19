import { Type } from 'typebox';
import { listLimits } from '../../core/kernel/limits.ts';
import { noticeId } from '../../core/kernel/ids.ts';
import type { refuse as refuseNotices } from '../../core/automation/notices/errors.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { rowsRefusing } from '../row.ts';
import {
  cursorQuery,
  isRowNumber,
  limitQuery,
  NextCursor,
  saysAs,
  SaysOfText,
  Time,
  time,
} from '../shapes.ts';

const { json } = rowsRefusing<typeof refuseNotices>();

const NoticeShape = Type.Object({
  noticeId: Type.String(),
  kind: Type.Enum(['reminder', 'changed', 'failed', 'interrupted', 'paused', 'people'], {
    description:
      'reminder: what its owner wanted to be told; changed: a watched page; failed: work that failed; interrupted: work that the end of the engine cut off; paused: a trigger that failed too often; people: who was let in, who signed in with what, and what is offered or was accepted or declined',
  }),
  title: Type.String(),
  text: Type.String(),
  says: Type.Object({ title: SaysOfText, text: SaysOfText }),
  triggerId: Type.Union([Type.String(), Type.Null()]),
  workflowRunId: Type.Union([Type.String(), Type.Null()], {
    description: 'The run of a workflow that it is of',
  }),
  createdAt: Time,
});

export const notices = {
  'notices.list': json({
    route: 'GET /api/notices',
    who: 'starter',
    summary: 'What triggers have to tell, the newest first. It stays on this machine until it is dismissed.',
    status: 200,
    refuses: [],
    ours: true,
    query: Type.Object({ limit: limitQuery, cursor: cursorQuery }),
    returns: Type.Object({
      notices: Type.Array(NoticeShape),
      nextCursor: NextCursor,
    }),
    handle: async ({ notices }, { query: { limit = listLimits.byDefault, cursor }, asker }) => {
      const { items, next } = await notices.list(asker.person, {
        limit,
        after: positionFrom(cursor, isRowNumber),
      });
      const shown = items.map(({ personId: _one, title, text, createdAt, ...notice }) => ({
        ...notice,
        title: title.text,
        text: text.text,
        says: { ...saysAs('title', title.says), ...saysAs('text', text.says) },
        createdAt: time(createdAt),
      }));
      return { notices: shown, nextCursor: cursorFrom(next) };
    },
  }),
  'notices.dismiss': json({
    route: 'DELETE /api/notices/:id',
    who: 'starter',
    summary: 'Dismiss a notice.',
    status: 204,
    refuses: ['notice_not_found'],
    ours: true,
    handle: async ({ notices }, { params, asker }) => {
      await notices.dismiss(asker.person, noticeId(params.id));
      return undefined;
    },
  }),
};
