import { heading } from './headings.ts';
import { quick, type Requirements } from './requirement.ts';

const { httpApi } = heading;

/** Memory in four namespaces. */
export const ofMemory = [
  quick(httpApi, {
    'memory.read':
      'GET /api/memory/:ns reads a namespace; :ns is one of knowledge, methods, status, learnings.',
    'memory.replace': 'PUT /api/memory/:ns replaces namespace content.',
    'memory.append': 'POST /api/memory/:ns/append appends.',
    'memory.edit': 'PATCH /api/memory/:ns updates using old text and new text.',
    'memory.delete':
      'DELETE /api/memory/:ns deletes entries; query parameter pattern. (ours: permanently, including history)',
  }),

  // Ours
  quick('ours: behaviour', {
    'memory.former-names':
      'facts, skills, context and errors are aliases of knowledge, methods, status and learnings.',
    'memory.history': 'Outdated entries are kept as history, and are shown and found only on request.',
    'memory.entries.erase':
      'Erasing an entry erases its earlier versions, too: their words are in no table of memory any more.',
    'memory.provenance':
      'Every entry records its author, run, thread and tool; an unchanged line keeps them.',
    'memory.never-learned-again':
      'Text recalled from memory is never recorded as new, and text from outside only if the call says so; a repetition confirms the entry.',
    'memory.large':
      'A megabyte is written in short steps, and readers see the old content until all of the new is there.',
    'memory.recall-score':
      'Without a model, the first ten results contain more of the turns that answer a question than BM25 over each turn and the one before it finds.',
    'memory.relevant':
      'Memory recalled for a prompt is limited in number and length, and relevant to the text of the prompt.',
    'memory.tail': 'Recalled memory comes after the cached part of a prompt, whose bytes stay the same.',
    'memory.tools':
      'The model can remember, recall, correct and forget; recalled text is marked as material.',
    'memory.extraction.deleted-thread': 'Nothing is extracted from a thread that was deleted first.',
    'memory.extraction.pauses':
      'A thread without findings is examined less often, and nothing said in it is skipped.',
  }),
  quick('ours: contract', {
    'memory.derived': 'The text of a namespace is derived from its entries and round-trips byte for byte.',
    'memory.entries':
      'Single entries are listed in pages, shown with the message they came from and with all their versions, changed, forgotten and brought back; a change keeps what was there as history.',
    'memory.told':
      'Each run keeps what its model was told of memory and of the graph, by ids and reasons without words, so that it can be shown later, also from the entry, and what was erased since stays erased.',
    'memory.search':
      'GET /api/memory/search returns the best matches first, finds typos, parts of words and scripts without spaces, and always returns the same order.',
    'memory.extraction':
      'What the owner said in a run is extracted into memory after `done`, never before it, unless memory_extraction is off.',
  }),
  quick('ours: promise S31', {
    'memory.tail.sealed': 'Nothing in memory can close its element in a prompt.',
  }),
  quick('ours: promise D9', {
    'memory.secrets': 'Nothing that looks like a password or a key is remembered.',
  }),
] satisfies Requirements;
