import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { placeOfArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { visible } from '../parts/visible.ts';
import { entryWords as said } from '../words/entries.ts';
import type { Opened, Relation } from './entries.ts';
import { datesOf, relationWords, sentenceOf, sourceWords } from './in-words.ts';
import { Relate } from './relate.tsx';

/** As many as the engine gives out with an entry. */
const MOST = 200;
/** So many are shown until all are asked for. */
const FIRST = 12;

/** What an entry is related to, in both directions. */
export function Relations({ entry, again }: { entry: Opened; again: () => Promise<void> }): VNode {
  const isAdding = useSignal(false);
  const isAll = useSignal(false);
  const wrong = useSignal('');
  const addButton = useRef<HTMLButtonElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const wasAdding = useRef(false);
  useEffect(() => {
    if (wasAdding.current && !isAdding.value) addButton.current?.focus();
    wasAdding.current = isAdding.value;
  }, [isAdding.value]);
  const unrelate = async ({ relationId }: Relation) => {
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
    title.current?.focus();
  };
  const { relations } = entry;
  const shown = isAll.value ? relations : relations.slice(0, FIRST);
  return (
    <section class="card" aria-labelledby="relations-title">
      <h3 ref={title} id="relations-title" tabIndex={-1}>
        {said.relations}
      </h3>
      <p class="bad" role="alert">
        {visible(wrong.value)}
      </p>
      {relations.length === 0 ? <p>{said.noRelations}</p> : null}
      <ul class="lines">
        {shown.map((relation) => (
          <li key={relation.relationId}>
            <Line relation={relation} of={entry.entityId} />
            <ConfirmButton
              label={said.unrelate}
              name={said.unrelateNamed(sentenceOf(relation))}
              question={said.unrelateSure}
              onSure={() => void unrelate(relation)}
            />
          </li>
        ))}
      </ul>
      {shown.length === relations.length ? null : (
        <div class="row">
          <button
            type="button"
            class="small"
            onClick={() => {
              isAll.value = true;
              title.current?.focus();
            }}
          >
            {said.allRelations(relations.length)}
          </button>
        </div>
      )}
      {relations.length < MOST ? null : <p class="hint">{said.mostRelations(MOST)}</p>}
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
