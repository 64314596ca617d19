import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { googleWords } from '#words/google.ts';
import { beginConnection, isBeginning } from './account.ts';
import { Scopes } from './scopes.tsx';
import { answersIn, type Access, type Account } from './standing.ts';

const said = googleWords.connect;
const levels = googleWords.levels;

/** The answer of the browser goes to the machine that the browser is on. */
const isOnThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);

/** How much access to ask for, with what it is for, before anything is asked. */
export function ConnectForm({
  offers,
  before = null,
}: {
  offers: Account['offers'];
  /** What is granted already. */
  before?: Access | null;
}): VNode | null {
  const access = useSignal<Access>(before ?? 'backups');
  const isBrowserChosen = useSignal(false);
  const asks = useId();
  const offer = offers.find((one) => one.access === access.value) ?? offers[0];
  if (offer === undefined) return null;
  const way = answersIn(offer, isBrowserChosen.value);
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void beginConnection(offer.access, isBrowserChosen.value && offer.access === 'backups');
      }}
    >
      <fieldset>
        <legend>{said.title}</legend>
        {offers.map((one) => (
          <label class="choice" key={one.access}>
            <input
              type="radio"
              name={`${asks}-access`}
              checked={one.access === offer.access}
              onChange={() => (access.value = one.access)}
            />
            <span>
              {levels[one.access].title}
              <span class="hint">{levels[one.access].hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="asked">
        <h4 id={asks}>{said.asks}</h4>
        <Scopes scopes={offer.asks.map(({ scope }) => scope)} labelledBy={asks} />
      </div>
      {offer.access === 'backups' ? (
        <label class="choice">
          <input
            type="checkbox"
            checked={isBrowserChosen.value}
            onChange={({ currentTarget }) => (isBrowserChosen.value = currentTarget.checked)}
          />
          <span>
            {said.inBrowser}
            <span class="hint">{said.inBrowserHint}</span>
          </span>
        </label>
      ) : null}
      <p class="hint">{way === 'code' ? said.byCode : said.byBrowser}</p>
      {way === 'browser' && !isOnThisMachine ? <p class="notice warns">{said.otherMachine}</p> : null}
      <div class="row">
        <button class="primary" aria-busy={isBeginning.value}>
          {said.button}
        </button>
        <span class="hint" role="status">
          {isBeginning.value ? said.busy : ''}
        </span>
      </div>
    </form>
  );
}
