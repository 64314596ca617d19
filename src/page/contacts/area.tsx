import type { VNode } from 'preact';
import { place } from '../app/place.ts';
import { useHeadingFocus } from '../parts/use-heading-focus.ts';
import '../styles/known.css';
import { ContactList } from './contact-list.tsx';
import './contacts.css';
import { DealsByStage } from './deals-by-stage.tsx';
import { ImportContacts } from './import-contacts.tsx';
import { OpenContact } from './open-contact.tsx';
import { DEALS, IMPORT } from './places.ts';

/** Contacts: all of them, one, their deals, or an import. */
export default function ContactsArea(): VNode {
  const { part } = place.value;
  const area = useHeadingFocus(part);
  return (
    <section ref={area} class="area known contacts">
      <Part key={part} part={part} />
    </section>
  );
}

function Part({ part }: { part: string | null }): VNode {
  if (part === null) return <ContactList />;
  if (part === DEALS) return <DealsByStage />;
  if (part === IMPORT) return <ImportContacts />;
  return <OpenContact id={part} />;
}
