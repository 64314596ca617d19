import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { placeOfArea, placeOfThread } from '../app/place.ts';
import { triggers } from '../automation/triggers.ts';
import { Alert } from '../parts/alert.tsx';
import { visible } from '../parts/visible.ts';
import { engine } from '../engine/client.ts';
import { isMember } from '../engine/me.ts';
import { useReading } from '../parts/use-reading.ts';
import { settingsWords } from '#words/settings.ts';
import { PrivateHosts } from './private-hosts.tsx';
import { untilWhen, whereOf, type Grant } from './grant-in-words.ts';

const said = settingsWords.allowed;

/** What the agent may do without asking. */
export function Allowed(): VNode {
  const grants = useSignal<readonly Grant[] | null>(null);
  const workflows = useSignal<ReadonlyMap<string, string>>(new Map());
  const { wrong, isAwaited, act } = useReading(async () => {
    const { consents } = await engine['consents.list']();
    workflows.value = await namesOf(consents);
    grants.value = consents;
    return '';
  });
  const titleOf = (id: string) =>
    triggers.value?.find(({ triggerId }) => triggerId === id)?.title ?? workflows.value.get(id);
  return (
    <>
      <section class="card" aria-labelledby="allowed-title">
        <h3 id="allowed-title">{said.title}</h3>
        <p class="hint">{said.hint}</p>
        <Alert text={wrong.value} />
        <ul class={isAwaited.value ? 'lines awaited' : 'lines'}>
          {grants.value?.length === 0 ? <li class="hint">{said.nothing}</li> : null}
          {grants.value?.map((grant) => (
            <li key={grant.id}>
              <span>
                <What grant={grant} /> {grant.target === null ? null : <code>{visible(grant.target)}</code>}
                {grant.folder === '.' ? said.allFolders : null}
                {grant.folder === null || grant.folder === '.' ? null : <code>{visible(grant.folder)}</code>}
              </span>
              <span class="hint">
                {/* A host alone is asked by https; only the other scheme is named. */}
                {grant.target?.includes('://') && !isToolServer(grant) ? `${said.unencrypted} · ` : ''}
                {grant.tool === null || isToolServer(grant) ? '' : `${said.by(grant.tool)} · `}
                <Where grant={grant} titleOf={titleOf} /> · {untilWhen(grant)}
              </span>
              <button
                type="button"
                class="quiet"
                aria-label={visible(said.takeBackNamed(whatOf(grant)))}
                onClick={() =>
                  void act(
                    () => engine['consents.revoke']({ params: { id: grant.id } }),
                    said.takenBack(whatOf(grant)),
                  )
                }
              >
                {said.takeBack}
              </button>
            </li>
          ))}
        </ul>
      </section>
      {isMember.value ? null : <PrivateHosts />}
    </>
  );
}

/** The names of the workflows that something is allowed for. Without one it is told by its id. */
async function namesOf(grants: readonly Grant[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(grants.flatMap(({ workflowId }) => workflowId ?? []));
  const named = await Promise.all(
    [...ids].map(async (id) => {
      const found = await engine['workflows.definition']({ params: { id } }).catch(() => null);
      return found === null ? [] : [[id, found.name] as const];
    }),
  );
  return new Map(named.flat());
}

function Where({ grant, titleOf }: { grant: Grant; titleOf: (id: string) => string | undefined }): VNode {
  const where = whereOf(grant, titleOf);
  if (where === null) return <>{said.everyThread}</>;
  const { area, id, words } = where;
  return (
    <a href={area === 'conversation' ? placeOfThread(id) : placeOfArea(area, id)} dir="auto">
      {visible(words)}
    </a>
  );
}

/** What is allowed, in one line. */
function whatOf(grant: Grant): string {
  const { target, tool, folder } = grant;
  if (!isToolServer(grant)) {
    const where = folder === '.' ? said.allFolders : folder;
    const what = grant.class === 'send_outside' ? said.everythingTo : said.unattended;
    return [what, target, where].filter((part) => part !== null).join(' ');
  }
  return [...(tool === null ? [said.everyToolOf] : [said.toolBefore, tool, said.toolAfter]), target].join(
    ' ',
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
