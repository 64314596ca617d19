import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { addressOfContacts } from '../engine/file-address.ts';
import { Choice } from '../parts/choice.tsx';
import { useFollowing } from '../parts/follow.ts';
import { ItemCard } from '../parts/item-card.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { visible } from '../parts/visible.ts';
import { workMoved } from '../threads/thread-list.ts';
import { contactWords as said } from '#words/contacts.ts';
import { AddContact } from './add-contact.tsx';
import { contacts, query, readStatistics, statistics, tag, type, type Contact } from './contacts.ts';
import { DEALS, IMPORT } from './places.ts';

const SLOW_MS = 10_000;

/** All contacts, found by words, type and tag. */
export function ContactList(): VNode {
  const { items, read } = contacts;
  const readAll = async () => {
    await Promise.all([read(), readStatistics()]);
  };
  useFollowing({ read: readAll, pauseMs: () => SLOW_MS, shown: items, moved: workMoved });
  return (
    <>
      <h2 tabIndex={-1}>{said.title}</h2>
      <p class="hint">{said.intro}</p>
      <nav class="row" aria-label={said.parts}>
        <a class="small" href={placeOfArea('contacts', DEALS)}>
          {said.deals}
        </a>
        <a class="small" href={placeOfArea('contacts', IMPORT)}>
          {said.import}
        </a>
        <a class="small" href={addressOfContacts('csv')} download="contacts.csv">
          {said.exportCsv}
        </a>
        <a class="small" href={addressOfContacts('vcard')} download="contacts.vcf">
          {said.exportCards}
        </a>
      </nav>
      <AddContact />
      <Finding />
      <PagedList
        list={contacts}
        onAgain={readAll}
        counted={counted}
        more={said.more}
        line={(contact) => <Line contact={contact} />}
      />
    </>
  );
}

function counted(count: number, isMore: boolean): string {
  if (count > 0) return said.found(count, isMore);
  const isFiltered = query.value.trim() !== '' || type.value !== null || tag.value.trim() !== '';
  return isFiltered ? said.noneFound : said.none;
}

/** Before each type, so that no type is the empty value of all of them. */
const TYPE = 'type ';

function Finding(): VNode {
  const types = (statistics.value?.contacts.byType ?? []).flatMap((one) => one.type ?? []);
  const known = type.value === null || types.includes(type.value) ? types : [...types, type.value];
  return (
    <search class="finding">
      <SearchField
        label={said.search}
        hint={said.searchHint}
        value={query.value}
        onInput={(text) => (query.value = text)}
        onSearch={() => void contacts.begin()}
      />
      <Choice
        label={said.type}
        value={type.value === null ? '' : `${TYPE}${type.value}`}
        options={{
          '': said.anyType,
          ...Object.fromEntries(known.map((one) => [`${TYPE}${one}`, visible(one)])),
        }}
        onChoose={(key) => {
          type.value = key === '' ? null : key.slice(TYPE.length);
          void contacts.begin();
        }}
      />
      <SearchField
        label={said.tag}
        value={tag.value}
        onInput={(text) => (tag.value = text)}
        onSearch={() => void contacts.begin()}
      />
    </search>
  );
}

function Line({ contact }: { contact: Contact }): VNode {
  const { contactId, name, kind, type: is, role, company, email, phone, tags } = contact;
  const facts = [said.kinds[kind], is, role, company, email, phone].flatMap((one) => one ?? []);
  return (
    <ItemCard area="contacts" id={contactId} name={name}>
      <p class="hint about">
        {facts.map((fact, nth) => (
          <>
            {nth === 0 ? '' : ' · '}
            <bdi>{visible(fact)}</bdi>
          </>
        ))}
      </p>
      {tags.length === 0 ? null : (
        <p class="hint about" dir="auto">
          {visible(tags.map((one) => `#${one}`).join(' '))}
        </p>
      )}
    </ItemCard>
  );
}
