import { Type } from 'typebox';
import { toolRunLimits } from '../../core/execution/tool-runs/limits.ts';
import { Name } from '../shapes.ts';

/** Arguments that several tools take, by the names that the specification prints. */
export const Task = Type.String({
  minLength: 1,
  maxLength: toolRunLimits.taskChars,
  pattern: '\\S',
  description:
    'What to do, in words, with everything that svc needs to know: it does not see this conversation.',
});

export const SessionToContinue = Type.Optional(
  Type.String({
    ...Name,
    description:
      'The session_id of an earlier run, to go on with its conversation; without it a new one begins.',
  }),
);

export const UserContext = Type.Optional(
  Type.String({
    maxLength: toolRunLimits.contextChars,
    description:
      'Background about the user or the situation. It is treated as information, not as instructions.',
  }),
);

export const RunIdField = Type.String({ ...Name, description: 'From svc_run_start' });

export const SessionToCheck = Type.Optional(
  Type.String({ ...Name, description: 'If sent, the run must belong to this session.' }),
);
