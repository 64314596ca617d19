import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Alert } from '../../parts/alert.tsx';
import { useFollowing } from '../../parts/follow.ts';
import { dayAndTime } from '../../parts/format.ts';
import { TakeFile } from '../../parts/take-file.tsx';
import { useKeptFocus } from '../../parts/use-kept-focus.ts';
import { visible } from '../../parts/visible.ts';
import { yourDataWords } from '#words/your-data.ts';
import { Choice } from './choice.tsx';
import { Came, Failures, NotComing } from './lists.tsx';
import {
  bring,
  chosen,
  isStopped,
  latest,
  listed,
  look,
  open,
  send,
  sending,
  stopSending,
  wrong,
  type Imported,
} from './past.ts';
import './past.css';

const said = yourDataWords.past;

/** How often it is asked how far an import is. */
const ASK_MS = 500;

/** Brings conversations that were had with another assistant: a file is read, of what is in it some is chosen, and it comes. */
export function BringPast(): VNode {
  useFollowing({
    read: look,
    pauseMs: () => (latest.peek()?.state === 'running' ? ASK_MS : Infinity),
    shown: latest,
  });
  const title = useRef<HTMLHeadingElement>(null);
  const found = useRef<HTMLHeadingElement>(null);
  const kept = useKeptFocus(() => found.current ?? title.current);
  const one = latest.value;
  const isBusy = sending.value !== null || one?.state === 'running';
  return (
    <section class="card past" aria-labelledby="your-data-past" {...kept}>
      <h3 id="your-data-past" ref={title} tabIndex={-1}>
        {said.title}
      </h3>
      <p class="hint">{said.hint}</p>
      <p class="hint">{said.untrusted}</p>
      <TakeFile
        label={said.choose}
        accept=".zip,.json,application/zip,application/json"
        isDisabled={isBusy}
        onFile={(file) => void send(file)}
        onNone={(why) => (wrong.value = why)}
      />
      <Alert text={wrong.value} />
      <p role="status">{statusOf(one)}</p>
      {sending.value === null ? null : <Sending name={sending.value.name} share={sending.value.share} />}
      {one === null || sending.value !== null ? null : (
        <>
          <h4 ref={found} tabIndex={-1}>
            {said.found(dayAndTime(one.createdAt))}
          </h4>
          <Found one={one} />
        </>
      )}
    </section>
  );
}

/** What is read aloud when it changes; how far something is stands beside it. */
function statusOf(one: Imported | null): string {
  if (sending.value !== null) return sending.value.share < 1 ? said.sending : said.reading;
  if (isStopped.value) return said.uploadStopped;
  if (one === null) return '';
  if (one.state === 'running') return said.running;
  if (one.state === 'done') return said.done(one.brought);
  if (one.state === 'stopped') return said.stopped(one.brought, one.willBring);
  return one.willBring === 0 ? said.nothingNew : said.would(one.willBring);
}

const Sending = ({ name, share }: { name: string; share: number }): VNode => (
  <>
    <p class="hint">{visible(name)}</p>
    {/* While it is read, nothing says how far that is. */}
    <progress
      aria-label={share < 1 ? said.sending : said.reading}
      {...(share < 1 ? { value: share, max: 1 } : {})}
    />
    <div class="row">
      <button type="button" onClick={stopSending}>
        {said.stop}
      </button>
    </div>
  </>
);

function Found({ one }: { one: Imported }): VNode | null {
  if (one.state === 'running')
    return (
      <>
        <progress aria-label={said.running} value={one.brought} max={Math.max(1, one.willBring)} />
        <p class="hint">{said.soFar(one.brought, one.willBring)}</p>
      </>
    );
  const all = listed.value;
  if (all === null) return null;
  const isOpen = one.state !== 'done' && open.value.length > 0;
  return (
    <>
      {isOpen ? (
        <>
          <div class="row">
            <button
              type="button"
              class="primary"
              disabled={chosen.value.length === 0}
              onClick={() => void bring()}
            >
              {said.begin(chosen.value.length)}
            </button>
          </div>
          <Choice />
        </>
      ) : null}
      <Came all={all} />
      <Failures />
      <NotComing all={all} />
    </>
  );
}
