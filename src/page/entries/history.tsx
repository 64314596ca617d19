import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { placeOfThread } from '../app/place.ts';
import { engine, type Answer } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { moment } from '../parts/format.ts';
import { Problem } from '../parts/problem.tsx';
import { LongText } from '../parts/long-text.tsx';
import { entryWords } from '#words/entries.ts';
import { appWords } from '#words/app.ts';
import type { Opened, Source } from './entries.ts';
import { attributeWords, datesOf, sentenceOf, sourceWords, standing } from './in-words.ts';

const said = entryWords.history;

type Stated = Answer<'graph.history'>;

/** Everything that was stated of an entry, also what holds no more; it is read once it is opened. */
export function History({ id, shown }: { id: string; shown: Opened }): VNode {
  const found = useSignal<Stated | null>(null);
  const wrong = useSignal('');
  const details = useRef<HTMLDetailsElement>(null);
  const read = async () => {
    try {
      found.value = await engine['graph.history']({ params: { id } });
      wrong.value = '';
    } catch (error) {
      wrong.value = told(error);
    }
  };
  // What a person changed is in it.
  useEffect(() => {
    if (details.current?.open === true) void read();
  }, [shown]);
  const all = found.value;
  return (
    <details
      ref={details}
      class="card history"
      onToggle={({ currentTarget: { open } }) => (open ? void read() : undefined)}
    >
      <summary>{said.title}</summary>
      <p class="hint">{said.hint}</p>
      <Problem text={wrong.value} onAgain={() => void read()} />
      {all === null ? (
        <p class="hint" role="status">
          {wrong.value === '' ? appWords.loading : ''}
        </p>
      ) : (
        <>
          <Statements title={said.names} isEmpty={all.names.length === 0}>
            {all.names.map(({ text, createdAt, supersededAt }, nth) => (
              <Statement key={nth} text={text} supersededAt={supersededAt} told={moment(createdAt)} />
            ))}
          </Statements>
          <Statements title={said.values} isEmpty={all.values.length === 0}>
            {all.values.map(({ attribute, value, source, createdAt, supersededAt }, nth) => (
              <Statement
                key={nth}
                text={`${attributeWords(attribute)}: ${value ?? entryWords.noValue}`}
                supersededAt={supersededAt}
                told={sourceWords(source, createdAt)}
                source={source}
              />
            ))}
          </Statements>
          <Statements title={said.relations} isEmpty={all.relations.length === 0}>
            {all.relations.map((relation) => (
              <Statement
                key={relation.relationId}
                text={[sentenceOf(relation), datesOf(relation)].filter((part) => part !== '').join(', ')}
                supersededAt={relation.supersededAt}
                told={sourceWords(relation.source, relation.createdAt)}
                source={relation.source}
              />
            ))}
          </Statements>
        </>
      )}
    </details>
  );
}

const Statements = ({
  title,
  isEmpty,
  children,
}: {
  title: string;
  isEmpty: boolean;
  children: ComponentChildren;
}): VNode => (
  <>
    <h4>{title}</h4>
    {isEmpty ? <p class="hint">{said.none}</p> : <ul class="lines">{children}</ul>}
  </>
);

const Statement = ({
  text,
  supersededAt,
  told: by,
  source,
}: {
  text: string;
  supersededAt: string | null;
  told: string;
  source?: Source;
}): VNode => (
  <li class={supersededAt === null ? undefined : 'past'}>
    <span class="told" dir="auto">
      <LongText text={text} />
    </span>
    <span class="hint">
      {by} · {standing(supersededAt)}
      {source?.threadId ? (
        <>
          {' · '}
          <a href={placeOfThread(source.threadId)}>{entryWords.conversation}</a>
        </>
      ) : null}
    </span>
  </li>
);
