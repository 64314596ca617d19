import { type TableExport, flag, kept, refersTo, source, time } from '../exported.ts';
import { ofPersonKey } from '../../sql/person-keys.ts';

const COUNTED = 'it is counted anew from the runs';
const INDEX = 'an index of the words of the entries';

/** Each table of memory.db in the export, or why it is not there. */
export const exported: Readonly<Record<string, TableExport>> = {
  namespaces: {
    arriving: { columns: { ...kept('namespace', 'version', 'tail', 'chars'), ...ofPersonKey } },
    section: 'memoryNamespaces',
    says: 'the parts of the memory',
  },
  sources: {
    arriving: { columns: kept('source', 'origin', 'run_id', 'thread_id', 'tool') },
    leftOut: 'each entry says its source',
  },
  entries: {
    arriving: {
      columns: {
        ...kept(
          'seq',
          'entry_id',
          'namespace',
          'position',
          'lead',
          'text',
          'source',
          'created_at',
          'updated_at',
          'valid_from',
          'superseded_at',
          'superseded_by',
          'superseded_in',
        ),
        ...ofPersonKey,
        shared: { checked: 'shared IN (0, 1)' },
      },
    },
    section: 'memory',
    says: 'what is remembered, also what was replaced since',
    columns: {
      source,
      valid_from: time,
      shared: flag,
      superseded_by: refersTo('entries', 'entry_id', 'seq', 'supersededBy'),
    },
  },
  term_index: {
    arriving: 'derived',
    leftOut: 'how far the index of words is',
    rebuilt: ['UPDATE term_index SET last_seq = (SELECT coalesce(max(seq), 0) FROM entries)'],
  },
  term_index_behind: { arriving: 'derived', leftOut: 'what the index of words still lacks' },
  entry_terms: { arriving: 'derived', leftOut: INDEX },
  current_postings: { arriving: 'derived', leftOut: INDEX },
  past_postings: { arriving: 'derived', leftOut: INDEX },
  vocabulary: { arriving: 'derived', leftOut: 'the words of the entries' },
  vocabulary_grams: { arriving: 'derived', leftOut: 'an index of the spelling of words' },
  insight_state: {
    arriving: {
      columns: {
        ...kept('one', 'last_pattern'),
        end_no: { becomes: '0' },
        run_id: { becomes: "''" },
      },
    },
    leftOut: COUNTED,
  },
  insight_weights: { arriving: { without: 'all' }, leftOut: COUNTED },
  thread_tallies: { arriving: { without: 'all' }, leftOut: COUNTED },
  patterns: { arriving: { without: 'all' }, leftOut: COUNTED },
  pattern_evidence: { arriving: { without: 'all' }, leftOut: COUNTED },
};
