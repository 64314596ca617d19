import type { VNode } from 'preact';
import { Field } from '../parts/field.tsx';
import { Wrapping } from '../parts/wrapping.tsx';
import { hostsIn } from '../settings/store-secret.ts';
import { questionWords } from '#words/questions.ts';

const said = questionWords;

/** The hosts that a secret may be sent to, as the person chooses them. */
export interface ChosenHosts {
  readonly asked: readonly string[];
  readonly ticked: readonly string[];
  /** What the person typed. */
  readonly added: string;
}

/** One host can be seen at a glance; of several, each needs a tick of its own. */
export function chosenAtFirst(hosts: readonly string[]): ChosenHosts {
  const asked = [...new Set(hosts)];
  return { asked, ticked: asked.length === 1 ? asked : [], added: '' };
}

export const hostsOf = ({ ticked, added }: ChosenHosts): readonly string[] => [
  ...new Set([...ticked, ...hostsIn(added)]),
];

/** Every host that the agent asked for on lines of its own, and a field for others. */
export function AskedHosts({
  chosen,
  wrong,
  onChange,
}: {
  chosen: ChosenHosts;
  wrong: string;
  onChange: (next: ChosenHosts) => void;
}): VNode {
  const { asked, ticked, added } = chosen;
  const toggle = (host: string) =>
    onChange({
      ...chosen,
      ticked: ticked.includes(host) ? ticked.filter((one) => one !== host) : [...ticked, host],
    });
  return (
    <fieldset class="hosts">
      <legend>{said.hosts}</legend>
      {asked.map((host) => (
        <label class="choice" key={host}>
          <input type="checkbox" checked={ticked.includes(host)} onChange={() => toggle(host)} />
          <code>
            <Wrapping text={host} />
          </code>
        </label>
      ))}
      <Field
        label={asked.length === 0 ? said.aHost : said.anotherHost}
        value={added}
        wrong={wrong}
        onInput={(text) => onChange({ ...chosen, added: text })}
      />
    </fieldset>
  );
}
