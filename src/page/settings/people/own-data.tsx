import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { forgetConversations } from '../../app/leave-browser.ts';
import { engine, type Answer } from '../../engine/client.ts';
import { told } from '../../engine/failure.ts';
import { addressOfOwnExport } from '../../engine/file-address.ts';
import { isMember } from '../../engine/me.ts';
import { Alert } from '../../parts/alert.tsx';
import { Field } from '../../parts/field.tsx';
import { count } from '../../parts/format.ts';
import { useModal } from '../../parts/use-modal.ts';
import { peopleWords } from '#words/people.ts';
import { threadWords } from '#words/threads.ts';

const said = peopleWords.ownData;
const CONFIRM = 'DELETE_MY_DATA';

type Counts = Answer<'me.erase'>['counts'];

/** What one has of one's own here: to take along, and to erase. */
export function OwnData(): VNode {
  const isAsked = useSignal(false);
  return (
    <section class="card" aria-labelledby="own-data-title">
      <h3 id="own-data-title">{said.title}</h3>
      <p class="hint">{said.hint}</p>
      <div class="row">
        <a class="button" href={addressOfOwnExport()} download>
          {said.download}
        </a>
        <button type="button" class="bad" onClick={() => (isAsked.value = true)}>
          {said.erase}
        </button>
      </div>
      {isAsked.value ? <EraseOwn onDone={() => (isAsked.value = false)} /> : null}
    </section>
  );
}

/** Says what goes and what stays, and erases once the person has typed so. */
function EraseOwn({ onDone }: { onDone: () => void }): VNode {
  const erased = useSignal<Counts | null>(null);
  const over = () => (erased.peek() === null ? onDone() : startAnew());
  const { modal, close } = useModal(over);
  return (
    <dialog {...modal} aria-labelledby="erase-own" aria-describedby="erase-says">
      <h3 id="erase-own">{erased.value === null ? said.question : said.done}</h3>
      {erased.value === null ? (
        <Question onErased={(counts) => (erased.value = counts)} onLeft={close} />
      ) : (
        <Outcome counts={erased.value} onRead={close} />
      )}
    </dialog>
  );
}

function Question({ onErased, onLeft }: { onErased: (counts: Counts) => void; onLeft: () => void }): VNode {
  const [typed, wrong] = [useSignal(''), useSignal('')];
  const isErasing = useSignal(false);
  const isReady = typed.value.trim().toLowerCase() === said.word && !isErasing.value;
  const erase = async () => {
    isErasing.value = true;
    try {
      const { counts } = await engine['me.erase']({ body: { confirm: CONFIRM } });
      forgetConversations();
      onErased(counts);
    } catch (error) {
      wrong.value = told(error);
    } finally {
      isErasing.value = false;
    }
  };
  return (
    <form
      class="form"
      aria-label={said.question}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void erase();
      }}
    >
      <ul id="erase-says">
        {[...said.says, isMember.value ? said.ofMember : said.ofOwner].map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <Field label={said.type} value={typed.value} onInput={(text) => (typed.value = text)} />
      <Alert text={wrong.value} />
      <p class="hint" role="status">
        {isErasing.value ? said.working : ''}
      </p>
      <div class="row">
        <button class="bad" disabled={!isReady}>
          {said.erase}
        </button>
        <button type="button" onClick={onLeft}>
          {threadWords.cancel}
        </button>
      </div>
    </form>
  );
}

const Outcome = ({ counts, onRead }: { counts: Counts; onRead: () => void }): VNode => {
  const kinds = Object.entries(said.kinds) as [keyof Counts, string][];
  const erased = kinds.filter(([kind]) => counts[kind] > 0);
  return (
    <>
      <p role="status">{erased.length === 0 ? said.nothing : ''}</p>
      <ul>
        {erased.map(([kind, name]) => (
          <li key={kind}>{said.counted(name, count(counts[kind]))}</li>
        ))}
      </ul>
      <div class="row">
        <button type="button" class="primary" onClick={onRead}>
          {said.goOn}
        </button>
      </div>
    </>
  );
};

/** What the page still shows is gone. */
function startAnew(): void {
  location.hash = '#/';
  location.reload();
}
