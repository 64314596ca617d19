import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { placeOfArea, placeOfThread, showArea } from '../app/place.ts';
import { engine, type Answer } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { moment } from '../parts/format.ts';
import { MoreButton } from '../parts/more-button.tsx';
import { Problem } from '../parts/problem.tsx';
import { LongText } from '../parts/long-text.tsx';
import { visible } from '../parts/visible.ts';
import { contactWords } from '../words/contacts.ts';
import { appWords } from '../words/app.ts';
import { memoryWords } from '../words/memory.ts';
import type { Contact, TimelineEntry } from './contacts.ts';
import { standing } from './in-words.ts';
import { DEALS } from './places.ts';
import { LogInteraction } from './log-interaction.tsx';

const said = contactWords.timeline;
const PAGE = 30;
/** The most that the engine gives out. */
const MOST = 200;

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
  const found = useSignal<Answer<'contacts.timeline'> | null>(null);
  const wrong = useSignal('');
  const limit = useSignal(PAGE);
  const asked = useRef(0);
  const title = useRef<HTMLHeadingElement>(null);
  const read = async () => {
    asked.current += 1;
    const mine = asked.current;
    try {
      const answer = await engine['contacts.timeline']({
        params: { name: contact.contactId },
        query: { limit: limit.peek() },
      });
      if (mine !== asked.current) return;
      found.value = answer;
      wrong.value = '';
    } catch (error) {
      if (mine === asked.current) wrong.value = told(error);
    }
  };
  useEffect(() => void read(), [changes, contact, limit.value]);
  const remove = async (id: string) => {
    try {
      await engine['contacts.unlog']({ params: { id } });
    } catch (error) {
      if (codeOf(error) !== 'interaction_not_found') {
        wrong.value = told(error);
        return;
      }
    }
    say(said.removed);
    onChanged();
    title.current?.focus();
  };
  const all = found.value;
  return (
    <section class="card" aria-labelledby="timeline-title">
      <h3 ref={title} id="timeline-title" tabIndex={-1}>
        {said.title}
      </h3>
      <LogInteraction contact={contact} onDone={onChanged} />
      <Problem text={wrong.value} onAgain={() => void read()} />
      {all === null ? (
        <p class="hint" role="status">
          {wrong.value === '' ? appWords.loading : ''}
        </p>
      ) : all.entries.length === 0 ? (
        <p>{said.none}</p>
      ) : (
        <ol class="timeline">
          {all.entries.map((entry) => (
            <li key={`${entry.kind} ${entry.id}`}>
              <Entry entry={entry} onRemove={() => void remove(entry.id)} onDeal={() => showDeal(entry.id)} />
            </li>
          ))}
        </ol>
      )}
      <MoreButton
        label={said.more}
        isMore={all?.truncated === true && limit.value < MOST}
        isSmall
        onMore={() => (limit.value = Math.min(MOST, limit.value + PAGE))}
      />
    </section>
  );
}

/** The deal as it stands above; one that is not shown there is among all of them. */
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
    <article>
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
          name={said.removeNamed(title)}
          question={said.removeSure}
          onSure={onRemove}
        />
      ) : null}
    </article>
  );
}
