import { say } from '../../../../core/keeping/backups/says.ts';
import type { ToolServerChange, ToolServerStore } from '../../../../core/execution/tool-servers/store.ts';
import type { Json } from '../../../../core/kernel/json.ts';
import { kept } from '../exported.ts';
import { stepsOf } from '../../sql/step.ts';
import { toolServers as migration } from './migrations/tool-servers.ts';
import { read, type Part } from './part.ts';
import type { ToolServerTables } from './schema.ts';

const TOOLS_WAIT = say('arrived.tools');

export const toolServers: Part<
  ToolServerTables,
  ToolServerChange,
  { readonly toolServers: ToolServerStore }
> = {
  migration,
  exported: {
    accepted_tools: {
      // The row stays: what a server has that is met for the first time is accepted.
      arriving: {
        columns: { ...kept('server', 'place'), definitions: { becomes: "'[]'", told: TOOLS_WAIT } },
      },
      section: 'acceptedTools',
      says: 'definitions of tools of others that were accepted',
    },
  },
  steps: (db) => ({
    'tool-server.accept': ({ server, place, definitions }) => {
      const row = { server, place, definitions: JSON.stringify(definitions) };
      return stepsOf([
        db
          .insertInto('accepted_tools')
          .values(row)
          .onConflict((on) => on.columns(['server', 'place']).doUpdateSet({ definitions: row.definitions })),
      ]);
    },
    'tool-server.forget': ({ server }) =>
      stepsOf([db.deleteFrom('accepted_tools').where('server', '=', server)]),
  }),
  reads: (db) => ({
    toolServers: {
      accepted: async (server, place) => {
        const query = db
          .selectFrom('accepted_tools')
          .select('definitions')
          .where('server', '=', server)
          .where('place', '=', place);
        const [row] = await read(query.execute());
        return row ? storedIn(row.definitions) : null;
      },
    },
  }),
};

function storedIn(definitions: string): readonly Json[] {
  try {
    const value = JSON.parse(definitions) as Json;
    return Array.isArray(value) ? value : [value];
  } catch {
    return [definitions];
  }
}
