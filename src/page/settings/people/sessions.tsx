import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { engine, type Answer } from '../../engine/client.ts';
import { Alert } from '../../parts/alert.tsx';
import { moment } from '../../parts/format.ts';
import { useReading } from '../../parts/use-reading.ts';
import { visible } from '../../parts/visible.ts';
import { peopleWords } from '#words/people.ts';
import { browserName } from './browser-name.ts';

const said = peopleWords.sessions;

type Session = Answer<'me.sessions'>['sessions'][number];

/** The browsers in which one is signed in. Each can be signed out from here. */
export function Sessions(): VNode {
  const sessions = useSignal<readonly Session[]>([]);
  const { wrong, act } = useReading(async () => {
    ({ sessions: sessions.value } = await engine['me.sessions']());
    return '';
  });
  return (
    <section class="card" aria-labelledby="sessions-title">
      <h3 id="sessions-title">{said.title}</h3>
      <p class="hint">{said.hint}</p>
      <Alert text={wrong.value} />
      <ul class="lines">
        {sessions.value.map(({ sessionId, browser, address, lastSeenAt, current }) => (
          <li key={sessionId}>
            <span dir="auto">{browser === null ? said.unknownBrowser : visible(browserName(browser))}</span>
            <span class="hint">
              {[
                ...(current ? [said.current] : []),
                ...(address === null ? [] : [visible(address)]),
                said.used(moment(lastSeenAt)),
              ].join(' · ')}
            </span>
            {current ? null : (
              <button
                type="button"
                class="quiet"
                aria-label={visible(said.endNamed(moment(lastSeenAt)))}
                onClick={() =>
                  void act(() => engine['me.endSession']({ params: { id: sessionId } }), said.ended)
                }
              >
                {said.end}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
