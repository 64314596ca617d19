import { ONE_PLAIN_LINE } from '../../core/kernel/patterns.ts';
import { Type } from 'typebox';
import { assistantLimits } from '../../core/conversation/assistants/limits.ts';
import type { Assistant } from '../../core/conversation/assistants/model.ts';
import type { refuse as refuseAssistants } from '../../core/conversation/assistants/errors.ts';
import type { refuse as refuseThreads } from '../../core/conversation/threads/errors.ts';
import type { refuse as refuseModels } from '../../core/instance/models/errors.ts';
import { assistantId } from '../../core/kernel/ids.ts';
import { rowsRefusing } from '../row.ts';
import { closed, Id, Name, OrNull, Time, time } from '../shapes.ts';
import { Instructions } from './instruction-shape.ts';
import { SwitchChanges, Switches } from './tool-shapes.ts';

const { json } = rowsRefusing<typeof refuseAssistants & typeof refuseThreads & typeof refuseModels>();

const Shown = Type.Object({
  assistantId: Id,
  name: Type.String(),
  instructions: OrNull(Type.String()),
  profile: OrNull(Type.String()),
  tools: Switches,
  createdAt: Time,
  updatedAt: Time,
});

const AssistantName = Type.String({
  minLength: 1,
  maxLength: assistantLimits.nameChars,
  pattern: ONE_PLAIN_LINE,
  description: 'No two of yours have the same, whatever their case',
});

const fields = {
  instructions: Type.Optional(Instructions),
  profile: Type.Optional(
    Type.Unsafe<string | null>({
      ...OrNull(Name),
      description: 'The model profile that answers; null: the model of the settings',
    }),
  ),
  tools: Type.Optional(SwitchChanges),
};

const shown = ({ assistantId: id, name, instructions, profile, tools, createdAt, updatedAt }: Assistant) => ({
  assistantId: id,
  name,
  instructions,
  profile,
  tools,
  createdAt: time(createdAt),
  updatedAt: time(updatedAt),
});

export const assistants = {
  'assistants.list': json({
    route: 'GET /api/assistants',
    who: 'starter',
    summary:
      'Your assistants: named sets of instructions, a model profile and tools that a conversation may begin with (POST /api/sessions).',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({ assistants: Type.Array(Shown) }),
    handle: async ({ assistants }, { asker }) => ({
      assistants: (await assistants.list(asker.person)).map(shown),
    }),
  }),
  'assistants.add': json({
    route: 'POST /api/assistants',
    who: 'starter',
    summary: 'Make an assistant.',
    status: 201,
    refuses: [
      'assistant_name_taken',
      'too_many_assistants',
      'instructions_too_long',
      'too_many_switches',
      'profile_unknown',
      'provider_incomplete',
    ],
    ours: true,
    body: Type.Object({ name: AssistantName, ...fields }, closed),
    returns: Shown,
    handle: async ({ assistants }, { body, asker }) => shown(await assistants.add(asker.person, body)),
  }),
  'assistants.get': json({
    route: 'GET /api/assistants/:id',
    who: 'starter',
    summary: 'One assistant.',
    status: 200,
    refuses: ['assistant_not_found'],
    ours: true,
    returns: Shown,
    handle: async ({ assistants }, { params, asker }) =>
      shown(await assistants.get(asker.person, assistantId(params.id))),
  }),
  'assistants.set': json({
    route: 'PATCH /api/assistants/:id',
    who: 'starter',
    summary: 'Change an assistant. Conversations that began with it stay as they are.',
    status: 200,
    refuses: [
      'assistant_not_found',
      'assistant_name_taken',
      'instructions_too_long',
      'too_many_switches',
      'profile_unknown',
      'provider_incomplete',
    ],
    ours: true,
    body: Type.Object({ name: Type.Optional(AssistantName), ...fields }, { ...closed, minProperties: 1 }),
    returns: Shown,
    handle: async ({ assistants }, { params, body, asker }) =>
      shown(await assistants.set(asker.person, assistantId(params.id), body)),
  }),
  'assistants.delete': json({
    route: 'DELETE /api/assistants/:id',
    who: 'starter',
    summary: 'Delete an assistant. Conversations that began with it stay as they are.',
    status: 204,
    refuses: ['assistant_not_found'],
    ours: true,
    handle: async ({ assistants }, { params, asker }) => {
      await assistants.delete(asker.person, assistantId(params.id));
      return undefined;
    },
  }),
};
