import type { memory } from '../../../contract/agent/memory.ts';
import type { ResultNamed } from '../../../contract/row.ts';
import { own, told, type Renderers, type Told } from './told.ts';

type Result<Name extends (typeof memory)[number]['name']> = ResultNamed<typeof memory, Name>;

export const memoryTold: Renderers<(typeof memory)[number]> = {
  remember: ({ namespace, recorded }) => own(recorded.map((one) => recordedLine(namespace, one)).join('\n')),

  recall: (found, material) => {
    if (found.length === 0) return told`Nothing in memory has to do with this.`;
    const entries = found.map(({ entry }) => entry);
    return told`From memory: it was stored earlier and may be outdated or wrong.\n${material('memory', listed(entries))}`;
  },

  update_memory: ({ changed, oldText, newText }) =>
    changed === null
      ? told`Nothing was changed: this text is not in memory word for word. Use recall to see it.`
      : told`Changed in ${own(changed)}: ${inQuotes(oldText)} is now ${inQuotes(newText)}`,

  forget: (gone, material) =>
    gone.length === 0
      ? told`Nothing was forgotten: no entry contains this text word for word.`
      : told`Forgotten (${gone.length}).\n${material('memory', listed(gone))}`,
};

/** The model itself has just written this text. */
function recordedLine(namespace: string, one: Result<'remember'>['recorded'][number]): Told {
  if (one.outcome === 'refused')
    return told`Not stored: this text came from memory, or from an outside source.`;
  const text = inQuotes(one.entry.text);
  return one.outcome === 'stored'
    ? told`Stored in ${own(namespace)}: ${text}`
    : told`Already in ${own(namespace)}: ${text}`;
}

const inQuotes = (text: string): Told => own(JSON.stringify(text));

/** One line for each entry, as JSON. */
const listed = (entries: Result<'forget'>): string =>
  entries
    .map(({ entryId, namespace, text, createdAt, source: { origin } }) =>
      JSON.stringify({
        id: entryId,
        namespace,
        date: new Date(createdAt).toISOString().slice(0, 10),
        origin,
        text,
      }),
    )
    .join('\n');
