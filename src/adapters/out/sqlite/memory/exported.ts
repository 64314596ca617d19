import { refersTo, source, time, type TableExport } from '../exported.ts';

const COUNTED = 'it is counted anew from the runs';
const INDEX = 'an index of the words of the entries';

/** Each table of memory.db in the export, or why it is not there. */
export const exported: Readonly<Record<string, TableExport>> = {
  namespaces: { section: 'memoryNamespaces', says: 'the parts of the memory' },
  sources: { leftOut: 'each entry says its source' },
  entries: {
    section: 'memory',
    says: 'what is remembered, also what was replaced since',
    columns: {
      source,
      valid_from: time,
      superseded_by: refersTo('entries', 'entry_id', 'seq', 'supersededBy'),
    },
  },
  term_index: {
    leftOut: 'how far the index of words is',
    rebuilt: ['UPDATE term_index SET last_seq = (SELECT coalesce(max(seq), 0) FROM entries)'],
  },
  term_index_behind: { leftOut: 'what the index of words still lacks' },
  entry_terms: { leftOut: INDEX },
  current_postings: { leftOut: INDEX },
  past_postings: { leftOut: INDEX },
  vocabulary: { leftOut: 'the words of the entries' },
  vocabulary_grams: { leftOut: 'an index of the spelling of words' },
  insight_state: { leftOut: COUNTED },
  thread_tallies: { leftOut: COUNTED },
  patterns: { leftOut: COUNTED },
  pattern_evidence: { leftOut: COUNTED },
};
