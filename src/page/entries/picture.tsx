import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { placeOfArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { Choice } from '../parts/choice.tsx';
import { Problem } from '../parts/problem.tsx';
import { isTouch } from '../parts/touch.ts';
import { visible } from '../parts/visible.ts';
import { entryWords } from '#words/entries.ts';
import { appWords } from '#words/app.ts';
import type { Around, Opened } from './entries.ts';
import { datesOf, relationWords, sentenceOf } from './in-words.ts';
import { box, ringsOf, type Drawn, type Edge } from './rings.ts';
import { LARGEST, SMALLEST, STEP, useSize } from './size.ts';
import { toldOnce } from './told-once.ts';
import { KEYS, reachedBy, type Key } from './walked.ts';

const said = entryWords.picture;
/** More of them are hard to read. */
const MOST_NODES = 40;
const MOST_SPOKEN = 3;

type Node = Around['nodes'][number];

/** What is around an entry, drawn as a picture that can be walked through, and the same as a list. */
export function Picture({ entry }: { entry: Opened }): VNode {
  /** What is in the middle. */
  const middle = useSignal({ entityId: entry.entityId, name: entry.name });
  const depth = useSignal<'1' | '2'>('1');
  const around = useSignal<Around | null>(null);
  const wrong = useSignal('');
  const asked = useRef(0);
  const read = async () => {
    asked.current += 1;
    const mine = asked.current;
    try {
      const answer = await engine['graph.around']({
        query: { around: middle.peek().entityId, depth: Number(depth.peek()), limit: MOST_NODES },
      });
      if (mine !== asked.current) return;
      around.value = { ...answer, edges: toldOnce(answer.edges).map(({ relation }) => relation) };
      wrong.value = '';
    } catch (error) {
      if (mine === asked.current) wrong.value = told(error);
    }
  };
  // The entry is read anew when something of it was changed.
  useEffect(() => void read(), [middle.value.entityId, depth.value, entry]);
  const drawn = around.value;
  const isElsewhere = middle.value.entityId !== entry.entityId;
  return (
    <section class="card" aria-labelledby="picture-title">
      <h3 id="picture-title">{said.title}</h3>
      <Choice
        label={said.depth}
        value={depth.value}
        options={said.depths}
        onChoose={(next) => (depth.value = next)}
      />
      <Problem text={wrong.value} onAgain={() => void read()} />
      {drawn === null ? (
        <p class="hint" role="status">
          {wrong.value === '' ? appWords.loading : ''}
        </p>
      ) : drawn.nodes.length < 2 ? (
        <p>{said.alone}</p>
      ) : (
        <Walked around={drawn} onMiddle={({ entityId, name }) => (middle.value = { entityId, name })} />
      )}
      {drawn?.truncated === true ? <p class="hint">{said.truncated(drawn.nodes.length)}</p> : null}
      {isElsewhere ? (
        <div class="row">
          <a href={placeOfArea('entries', middle.value.entityId)}>{visible(said.open(middle.value.name))}</a>
          <button
            type="button"
            class="small"
            onClick={() => (middle.value = { entityId: entry.entityId, name: entry.name })}
          >
            {visible(said.back(entry.name))}
          </button>
        </div>
      ) : null}
      {drawn === null || drawn.edges.length === 0 ? null : (
        <details>
          <summary>{said.list}</summary>
          <ul>
            {drawn.edges.map((relation) => (
              <li key={relation.relationId} dir="auto">
                <End end={relation.from} /> {visible(relationWords(relation.kind))} <End end={relation.to} />
                {datesOf(relation) === '' ? '' : `, ${datesOf(relation)}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const End = ({ end: { entityId, name } }: { end: Around['edges'][number]['from'] }): VNode => (
  <a href={placeOfArea('entries', entityId)}>
    <bdi>{visible(name)}</bdi>
  </a>
);

/** A relation with its dates. */
const inFull = (relation: Around['edges'][number]): string =>
  [sentenceOf(relation), datesOf(relation)].filter((part) => part !== '').join(', ');

function Walked({ around, onMiddle }: { around: Around; onMiddle: (node: Node) => void }): VNode {
  const edges = useMemo(
    () => around.edges.map(({ from, to }): Edge => [from.entityId, to.entityId]),
    [around],
  );
  const drawn = useMemo(
    () =>
      ringsOf(
        around.nodes.map(({ entityId }) => entityId),
        edges,
      ),
    [around],
  );
  const [middle] = around.nodes;
  /** The one that Tab leads to. */
  const reached = useSignal(middle?.entityId ?? '');
  const list = useRef<HTMLUListElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const buttonOf = (id: string) => {
    const at = around.nodes.findIndex(({ entityId }) => entityId === id);
    return list.current?.querySelectorAll<HTMLElement>('button')[at];
  };
  // Another one became the middle: it is in sight, and where the keyboard was, it is again.
  useLayoutEffect(() => {
    const [area, button] = [scroller.current, buttonOf(middle?.entityId ?? '')];
    if (area === null || button?.parentElement == null) return;
    const isWithin = list.current?.contains(document.activeElement) === true;
    reached.value = middle?.entityId ?? '';
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = button.parentElement;
    area.scrollLeft =
      offsetLeft +
      offsetWidth / 2 +
      (area.scrollWidth - list.current!.offsetWidth) / 2 -
      area.clientWidth / 2;
    area.scrollTop = offsetTop + offsetHeight / 2 - area.clientHeight / 2;
    if (isWithin) button.focus({ preventScroll: true });
  }, [middle?.entityId, drawn.width, drawn.height]);
  const size = useSize(scroller);
  const go = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || ctrlKey || metaKey) return;
    if (key === '+' || key === '-') {
      event.preventDefault();
      size.change(key === '+' ? STEP : 1 / STEP);
      return;
    }
    if (shiftKey || !KEYS.includes(key)) return;
    event.preventDefault();
    const next = reachedBy(drawn, edges, reached.peek(), key as Key);
    if (next === null) return;
    reached.value = next;
    buttonOf(next)?.focus();
  };
  const ofReached = around.edges.filter(
    ({ from, to }) => from.entityId === reached.value || to.entityId === reached.value,
  );
  return (
    <>
      <p class="hint">{isTouch() ? said.hintTouch : said.hint}</p>
      <div class="row" role="group" aria-label={said.size}>
        <button
          type="button"
          class="small"
          disabled={size.value.value <= SMALLEST}
          onClick={() => size.change(1 / STEP)}
        >
          {said.smaller}
        </button>
        <button
          type="button"
          class="small"
          disabled={size.value.value >= LARGEST}
          onClick={() => size.change(STEP)}
        >
          {said.larger}
        </button>
      </div>
      <div ref={scroller} class="drawing">
        <div
          class="canvas"
          style={{ width: `${drawn.width}rem`, height: `${drawn.height}rem`, zoom: size.value.value }}
        >
          <Lines drawn={drawn} edges={edges} reached={reached.value} />
          <ul ref={list} aria-label={visible(said.label(middle?.name ?? ''))} onKeyDown={go}>
            {around.nodes.map((node) => (
              <Box
                key={node.entityId}
                node={node}
                drawn={drawn}
                relations={around.edges}
                isMiddle={node === middle}
                isReached={node.entityId === reached.value}
                onFocus={() => (reached.value = node.entityId)}
                onMiddle={() => onMiddle(node)}
              />
            ))}
          </ul>
        </div>
      </div>
      <p class="hint of-reached" dir="auto" aria-hidden="true">
        {visible(spoken(ofReached.map(inFull)).join(' · '))}
      </p>
    </>
  );
}

function Lines({ drawn, edges, reached }: { drawn: Drawn; edges: readonly Edge[]; reached: string }): VNode {
  return (
    <svg
      viewBox={`0 0 ${drawn.width} ${drawn.height}`}
      style={{ width: `${drawn.width}rem`, height: `${drawn.height}rem` }}
      aria-hidden="true"
      focusable="false"
    >
      {edges.map(([from, to], nth) => {
        const [start, end] = [drawn.boxes.get(from), drawn.boxes.get(to)];
        return start === undefined || end === undefined ? null : (
          <line
            key={nth}
            class={from === reached || to === reached ? 'of-chosen' : undefined}
            x1={start.x}
            y1={start.y}
            x2={end.x}
            y2={end.y}
          />
        );
      })}
    </svg>
  );
}

const spoken = (sentences: readonly string[]): readonly string[] => [
  ...sentences.slice(0, MOST_SPOKEN),
  ...(sentences.length > MOST_SPOKEN ? [said.more(sentences.length - MOST_SPOKEN)] : []),
];

function Box({
  node: { entityId, name, kind },
  drawn,
  relations,
  isMiddle,
  isReached,
  onFocus,
  onMiddle,
}: {
  node: Node;
  drawn: Drawn;
  relations: Around['edges'];
  isMiddle: boolean;
  isReached: boolean;
  onFocus: () => void;
  onMiddle: () => void;
}): VNode | null {
  const at = drawn.boxes.get(entityId);
  const sayings = useMemo(
    () =>
      spoken(
        relations.flatMap(({ from, kind: how, to }) =>
          from.entityId === entityId
            ? [`${relationWords(how)} ${to.name}`]
            : to.entityId === entityId
              ? [`${from.name} ${relationWords(how)} ${name}`]
              : [],
        ),
      ),
    [relations, entityId],
  );
  if (at === undefined) return null;
  return (
    <li
      style={{
        left: `${at.x - box.width / 2}rem`,
        top: `${at.y - box.height / 2}rem`,
        width: `${box.width}rem`,
        height: `${box.height}rem`,
      }}
    >
      <button
        type="button"
        class={`node is-${kind}`}
        tabIndex={isReached ? 0 : -1}
        aria-current={isMiddle ? 'true' : undefined}
        title={visible(name)}
        onFocus={onFocus}
        onMouseEnter={onFocus}
        onClick={onMiddle}
      >
        <span class="name" dir="auto">
          {visible(name)}
        </span>
        <span class="unseen">
          , {entryWords.kinds[kind]}
          {isMiddle ? `, ${said.middle}` : ''}
          {sayings.length === 0 ? '' : `: ${visible(sayings.join('; '))}`}
        </span>
      </button>
    </li>
  );
}
