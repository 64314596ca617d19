import type { ModelChange, WindowStore } from '../../../../core/instance/models/windows.ts';
import { prepared } from '../../sql/prepared.ts';
import { modelWindows as migration } from './migrations/model-windows.ts';
import { read, type Db, type NewRow, type Part } from './part.ts';
import type { ModelWindowTables } from './schema.ts';

export const modelWindows: Part<ModelWindowTables, ModelChange, { readonly windows: WindowStore }> = {
  migration,
  exported: {
    model_windows: {
      // Another machine reaches other servers, and learns their windows itself.
      arriving: { without: 'all' },
      section: 'modelWindows',
      says: 'the context windows that models have shown to have, where they are smaller than was known',
    },
  },
  steps: (db) => {
    const keep = prepared<NewRow<'model_windows'>>(({ endpoint, model_id, stated_tokens, tokens, at }) =>
      db
        .insertInto('model_windows')
        .values({ endpoint, model_id, stated_tokens, tokens, at })
        .onConflict((same) =>
          same.columns(['endpoint', 'model_id']).doUpdateSet({ stated_tokens, tokens, at }),
        ),
    );
    const forget = prepared<Pick<NewRow<'model_windows'>, 'endpoint' | 'model_id'>>(
      ({ endpoint, model_id }) =>
        db.deleteFrom('model_windows').where('endpoint', '=', endpoint).where('model_id', '=', model_id),
    );
    return {
      'model.window.forgotten': ({ endpoint, modelId }) => [forget({ endpoint, model_id: modelId })],
      'model.window': ({ learnt: { endpoint, modelId, statedTokens, tokens, at } }) => [
        keep({ endpoint, model_id: modelId, stated_tokens: statedTokens, tokens, at }),
      ],
    };
  },
  reads: (db) => ({ windows: windowStore(db) }),
};

const windowStore = (db: Db): WindowStore => ({
  all: async () => {
    const rows = await read(db.selectFrom('model_windows').selectAll().execute());
    return rows.map(({ endpoint, model_id: modelId, stated_tokens: statedTokens, tokens, at }) => ({
      endpoint,
      modelId,
      statedTokens,
      tokens,
      at,
    }));
  },
});
