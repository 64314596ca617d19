import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { Answer } from '../engine/client.ts';
import { toolSwitchWords } from '#words/tool-switches.ts';
import { count } from './format.ts';
import './tool-switches.css';
import { visible } from './visible.ts';

const said = toolSwitchWords;

export type Costs = Answer<'threads.tools'>;
type Switched = Costs['switches'][number];
export type Switches = Readonly<Record<string, boolean>>;

const SERVER = 'server:';

/** What a switch is for: a family in words, or a tool server by its name. */
export function nameOfSwitch(name: string): string {
  if (name.startsWith(SERVER)) return visible(said.server(name.slice(SERVER.length)));
  return Object.hasOwn(said.families, name) ? said.families[name as keyof typeof said.families] : name;
}

/** The families of tools and the tool servers, each with what it costs and how it is switched. */
export function ToolSwitches({
  costs: { switches, room },
  chosen,
  onChoose,
}: {
  costs: Costs;
  /** Those that are on and off; the others are offered by need. */
  chosen: Switches;
  /** Null: by need. */
  onChoose: (name: string, isOn: boolean | null) => void;
}): VNode {
  const on = switches.filter(({ name, state }) => state === 'always' || chosen[name] === true);
  const tokens = on.reduce((sum, one) => sum + one.tokens, 0);
  return (
    <>
      <p class="hint">{said.hint}</p>
      {room === null ? null : (
        <p class={tokens > room ? 'bad' : 'hint'} role="status">
          {tokens > room ? said.noRoom(count(tokens), count(room)) : said.fits(count(tokens), count(room))}
        </p>
      )}
      <ul class="lines switches">
        {switches.map((one) => (
          <Line key={one.name} one={one} isOn={chosen[one.name] ?? null} onChoose={onChoose} />
        ))}
      </ul>
    </>
  );
}

function Line({
  one: { name, state, tools, tokens },
  isOn,
  onChoose,
}: {
  one: Switched;
  isOn: boolean | null;
  onChoose: (name: string, isOn: boolean | null) => void;
}): VNode {
  const id = useId();
  return (
    <li>
      <label for={state === 'always' ? undefined : id}>{nameOfSwitch(name)}</label>
      <span class="hint">{tools === 0 ? said.notConnected : said.cost(tools, count(tokens))}</span>
      {state === 'always' ? (
        <span>{said.always}</span>
      ) : (
        <select
          id={id}
          value={isOn === null ? 'by_need' : isOn ? 'on' : 'off'}
          onChange={({ currentTarget: { value } }) =>
            onChoose(name, value === 'by_need' ? null : value === 'on')
          }
        >
          {Object.entries(said.states).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </li>
  );
}
