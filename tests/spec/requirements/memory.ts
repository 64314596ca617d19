import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { httpApi } = heading;

/** What is remembered, in four namespaces. */
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
    'DELETE /api/memory/:ns deletes entries; query parameter pattern. (ours: for good, the past included)',
  ),

  // Ours
  'memory.former-names': requirement(
    'ours: behaviour',
    'facts, skills, context and errors mean knowledge, methods, status and learnings.',
  ),
  'memory.derived': requirement(
    'ours: contract',
    'The text of a namespace is derived from its entries, and comes back byte for byte.',
  ),
  'memory.history': requirement(
    'ours: behaviour',
    'What has stopped being true is kept as history, and shown and found only when asked for.',
  ),
  'memory.provenance': requirement(
    'ours: behaviour',
    'Every entry says who wrote it, in which run and thread and with which tool; a line that stays keeps it.',
  ),
  'memory.never-learned-again': requirement(
    'ours: behaviour',
    'What came from memory is never recorded again, what came from elsewhere only where that is said; a repetition confirms.',
  ),
  'memory.large': requirement(
    'ours: behaviour',
    'A megabyte is written in short turns, and readers see what was before it until all of it is there.',
  ),
  'memory.search': requirement(
    'ours: contract',
    'GET /api/memory/search answers best first, finds typos, parts of words and scripts without spaces, always in the same order.',
  ),
  'memory.recall-score': requirement(
    'ours: behaviour',
    'Without a model, of the turns that answer a question more are among the first ten than BM25 over each turn and the one before it finds.',
  ),
  'memory.relevant': requirement(
    'ours: behaviour',
    'What belongs into a prompt about a text is bounded in number and length, and about that text.',
  ),
  'memory.tail': requirement(
    'ours: behaviour',
    'What enters a prompt from memory stands behind the cached part, which stays the same bytes.',
  ),
  'memory.tail.sealed': requirement(
    'ours: promise S31',
    'Nothing that is remembered can close the element in which it stands in a prompt.',
  ),
  'memory.tools': requirement(
    'ours: behaviour',
    'The model can remember, recall, correct and forget; what it recalls is marked as material.',
  ),
  'memory.extraction': requirement(
    'ours: contract',
    'What the owner said in a run is remembered after `done`, never before it, unless memory_extraction is off.',
  ),
  'memory.extraction.deleted-thread': requirement(
    'ours: behaviour',
    'Of a thread that was deleted before it was looked through nothing is remembered.',
  ),
  'memory.extraction.pauses': requirement(
    'ours: behaviour',
    'A thread in which nothing is found is looked at less often, and nothing that was said is passed over.',
  ),
  'memory.secrets': requirement('ours: promise D9', 'What looks like a password or a key is not remembered.'),
} satisfies Requirements;
