import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { placeOfArea, placeOfThread, showArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { moment } from '../parts/format.ts';
import { keyboardAfter } from '../parts/keyboard-after.ts';
import { MoreButton } from '../parts/more-button.tsx';
import { Paged } from '../parts/paged.ts';
import { Problem } from '../parts/problem.tsx';
import { LongText } from '../parts/long-text.tsx';
import { visible } from '../parts/visible.ts';
import { contactWords } from '#words/contacts.ts';
import { appWords } from '#words/app.ts';
import { memoryWords } from '#words/memory.ts';
import type { Contact, TimelineEntry } from './contacts.ts';
import { standing } from './in-words.ts';
import { DEALS } from './places.ts';
import { LogInteraction } from './log-interaction.tsx';

const said = contactWords.timeline;
const PAGE = 50;

const timelineOf = (contactId: string) =>
  new Paged<TimelineEntry>(
    async (cursor) => {
      const { entries, nextCursor } = await engine['contacts.timeline']({
        params: { name: contactId },
        query: { limit: PAGE, ...(cursor === null ? {} : { cursor }) },
      });
      return { items: entries, nextCursor };
    },
    ({ kind, id }) => `${kind} ${id}`,
  );

/** What happened with a contact: interactions, deals, conversations and memories, the last first. */
export function Timeline({
  contact,
  changes,
  onChanged,
}: {
  contact: Contact;
  changes: number;
  onChanged: () => void;
}): VNode {
  const wrong = useSignal('');
  const title = useRef<HTMLHeadingElement>(null);
  const { contactId } = contact;
  const timeline = useMemo(() => timelineOf(contactId), [contactId]);
  useEffect(() => void timeline.read(), [changes, contact]);
  const remove = async (id: string) => {
    const goOnAt = keyboardAfter();
    try {
      await engine['contacts.unlog']({ params: { id } });
    } catch (error) {
      if (codeOf(error) !== 'interaction_not_found') {
        wrong.value = told(error);
        return;
      }
    }
    wrong.value = '';
    say(said.removed);
    onChanged();
    goOnAt(() => title.current);
  };
  const entries = timeline.items.value;
  return (
    <section class="card" aria-labelledby="timeline-title">
      <h3 ref={title} id="timeline-title" tabIndex={-1}>
        {said.title}
      </h3>
      <LogInteraction contact={contact} onDone={onChanged} />
      <Alert text={wrong.value} />
      <Problem text={timeline.wrong.value} onAgain={() => void timeline.read()} />
      {entries === null ? (
        <p class="hint" role="status">
          {timeline.wrong.value === '' ? appWords.loading : ''}
        </p>
      ) : entries.length === 0 ? (
        <p>{said.none}</p>
      ) : (
        <ol class="timeline">
          {entries.map((entry) => (
            <li key={timeline.idOf(entry)}>
              <Entry entry={entry} onRemove={() => void remove(entry.id)} onDeal={() => showDeal(entry.id)} />
            </li>
          ))}
        </ol>
      )}
      <MoreButton
        label={said.more}
        isMore={timeline.older.value !== null}
        isSmall
        onMore={() => void timeline.readOlder()}
      />
    </section>
  );
}

/** Shows the deal above the timeline, or in the list of all deals where it is not shown there. */
function showDeal(id: string): void {
  const line = document.getElementById(`deal-${id}`);
  if (line === null) showArea('contacts', DEALS);
  line?.scrollIntoView({ block: 'center' });
  line?.focus({ preventScroll: true });
}

function Entry({
  entry,
  onRemove,
  onDeal,
}: {
  entry: TimelineEntry;
  onRemove: () => void;
  onDeal: () => void;
}): VNode {
  const { kind, id, at, title, deal } = entry;
  const text = deal === null ? entry.text : standing(deal);
  const name = kind === 'memory' ? memoryWords.kinds[title as keyof typeof memoryWords.kinds] : title;
  return (
    <article aria-label={visible(`${said.kinds[kind]}, ${moment(at)}`)}>
      <p class="hint">
        {said.kinds[kind]} · <time datetime={at}>{moment(at)}</time>
      </p>
      <p dir="auto">
        {kind === 'thread' ? (
          <a href={placeOfThread(id)}>{visible(title) || said.untitled}</a>
        ) : kind === 'memory' ? (
          <a href={placeOfArea('memory', id)}>{visible(name)}</a>
        ) : kind === 'deal' ? (
          <button type="button" class="quiet" aria-label={visible(said.dealNamed(title))} onClick={onDeal}>
            {visible(title)}
          </button>
        ) : (
          <strong>{visible(title)}</strong>
        )}
      </p>
      {text === null || text === title ? null : (
        <p class="told" dir="auto">
          <LongText text={text} />
        </p>
      )}
      {kind === 'interaction' ? (
        <ConfirmButton
          label={said.remove}
          name={said.removeNamed(`${title}, ${moment(at)}`)}
          question={said.removeSure}
          onSure={onRemove}
        />
      ) : null}
    </article>
  );
}
