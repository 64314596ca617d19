import type { VNode } from 'preact';
import { place, placeOfArea } from '../app/place.ts';
import { Alert } from '../parts/alert.tsx';
import { visible } from '../parts/visible.ts';
import { useHeadingFocus } from '../parts/use-heading-focus.ts';
import { toolServerWords as said } from '#words/tool-servers.ts';
import { AddServer } from './add-server.tsx';
import { useFollowing } from './following.ts';
import { partOf } from './place-of-server.ts';
import { ServerCard } from './server-card.tsx';
import { Server } from './server.tsx';
import { toolServers, unread } from './servers.ts';
import './tool-servers.css';

/** The tool servers of the configuration: all of them, or the one that the address of the page names. */
export default function ToolServersArea(): VNode {
  useFollowing();
  const { part } = place.value;
  const area = useHeadingFocus(part);
  const all = toolServers.value;
  const one = all?.find(({ name }) => partOf(name) === part);
  return (
    <section ref={area} class="area tool-servers">
      {part === null ? null : (
        <p>
          <a href={placeOfArea('tool-servers')}>{said.all}</a>
        </p>
      )}
      <h2 tabIndex={-1} dir="auto">
        {one === undefined ? said.title : visible(one.name)}
      </h2>
      <Alert text={unread.value} />
      {part === null ? <p class="hint">{said.intro}</p> : null}
      {all === null ? null : part === null ? (
        <>
          {all.length === 0 ? <p>{said.none}</p> : null}
          <ul class="all">
            {all.map((server) => (
              <li key={server.name}>
                <ServerCard server={server} />
              </li>
            ))}
          </ul>
          <AddServer />
        </>
      ) : one === undefined ? (
        <p>{said.gone}</p>
      ) : (
        <Server key={one.name} server={one} />
      )}
    </section>
  );
}
