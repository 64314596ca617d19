import { computed, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { place, placeOfArea, placeOfThread } from '../app/place.ts';
import { shortMoment } from '../parts/format.ts';
import { useKeptFocus } from '../parts/use-kept-focus.ts';
import { visible } from '../parts/visible.ts';
import { partOfRun } from '../workflows/places.ts';
import { runningWords } from '#words/running.ts';
import { kindOf, lineOf } from './in-words.ts';
import './running.css';
import { known, type Piece } from './running.ts';
import { StopButton } from './stop-button.tsx';

const said = runningWords;

const line = computed(() => lineOf(known.value));
/** The open conversation tells of its own run itself. */
const isElsewhere = computed(() =>
  known.value.some(
    ({ threadId }) =>
      threadId === null || place.value.area !== 'conversation' || threadId !== place.value.threadId,
  ),
);

/** What runs now, in one line of the header, with a list on demand. Its place is kept free, so nothing moves. */
export function RunningBar(): VNode {
  const all = known.value;
  const [first] = all;
  const opened = useRef(place.peek());
  const list = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    if (place.value !== opened.current && list.current?.matches(':popover-open')) list.current.hidePopover();
    opened.current = place.value;
  });
  const box = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(
    () => box.current?.querySelector('button') ?? document.getElementById('main'),
  );
  useLayoutEffect(() => {
    if (list.current && all.length === 0 && list.current.matches(':popover-open')) list.current.hidePopover();
  }, [all]);
  return (
    <div ref={box} class="at-work" {...keptFocus}>
      {/* It is read out when it changes, and stands here once. */}
      <div class="told" role="status" aria-live={isElsewhere.value ? 'polite' : 'off'}>
        {first === undefined ? null : (
          <button type="button" class="quiet line" popovertarget="running-list">
            <span class="pulse" aria-hidden="true" />
            <span class="text" dir="auto">
              {line.value}
            </span>
          </button>
        )}
      </div>
      {all.length === 1 && first?.stoppable ? <StopButton id={first.id} title={first.title} /> : null}
      <div ref={list} id="running-list" popover="auto" role="group" aria-label={said.list}>
        <p class="title">{said.list}</p>
        <ul>
          {all.map((piece) => (
            <li key={piece.id}>
              <OnePiece piece={piece} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function OnePiece({ piece }: { piece: Piece }): VNode {
  const { id, of, threadId, startedAt, waiting, stoppable } = piece;
  const title = piece.title || said.untitled;
  const place_ = placeOf(piece);
  return (
    <>
      <div>
        <p dir="auto">{place_ === null ? visible(title) : <a href={place_}>{visible(title)}</a>}</p>
        <p class="hint">
          {kindOf(piece)} · {said.since(shortMoment(startedAt))}
          {waiting ? (
            <>
              {' · '}
              <strong class="waits">{said.waits}</strong>
            </>
          ) : null}
          {of === 'trigger' && threadId !== null ? (
            <>
              {' · '}
              <a href={placeOfThread(threadId)} aria-label={visible(said.conversationOf(title))}>
                {said.what.run}
              </a>
            </>
          ) : null}
        </p>
      </div>
      {stoppable ? <StopButton id={id} title={title} /> : <span class="hint">{said.cannotStop}</span>}
    </>
  );
}

function placeOf({ of, id, threadId }: Piece): string | null {
  if (of === 'trigger') return placeOfArea('automation', id);
  if (of === 'replay') return placeOfArea('timeline', id);
  if (of === 'workflow') return placeOfArea('workflows', partOfRun(id));
  if (threadId !== null) return placeOfThread(threadId);
  return of === 'task' ? placeOfArea('tasks') : null;
}
