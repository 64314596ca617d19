import type { memory } from '../../../contract/agent/memory.ts';
import type { ResultNamed } from '../../../contract/row.ts';
import { trusted, modelText, type MarkUntrusted, type Renderers, type ModelText } from './model-text.ts';

type Result<Name extends (typeof memory)[number]['name']> = ResultNamed<typeof memory, Name>;

export const memoryRenderers: Renderers<(typeof memory)[number]> = {
  remember: ({ namespace, recorded }) =>
    trusted(recorded.map((one) => recordedLine(namespace, one)).join('\n')),

  recall: (found, marked) => {
    if (found.length === 0) return modelText`Nothing in memory has to do with this.`;
    return modelText`From memory: it was stored earlier and may be outdated or wrong.\n${shownEntries(found, marked)}`;
  },

  update_memory: ({ changed, oldText, newText }) =>
    changed === null
      ? modelText`Nothing was changed: this text is not in memory word for word. Use recall to see it.`
      : modelText`Changed in ${trusted(changed)}: ${inQuotes(oldText)} is now ${inQuotes(newText)}`,

  forget: (gone, marked) =>
    gone.length === 0
      ? modelText`Nothing was forgotten: no entry contains this text word for word.`
      : modelText`Forgotten (${gone.length}).\n${shownEntries(gone.map(own), marked)}`,
};

/** The model itself has just written this text. */
function recordedLine(namespace: string, one: Result<'remember'>['recorded'][number]): ModelText {
  if (one.outcome === 'refused')
    return modelText`Not stored: this text came from memory, or from an outside source.`;
  const text = inQuotes(one.entry.text);
  return one.outcome === 'stored'
    ? modelText`Stored in ${trusted(namespace)}: ${text}`
    : modelText`Already in ${trusted(namespace)}: ${text}`;
}

const inQuotes = (text: string): ModelText => trusted(JSON.stringify(text));

/** Below what a result may have, so that the marked text is not cut once it is marked. */
const MAX_CHARS = 60_000;

type Shown = Pick<Result<'recall'>[number], 'entry' | 'origin'>;

/** A run forgets only what is its person's. */
const own = (entry: Result<'forget'>[number]): Shown => ({ entry, origin: entry.source.origin });

function shownEntries(entries: readonly Shown[], marked: MarkUntrusted): ModelText {
  const text = listed(entries);
  const left = text.length - MAX_CHARS;
  const shown = marked('memory', text.slice(0, MAX_CHARS).toWellFormed());
  return left > 0 ? modelText`${shown}\n[${left} more characters are not shown]` : shown;
}

/** One line for each entry, as JSON. */
const listed = (entries: readonly Shown[]): string =>
  entries
    .map(({ entry: { entryId, namespace, text, createdAt }, origin }) =>
      JSON.stringify({
        id: entryId,
        namespace,
        date: new Date(createdAt).toISOString().slice(0, 10),
        origin,
        text,
      }),
    )
    .join('\n');
