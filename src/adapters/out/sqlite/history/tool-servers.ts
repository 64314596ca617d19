import type { ToolServerChange } from '../../../../core/tool-servers/changes.ts';
import type { PinnedDefinition } from '../../../../core/tool-servers/model.ts';
import type { ToolServerStore } from '../../../../core/tool-servers/store.ts';
import { kept } from '../exported.ts';
import { stepsOf } from '../step.ts';
import { toolServers as migration } from './migrations/tool-servers.ts';
import { read, type Part } from './part.ts';

interface ToolServerTables {
  /** `definitions` is a JSON array of `PinnedDefinition`. */
  accepted_tools: { server: string; place: string; definitions: string };
}

export const toolServers: Part<
  ToolServerTables,
  ToolServerChange,
  { readonly toolServers: ToolServerStore }
> = {
  migration,
  exported: {
    accepted_tools: {
      // A definition that is not the accepted one waits for the owner: to have fewer of them would allow more.
      arriving: { columns: kept('server', 'place', 'definitions') },
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
        return row ? (JSON.parse(row.definitions) as readonly PinnedDefinition[]) : null;
      },
    },
  }),
};
