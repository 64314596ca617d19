import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { visible } from '../parts/visible.ts';
import { entryWords } from '#words/entries.ts';
import { questionOf, type Entry, type Kind } from './entries.ts';

const said = entryWords.pick;
const MOST = 8;

/** Chooses one entry among those that a search finds. */
export function PickEntry({
  label,
  kind = null,
  except = null,
  chosen,
  onChoose,
}: {
  label: string;
  /** Only these; null: of any kind. */
  kind?: Kind | null;
  /** The id of one that cannot be chosen. */
  except?: string | null;
  chosen: Entry | null;
  onChoose: (entry: Entry) => void;
}): VNode {
  const id = useId();
  const query = useSignal('');
  const found = useSignal<readonly Entry[] | null>(null);
  const wrong = useSignal('');
  const asked = useRef(0);
  const search = async () => {
    asked.current += 1;
    const mine = asked.current;
    try {
      const { entities } = await engine['graph.entities']({
        query: { limit: MOST + 1, ...questionOf(query.peek()), ...(kind === null ? {} : { kind }) },
      });
      if (mine !== asked.current) return;
      found.value = entities;
      wrong.value = '';
    } catch (error) {
      if (mine === asked.current) wrong.value = told(error);
    }
  };
  useEffect(() => void search(), [kind]);
  const offered = (found.value ?? []).filter(({ entityId }) => entityId !== except).slice(0, MOST);
  const shown =
    chosen === null || offered.some(({ entityId }) => entityId === chosen.entityId)
      ? offered
      : [chosen, ...offered];
  return (
    <div class="pick">
      <SearchField
        label={label}
        value={query.value}
        onInput={(text) => (query.value = text)}
        onSearch={() => void search()}
      />
      <Alert text={wrong.value} />
      <p class="hint" role="status">
        {found.value !== null && offered.length === 0 ? said.none : ''}
      </p>
      {shown.length === 0 ? null : (
        <fieldset>
          <legend class="unseen">
            {said.results}: {label}
          </legend>
          {shown.map((entry) => (
            <label key={entry.entityId} class="choice">
              <input
                type="radio"
                name={id}
                checked={chosen?.entityId === entry.entityId}
                onChange={() => onChoose(entry)}
              />
              <span dir="auto">
                {visible(entry.name)}
                <span class="hint">
                  {entryWords.kinds[entry.kind]}
                  {entry.description === null ? '' : ` · ${visible(entry.description.slice(0, 120))}`}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
