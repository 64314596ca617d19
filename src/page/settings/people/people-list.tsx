import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { engine } from '../../engine/client.ts';
import { me } from '../../engine/me.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { bytes, dollars, moment } from '../../parts/format.ts';
import type { Reading } from '../../parts/use-reading.ts';
import { visible } from '../../parts/visible.ts';
import { peopleWords } from '#words/people.ts';
import { OnceShown, type Given } from './once-shown.tsx';
import type { Person } from './model.ts';
import { PersonForm } from './person-form.tsx';
import { RemovePerson } from './remove-person.tsx';

const said = peopleWords.list;

/** Everybody who is let in, for the owner: what they may spend, and how to keep them out. */
export function PeopleList({
  people,
  used,
  act,
}: {
  people: readonly Person[];
  /** What the files of each member take, in bytes. */
  used: ReadonlyMap<string, number>;
  act: Reading['act'];
}): VNode {
  const edited = useSignal<Person | null>(null);
  const removed = useSignal<Person | null>(null);
  const link = useSignal<(Given & { readonly name: string }) | null>(null);
  const again = () => act(async () => undefined);
  const nameOf = ({ name }: Person): string => name ?? peopleWords.owner;
  const makeLink = async (person: Person) => {
    const made = await engine['people.link']({ params: { id: person.personId } });
    link.value = { ...made, name: nameOf(person) };
  };
  return (
    <section class="card" aria-labelledby="people-title">
      <h3 id="people-title">{said.title}</h3>
      <p class="hint">{me.value === null ? said.alone : said.hint}</p>
      <ul class="lines">
        {people.map((person) => (
          <li key={person.personId}>
            <strong dir="auto">{visible(nameOf(person))}</strong>
            <span class="hint">{aboutOf(person, used.get(person.personId))}</span>
            <span class="actions">
              <button
                type="button"
                class="quiet"
                aria-label={visible(said.changeNamed(nameOf(person)))}
                onClick={() => (edited.value = person)}
              >
                {said.change}
              </button>
              {person.role === 'owner' ? null : (
                <>
                  <button
                    type="button"
                    class="quiet"
                    aria-label={visible(said.linkNamed(nameOf(person)))}
                    onClick={() => void act(() => makeLink(person))}
                  >
                    {said.link}
                  </button>
                  {person.disabled ? (
                    <button
                      type="button"
                      class="quiet"
                      aria-label={visible(said.enableNamed(nameOf(person)))}
                      onClick={() =>
                        void act(() => setDisabled(person, false), peopleWords.form.saved(nameOf(person)))
                      }
                    >
                      {said.enable}
                    </button>
                  ) : (
                    <ConfirmButton
                      label={said.disable}
                      name={said.disableNamed(nameOf(person))}
                      question={said.disableSure}
                      onSure={() =>
                        void act(() => setDisabled(person, true), peopleWords.form.saved(nameOf(person)))
                      }
                    />
                  )}
                  <button
                    type="button"
                    class="quiet"
                    aria-label={visible(said.removeNamed(nameOf(person)))}
                    onClick={() => (removed.value = person)}
                  >
                    {said.remove}
                  </button>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {link.value === null ? null : (
        <OnceShown
          title={visible(said.linkFor(link.value.name))}
          hint={said.linkHint}
          given={link.value}
          onDone={() => (link.value = null)}
        />
      )}
      {edited.value === null ? null : (
        <PersonForm
          key={edited.value.personId}
          person={edited.value}
          onDone={() => {
            edited.value = null;
            void again();
          }}
        />
      )}
      {removed.value === null ? null : (
        <RemovePerson
          person={removed.value}
          others={people.filter((one) => one.personId !== removed.value?.personId && !one.disabled)}
          onDone={() => {
            removed.value = null;
            void again();
          }}
        />
      )}
    </section>
  );
}

const setDisabled = async (person: Person, disabled: boolean) =>
  await engine['people.set']({ params: { id: person.personId }, body: { disabled } });

function aboutOf(
  { name, role, disabled, dailyLimitUsd, lastSeenAt }: Person,
  usedBytes: number | undefined,
): string {
  return [
    // Without a name they are called so already.
    ...(role === 'owner' && name !== null ? [peopleWords.you.roles.owner] : []),
    ...(disabled ? [said.disabled] : []),
    ...(typeof dailyLimitUsd === 'number' ? [said.limit(dollars(dailyLimitUsd))] : []),
    ...(usedBytes === undefined ? [] : [said.used(bytes(usedBytes))]),
    ...(role === 'owner' ? [] : [lastSeenAt ? said.seen(moment(lastSeenAt)) : said.neverSeen]),
  ].join(' · ');
}
