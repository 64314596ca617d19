import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';
import { keyboardAfter } from '../parts/keyboard-after.ts';
import { MoreButton } from '../parts/more-button.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { Paged } from '../parts/paged.ts';
import { Problem } from '../parts/problem.tsx';
import { visible } from '../parts/visible.ts';
import { contactWords } from '#words/contacts.ts';
import type { Contact, Deal } from './contacts.ts';
import { DealForm } from './deal-form.tsx';
import { DealLine } from './deal-line.tsx';

const said = contactWords.deal;
const PAGE = 20;

/** The deals with a contact: added, changed and deleted. */
export function ContactDeals({
  contact,
  changes,
  onChanged,
}: {
  contact: Contact;
  /** Rises when something of the contact was changed here. */
  changes: number;
  onChanged: () => void;
}): VNode {
  const deals = useMemo(
    () =>
      new Paged<Deal>(
        async (cursor) => {
          const page = await engine['deals.ofContact']({
            params: { name: contact.contactId },
            query: { limit: PAGE, ...(cursor === null ? {} : { cursor }) },
          });
          return { items: page.deals, nextCursor: page.nextCursor };
        },
        ({ dealId }) => dealId,
      ),
    [contact.contactId],
  );
  useEffect(() => void deals.read(), [changes, contact]);
  /** The id of the deal that is changed; '' for a new one. */
  const editing = useSignal<string | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const wrong = useSignal('');
  const done = (goOnAt = keyboardAfter()) => {
    editing.value = null;
    onChanged();
    goOnAt(() => title.current);
  };
  const remove = async (deal: Deal) => {
    const goOnAt = keyboardAfter();
    try {
      await engine['deals.remove']({ params: { id: deal.dealId } });
    } catch (error) {
      if (codeOf(error) !== 'deal_not_found') {
        wrong.value = told(error);
        return;
      }
    }
    wrong.value = '';
    say(said.removed(deal.title));
    done(goOnAt);
  };
  const all = deals.items.value;
  return (
    <section class="card" aria-labelledby="deals-title">
      <h3 ref={title} id="deals-title" tabIndex={-1}>
        {said.title}
      </h3>
      <Problem
        text={wrong.value === '' ? deals.wrong.value : wrong.value}
        onAgain={() => void deals.read()}
      />
      {all?.length === 0 ? <p>{said.none}</p> : null}
      <ul class="all">
        {(all ?? []).map((deal) => (
          <li key={deal.dealId} id={`deal-${deal.dealId}`} tabIndex={-1} class="inner">
            {editing.value === deal.dealId ? (
              <DealForm contact={contact} deal={deal} onDone={() => done()} />
            ) : (
              <>
                <DealLine deal={deal} hasContact={false} />
                <div class="row">
                  <button
                    type="button"
                    class="quiet"
                    aria-label={visible(said.editNamed(deal.title))}
                    onClick={() => (editing.value = deal.dealId)}
                  >
                    {said.edit}
                  </button>
                  <ConfirmButton
                    label={said.remove}
                    name={said.removeNamed(deal.title)}
                    question={said.removeSure}
                    onSure={() => void remove(deal)}
                  />
                </div>
              </>
            )}
          </li>
        ))}
      </ul>
      <MoreButton
        label={contactWords.byStage.more}
        isMore={deals.older.value !== null}
        isSmall
        onMore={() => void deals.readOlder()}
      />
      {editing.value === '' ? (
        <DealForm contact={contact} deal={null} onDone={() => done()} />
      ) : (
        <div class="row">
          <button type="button" class="small" onClick={() => (editing.value = '')}>
            {said.add}
          </button>
        </div>
      )}
    </section>
  );
}
