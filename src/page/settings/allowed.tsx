import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { placeOfThread } from '../app/place.ts';
import { Alert } from '../parts/alert.tsx';
import { visible } from '../parts/visible.ts';
import { engine, type Answer } from '../engine/client.ts';
import { moment } from '../parts/format.ts';
import { useReading } from '../parts/use-reading.ts';
import { settingsWords } from '../words/settings.ts';

const said = settingsWords.allowed;

type Grant = Answer<'consents.list'>['consents'][number];

/** What the agent may do without asking. */
export function Allowed(): VNode {
  const grants = useSignal<readonly Grant[]>([]);
  const { wrong, act } = useReading(async () => {
    ({ consents: grants.value } = await engine['consents.list']());
    return '';
  });
  return (
    <section class="card" aria-labelledby="allowed-title">
      <h3 id="allowed-title">{said.title}</h3>
      <p class="hint">{said.hint}</p>
      <Alert text={wrong.value} />
      <ul class="lines">
        {grants.value.length === 0 ? <li class="hint">{said.nothing}</li> : null}
        {grants.value.map((grant) => (
          <li key={grant.id}>
            <span>
              <What grant={grant} /> {grant.target === null ? null : <code>{visible(grant.target)}</code>}
            </span>
            <span class="hint">
              {/* A host alone is asked by https; only the other scheme is named. */}
              {grant.target?.includes('://') && !isToolServer(grant) ? `${said.unencrypted} · ` : ''}
              {grant.tool === null || isToolServer(grant) ? '' : `${said.by(grant.tool)} · `}
              {grant.threadId === null ? (
                said.everyThread
              ) : (
                <a href={placeOfThread(grant.threadId)}>{said.oneThread}</a>
              )}{' '}
              · {said.until(moment(grant.expiresAt))}
            </span>
            <button
              type="button"
              class="quiet"
              onClick={() => void act(() => engine['consents.revoke']({ params: { id: grant.id } }))}
            >
              {said.takeBack}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A host has no space in it. */
const isToolServer = ({ target }: Grant): boolean => target?.startsWith('tool server ') === true;

function What({ grant }: { grant: Grant }): VNode {
  if (!isToolServer(grant))
    return <>{grant.class === 'send_outside' ? said.everythingTo : said.unattended}</>;
  if (grant.tool === null) return <>{said.everyToolOf}</>;
  return (
    <>
      {said.toolBefore} <code>{visible(grant.tool)}</code> {said.toolAfter}
    </>
  );
}
