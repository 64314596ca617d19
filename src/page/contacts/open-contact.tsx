import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { placeOfArea, showArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { Contradictions } from '../entries/contradictions.tsx';
import { AskDialog } from '../parts/ask-dialog.tsx';
import { DetailsCard } from '../parts/details-card.tsx';
import { OpenItem } from '../parts/open-item.tsx';
import { useFound } from '../parts/use-found.ts';
import { useReturningFocus } from '../parts/use-returning-focus.ts';
import { dayOrPart } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { contactWords as said } from '#words/contacts.ts';
import { removeContact, type Opened } from './contacts.ts';
import { ContactDeals } from './contact-deals.tsx';
import { EditContact } from './edit-contact.tsx';
import { fieldsOf, formValuesOf } from './form-values.ts';
import { Timeline } from './timeline.tsx';

/** One contact with its details, its deals, and what happened. */
export function OpenContact({ id }: { id: string }): VNode {
  const { found, wrong, isGone, again } = useFound(
    () => engine['contacts.get']({ params: { name: id } }),
    ['contact_not_found'],
  );
  return (
    <OpenItem
      area="contacts"
      said={said}
      item={found.value}
      name={found.value?.name}
      isGone={isGone.value}
      wrong={wrong.value}
      onAgain={again}
      shown={(contact) => <Shown contact={contact} again={again} />}
    />
  );
}

function Shown({ contact, again }: { contact: Opened; again: () => Promise<void> }): VNode {
  const { contactId, name } = contact;
  const isRemoving = useSignal(false);
  const isEditing = useSignal(false);
  /** Rises with each change here, so that the timeline is read anew. */
  const changes = useSignal(0);
  const editButton = useReturningFocus(isEditing.value);
  const changed = () => (changes.value += 1);
  return (
    <>
      {isEditing.value ? (
        <EditContact
          contact={contact}
          onDone={() => {
            isEditing.value = false;
            void again();
          }}
        />
      ) : (
        <>
          <div class="row">
            <button
              ref={editButton}
              type="button"
              class="small"
              aria-label={visible(said.editNamed(name))}
              onClick={() => (isEditing.value = true)}
            >
              {said.edit}
            </button>
            <a
              class="small"
              href={placeOfArea('entries', contactId)}
              aria-label={visible(said.entryNamed(name))}
            >
              {said.entry}
            </a>
            <button
              type="button"
              class="quiet"
              aria-label={visible(said.removeNamed(name))}
              onClick={() => (isRemoving.value = true)}
            >
              {said.remove}
            </button>
          </div>
          <Contradictions
            entry={{
              entityId: contactId,
              detail: Object.fromEntries(
                Object.entries(formValuesOf(contact)).filter(([, value]) => value !== ''),
              ),
              contradictions: contact.contradictions,
            }}
            again={again}
          />
          <Details contact={contact} />
        </>
      )}
      <ContactDeals contact={contact} changes={changes.value} onChanged={changed} />
      <Timeline contact={contact} changes={changes.value} onChanged={changed} />
      {isRemoving.value ? (
        <AskDialog
          question={said.removeQuestion(name)}
          says={said.removeSays}
          label={said.remove}
          onClose={() => (isRemoving.value = false)}
          onSure={() =>
            void removeContact(contact).then((isGone) => {
              if (isGone) showArea('contacts');
            })
          }
        />
      ) : null}
    </>
  );
}

function Details({ contact }: { contact: Opened }): VNode {
  const given = formValuesOf(contact);
  const further: Readonly<Record<string, readonly string[]>> = {
    email: contact.furtherEmails,
    phone: contact.furtherPhones,
    website: contact.furtherWebsites,
  };
  const known = fieldsOf(contact.kind).filter((name) => name !== 'name' && given[name] !== '');
  return (
    <DetailsCard
      title={said.details}
      hint={said.kinds[contact.kind]}
      none={said.noDetails}
      details={known.map((name) => ({
        name,
        label: said.fields[name],
        further: further[name] ?? [],
        value:
          name === 'company' && contact.companyId !== null ? (
            <a href={placeOfArea('entries', contact.companyId)}>{visible(given[name])}</a>
          ) : name === 'birthday' ? (
            dayOrPart(given[name])
          ) : (
            given[name]
          ),
      }))}
    />
  );
}
