import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { placeOfArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { keyboardAfter } from '../parts/keyboard-after.ts';
import { MoreButton } from '../parts/more-button.tsx';
import { Paged } from '../parts/paged.ts';
import { useReturningFocus } from '../parts/use-returning-focus.ts';
import { visible } from '../parts/visible.ts';
import { entryWords as said } from '#words/entries.ts';
import type { Opened, Relation } from './entries.ts';
import { datesOf, relationWords, sentenceOf, sourceWords } from './in-words.ts';
import { toldOnce } from './told-once.ts';
import { Relate } from './relate.tsx';

/** So many are shown until more are asked for. */
const FIRST = 12;
const PAGE = 200;

/** What an entry is related to, in both directions. */
export function Relations({ entry, again }: { entry: Opened; again: () => Promise<void> }): VNode {
  const { entityId } = entry;
  /** The first page comes with the entry. */
  const first = useRef(entry);
  first.current = entry;
  const list = useMemo(
    () =>
      new Paged<Relation>(
        async (cursor) => {
          const { relations: items, nextRelations: nextCursor } = first.current;
          if (cursor === null) return { items, nextCursor };
          const page = await engine['graph.relations']({
            params: { id: entityId },
            query: { limit: PAGE, cursor },
          });
          return { items: page.relations, nextCursor: page.nextCursor };
        },
        ({ relationId }) => relationId,
      ),
    [entityId],
  );
  useEffect(() => void list.read(), [entry]);
  const isAdding = useSignal(false);
  const isAll = useSignal(false);
  const wrong = useSignal('');
  const addButton = useReturningFocus(isAdding.value);
  const title = useRef<HTMLHeadingElement>(null);
  const unrelate = async (same: readonly Relation[]) => {
    const goOnAt = keyboardAfter();
    for (const { relationId } of same)
      try {
        await engine['graph.unrelate']({ params: { id: relationId } });
      } catch (error) {
        if (codeOf(error) !== 'relation_not_found') {
          wrong.value = told(error);
          return;
        }
      }
    wrong.value = '';
    say(said.unrelated);
    await again();
    goOnAt(() => title.current);
  };
  const relations = toldOnce(list.items.value ?? entry.relations);
  const isMore = list.older.value !== null;
  const shown = isAll.value ? relations : relations.slice(0, FIRST);
  return (
    <section class="card" aria-labelledby="relations-title">
      <h3 ref={title} id="relations-title" tabIndex={-1}>
        {said.relations}
      </h3>
      <Alert text={wrong.value === '' ? list.wrong.value : wrong.value} />
      {relations.length === 0 ? <p>{said.noRelations}</p> : null}
      <ul class="lines">
        {shown.map(({ relation, same }) => (
          <li key={relation.relationId}>
            <Line relation={relation} of={entry.entityId} />
            <ConfirmButton
              label={said.unrelate}
              name={said.unrelateNamed(sentenceOf(relation))}
              question={said.unrelateSure}
              onSure={() => void unrelate(same)}
            />
          </li>
        ))}
      </ul>
      <MoreButton
        label={isMore ? said.moreRelations : said.allRelations(relations.length)}
        isMore={isMore || shown.length < relations.length}
        isSmall
        onMore={() => {
          if (shown.length === relations.length) void list.readOlder();
          else isAll.value = true;
        }}
      />
      {isAdding.value ? (
        <Relate
          entry={entry}
          onDone={() => {
            isAdding.value = false;
            void again();
          }}
        />
      ) : (
        <div class="row">
          <button ref={addButton} type="button" class="small" onClick={() => (isAdding.value = true)}>
            {said.relate.add}
          </button>
        </div>
      )}
    </section>
  );
}

function Line({ relation, of }: { relation: Relation; of: string }): VNode {
  const { from, kind, to, source, createdAt } = relation;
  const dates = datesOf(relation);
  const end = ({ entityId, name }: Relation['from']) =>
    entityId === of ? (
      <bdi>{visible(name)}</bdi>
    ) : (
      <a href={placeOfArea('entries', entityId)}>
        <bdi>{visible(name)}</bdi>
      </a>
    );
  return (
    <>
      <span>
        {end(from)} <bdi>{visible(relationWords(kind))}</bdi> {end(to)}
        {dates === '' ? '' : `, ${dates}`}
      </span>
      <span class="hint">{sourceWords(source, createdAt)}</span>
    </>
  );
}
