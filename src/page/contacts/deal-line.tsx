import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { moment } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { contactWords } from '#words/contacts.ts';
import type { Deal } from './contacts.ts';
import { money } from '../parts/format.ts';

const said = contactWords.deal;

/** What a deal is about and how it stands. */
export function DealLine({ deal, hasContact }: { deal: Deal; hasContact: boolean }): VNode {
  const { title, value, currency, stage, nextAction, dueAt, overdue, contactId, contactName } = deal;
  return (
    <>
      <p dir="auto">
        <strong>{visible(title)}</strong>
        {hasContact ? (
          <>
            {' · '}
            <a href={placeOfArea('contacts', contactId)}>
              <bdi>{visible(contactName)}</bdi>
            </a>
          </>
        ) : null}
      </p>
      <p class="hint">
        {said.stages[stage]}
        {value === null ? '' : ` · ${money(value, currency)}`}
        {dueAt === null || overdue ? '' : ` · ${said.dueOn(moment(dueAt))}`}
        {dueAt !== null && overdue ? <strong class="bad"> · {said.overdue(moment(dueAt))}</strong> : null}
      </p>
      {nextAction === null ? null : (
        <p class="hint about" dir="auto">
          {visible(said.next(nextAction))}
        </p>
      )}
    </>
  );
}
