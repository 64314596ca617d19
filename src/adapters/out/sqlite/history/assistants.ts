import { assistantId, personId } from '../../../../core/kernel/ids.ts';
import { assistantLimits } from '../../../../core/conversation/assistants/limits.ts';
import { nameKey, type Assistant } from '../../../../core/conversation/assistants/model.ts';
import type { AssistantChange, AssistantStore } from '../../../../core/conversation/assistants/store.ts';
import { instructionLimits } from '../../../../core/instance/instructions/limits.ts';
import type { ToolSwitches } from '../../../../core/instance/tool-switches/model.ts';
import { holding, isOneLine, kept, leftOut, ofPerson } from '../exported.ts';
import { stepsOf } from '../../sql/step.ts';
import { assistants as migration } from './migrations/assistants.ts';
import { read, type Db, type NewRow, type Part, type Row } from './part.ts';
import type { AssistantTables } from './schema.ts';
import { toolSwitches } from './shapes.ts';

export const assistants: Part<AssistantTables, AssistantChange, { readonly assistants: AssistantStore }> = {
  migration,
  exported: {
    assistants: {
      arriving: {
        columns: {
          ...ofPerson,
          ...kept('assistant_id', 'name_key', 'profile', 'created_at', 'updated_at'),
          name: { checked: isOneLine('name', assistantLimits.nameChars) },
          instructions: {
            checked: `instructions IS NULL OR (length(instructions) <= ${instructionLimits.chars} AND instr(instructions, char(0)) = 0)`,
          },
          ...holding(toolSwitches, 'tools_json'),
        },
      },
      section: 'assistants',
      says: 'the named instructions, models and tools that conversations may begin with',
      columns: { name_key: leftOut('it is the name', ({ name }) => nameKey(String(name))) },
    },
  },
  ids: [['assistants', 'assistant_id']],
  steps: (db) => ({
    'assistant.create': ({ assistant }) => stepsOf([db.insertInto('assistants').values(rowOf(assistant))]),
    'assistant.replace': ({ assistant }) => {
      const { assistant_id: id, created_at: _, ...row } = rowOf(assistant);
      const replace = db.updateTable('assistants').set(row).where('assistant_id', '=', id);
      return [{ ...replace.compile(), atLeast: 1 }];
    },
    'assistant.delete': ({ assistantId: id }) =>
      stepsOf([db.deleteFrom('assistants').where('assistant_id', '=', id)]),
  }),
  reads: (db) => ({ assistants: assistantStore(db) }),
};

const assistantStore = (db: Db): AssistantStore => ({
  get: async (person, id) => {
    const query = db
      .selectFrom('assistants')
      .selectAll()
      .where('assistant_id', '=', id)
      .where('person_id', '=', person);
    const row = await read(query.executeTakeFirst());
    return row ? assistantFrom(row) : null;
  },

  all: async (person) => {
    const query = db
      .selectFrom('assistants')
      .selectAll()
      .where('person_id', '=', person)
      .orderBy('name_key')
      .limit(assistantLimits.most);
    return (await read(query.execute())).map(assistantFrom);
  },
});

const rowOf = (assistant: Assistant): NewRow<'assistants'> => ({
  assistant_id: assistant.assistantId,
  person_id: assistant.personId,
  name: assistant.name,
  name_key: nameKey(assistant.name),
  instructions: assistant.instructions,
  profile: assistant.profile,
  tools_json: assistant.tools && JSON.stringify(assistant.tools),
  created_at: assistant.createdAt,
  updated_at: assistant.updatedAt,
});

const assistantFrom = (row: Row<'assistants'>): Assistant => ({
  assistantId: assistantId(row.assistant_id),
  personId: personId(row.person_id),
  name: row.name,
  instructions: row.instructions,
  profile: row.profile,
  tools: row.tools_json === null ? null : (JSON.parse(row.tools_json) as ToolSwitches),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
