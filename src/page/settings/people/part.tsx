import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { engine } from '../../engine/client.ts';
import { isMember, me } from '../../engine/me.ts';
import { readMe } from '../../engine/transport.ts';
import { Problem } from '../../parts/problem.tsx';
import { useReading } from '../../parts/use-reading.ts';
import { appWords } from '#words/app.ts';
import { Handover } from './handover.tsx';
import { Invitations } from './invitations.tsx';
import type { Invitation, Person } from './model.ts';
import { OwnData } from './own-data.tsx';
import { Passkeys } from './passkeys.tsx';
import { PeopleList } from './people-list.tsx';
import { Sessions } from './sessions.tsx';
import { Tokens } from './tokens.tsx';
import { OthersWork } from './work.tsx';
import { You } from './you.tsx';

/** Who one is here, how one signs in, and, for the owner, whom they let in. */
export function People(): VNode {
  const people = useSignal<readonly Person[] | null>(null);
  const invitations = useSignal<readonly Invitation[]>([]);
  const used = useSignal<ReadonlyMap<string, number>>(new Map());
  const { wrong, act } = useReading(async () => {
    await readMe();
    people.value = (await engine['people.list']()).people;
    if (!isMember.value) {
      invitations.value = (await engine['people.invitations']()).invitations;
      const files = people.value.length < 2 ? [] : (await engine['people.files']()).people;
      used.value = new Map(files.map(({ personId, usedBytes }) => [personId, usedBytes]));
    }
    return '';
  });
  const again = () => act(async () => undefined);
  if (people.value === null)
    return wrong.value === '' ? (
      <p role="status">{appWords.loading}</p>
    ) : (
      <Problem text={wrong.value} onAgain={() => void again()} />
    );
  return (
    <>
      <Problem text={wrong.value} onAgain={() => void again()} />
      {me.value === null ? null : <You me={me.value} />}
      {me.value?.role === 'member' ? <Handover me={me.value} people={people.value} act={act} /> : null}
      {isMember.value ? null : (
        <>
          <PeopleList people={people.value} used={used.value} act={act} />
          {me.value === null ? null : <OthersWork people={people.value} />}
          <Invitations invitations={invitations.value} act={act} onInvited={again} />
        </>
      )}
      {me.value === null ? null : (
        <>
          <Passkeys />
          <Sessions />
          <Tokens />
          <OwnData />
        </>
      )}
    </>
  );
}
