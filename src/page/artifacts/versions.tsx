import type { VNode } from 'preact';
import { Choice } from '../parts/choice.tsx';
import { bytes, moment } from '../parts/format.ts';
import { artifactWords as said } from '#words/artifacts.ts';
import type { Opened } from './artifacts.ts';

type Version = Opened['versions'][number];

/** Not a bare number: an object lists those in an order of its own. */
const keyOf = (version: number): string => `v${version}`;
const versionOf = (key: string): number => Number(key.slice(1));

const optionsOf = (versions: readonly Version[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    versions.map(({ version, createdAt, sizeBytes }) => [
      keyOf(version),
      said.versionOf(version, moment(createdAt), bytes(sizeBytes)),
    ]),
  );

/** Which version is shown, and which one it is compared with; nothing while there is only one. */
export function Versions({
  versions,
  shown,
  compared,
  onShow,
  onCompare,
}: {
  versions: readonly Version[];
  shown: number;
  /** Null is none. */
  compared: number | null;
  onShow: (version: number) => void;
  onCompare: (version: number | null) => void;
}): VNode | null {
  if (versions.length < 2) return null;
  return (
    <div class="pair">
      <Choice
        label={said.versions}
        value={keyOf(shown)}
        options={optionsOf(versions)}
        onChoose={(key) => onShow(versionOf(key))}
      />
      <Choice
        label={said.compare}
        value={compared === null ? '' : keyOf(compared)}
        options={{
          '': said.compareNone,
          ...optionsOf(versions.filter(({ version }) => version !== shown)),
        }}
        onChoose={(key) => onCompare(key === '' ? null : versionOf(key))}
      />
    </div>
  );
}
