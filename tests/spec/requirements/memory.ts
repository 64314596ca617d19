import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { httpApi } = heading;

/** Memory in four namespaces. */
export const ofMemory = {
  'memory.read': requirement(
    httpApi,
    'GET /api/memory/:ns reads a namespace; :ns is one of knowledge, methods, status, learnings.',
  ),
  'memory.replace': requirement(httpApi, 'PUT /api/memory/:ns replaces namespace content.'),
  'memory.append': requirement(httpApi, 'POST /api/memory/:ns/append appends.'),
  'memory.edit': requirement(httpApi, 'PATCH /api/memory/:ns updates using old text and new text.'),
  'memory.delete': requirement(
    httpApi,
    'DELETE /api/memory/:ns deletes entries; query parameter pattern. (ours: permanently, including history)',
  ),

  // Ours
  'memory.former-names': requirement(
    'ours: behaviour',
    'facts, skills, context and errors are aliases of knowledge, methods, status and learnings.',
  ),
  'memory.derived': requirement(
    'ours: contract',
    'The text of a namespace is derived from its entries and round-trips byte for byte.',
  ),
  'memory.history': requirement(
    'ours: behaviour',
    'Outdated entries are kept as history, and are shown and found only on request.',
  ),
  'memory.entries': requirement(
    'ours: contract',
    'Single entries are listed in pages, shown with the message they came from and with all their versions, changed, forgotten and brought back; a change keeps what was there as history.',
  ),
  'memory.entries.erase': requirement(
    'ours: behaviour',
    'Erasing an entry erases its earlier versions, too: their words are in no table of memory any more.',
  ),
  'memory.told': requirement(
    'ours: contract',
    'Each run keeps what its model was told of memory and of the graph, by ids and reasons without words, so that it can be shown later, also from the entry, and what was erased since stays erased.',
  ),
  'memory.provenance': requirement(
    'ours: behaviour',
    'Every entry records its author, run, thread and tool; an unchanged line keeps them.',
  ),
  'memory.never-learned-again': requirement(
    'ours: behaviour',
    'Text recalled from memory is never recorded as new, and text from outside only if the call says so; a repetition confirms the entry.',
  ),
  'memory.large': requirement(
    'ours: behaviour',
    'A megabyte is written in short steps, and readers see the old content until all of the new is there.',
  ),
  'memory.search': requirement(
    'ours: contract',
    'GET /api/memory/search returns the best matches first, finds typos, parts of words and scripts without spaces, and always returns the same order.',
  ),
  'memory.recall-score': requirement(
    'ours: behaviour',
    'Without a model, the first ten results contain more of the turns that answer a question than BM25 over each turn and the one before it finds.',
  ),
  'memory.relevant': requirement(
    'ours: behaviour',
    'Memory recalled for a prompt is limited in number and length, and relevant to the text of the prompt.',
  ),
  'memory.tail': requirement(
    'ours: behaviour',
    'Recalled memory comes after the cached part of a prompt, whose bytes stay the same.',
  ),
  'memory.tail.sealed': requirement(
    'ours: promise S31',
    'Nothing in memory can close its element in a prompt.',
  ),
  'memory.tools': requirement(
    'ours: behaviour',
    'The model can remember, recall, correct and forget; recalled text is marked as material.',
  ),
  'memory.extraction': requirement(
    'ours: contract',
    'What the owner said in a run is extracted into memory after `done`, never before it, unless memory_extraction is off.',
  ),
  'memory.extraction.deleted-thread': requirement(
    'ours: behaviour',
    'Nothing is extracted from a thread that was deleted first.',
  ),
  'memory.extraction.pauses': requirement(
    'ours: behaviour',
    'A thread without findings is examined less often, and nothing said in it is skipped.',
  ),
  'memory.secrets': requirement(
    'ours: promise D9',
    'Nothing that looks like a password or a key is remembered.',
  ),
} satisfies Requirements;
