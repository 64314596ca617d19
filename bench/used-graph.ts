import { openEngineDatabase } from '../src/adapters/out/sqlite/engine/open.ts';
import { uuidIds } from '../src/adapters/out/system/uuid-ids.ts';
import type { GraphChange } from '../src/core/knowledge/graph/store.ts';
import { nameKey } from '../src/core/knowledge/graph/names.ts';
import type { EntityKind } from '../src/core/knowledge/graph/model.ts';
import { entityId, factId, relationId, type EntityId } from '../src/core/kernel/ids.ts';
import { fromOwner } from '../src/core/knowledge/memory/model.ts';

const TOGETHER = 500;
const GIVEN = 'Anna Bert Clara Dora Emil Franz Greta Hans Ida Josef Karla Ludwig Maria Nora Otto Paula'.split(
  ' ',
);
const PLACES = 'berg bach feld wald hof stein au dorf tal brunn moos ried see egg horn kirchen'.split(' ');

/** Creates an engine.db with this many people and firms, and three relations for each. */
export async function useGraph(file: string, entities: number): Promise<readonly EntityId[]> {
  const database = openEngineDatabase(file);
  const ids: EntityId[] = [];
  const at = 1_700_000_000_000;
  for (let from = 0; from < entities; from += TOGETHER) {
    const changes: GraphChange[] = [];
    for (let nth = from; nth < Math.min(from + TOGETHER, entities); nth++) {
      const [kind, name] = named(nth);
      const id = entityId(uuidIds.next());
      ids.push(id);
      const key = nameKey(kind, name) ?? name;
      const shared = { entityId: id, source: fromOwner, seenBy: null, at: at + nth };
      changes.push(
        {
          change: 'entity.add',
          entityId: id,
          kind,
          name,
          isContact: nth % 2 === 0,
          seenBy: null,
          at: at + nth,
        },
        { change: 'name.add', ...shared, text: name, key, hides: false },
        {
          change: 'fact.add',
          ...shared,
          factId: factId(uuidIds.next()),
          attribute: kind === 'person' ? 'email' : 'domain',
          value: `n${nth}@example.com`,
          key: `n${nth}@example.com`,
          confidence: 1,
        },
      );
    }
    await database.journal.commit(changes, 'written');
  }
  for (let from = 0; from < 3 * entities; from += TOGETHER)
    await database.journal.commit(
      Array.from({ length: TOGETHER }, (_, index) => {
        const nth = from + index;
        return {
          change: 'relation.add',
          relationId: relationId(uuidIds.next()),
          kind: nth % 3 === 0 ? 'works_for' : 'knows',
          from: ids[nth % entities]!,
          to: ids[(nth * 7_919 + 13) % entities]!,
          since: '2020',
          until: null,
          confidence: 1,
          source: fromOwner,
          seenBy: null,
          at,
        } as const;
      }),
      'written',
    );
  await database.close();
  return ids;
}

function named(nth: number): readonly [EntityKind, string] {
  const place = `${PLACES[nth % 16]}${PLACES[Math.floor(nth / 16) % 16]}${PLACES[Math.floor(nth / 256) % 16]}`;
  const title = `${place.slice(0, 1).toUpperCase()}${place.slice(1)}`;
  return nth % 5 === 0
    ? ['organization', `${title} ${nth} GmbH`]
    : ['person', `${GIVEN[nth % 16]} ${title}${nth % 40 === 1 ? '' : ` ${GIVEN[(nth * 7) % 16]}`}`];
}
