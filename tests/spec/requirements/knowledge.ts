import { heading } from './headings.ts';
import { requirement, type Later, type Requirement, type Requirements, type Source } from './requirement.ts';

const { mergeRecord, mergeStates, httpApi, errors, limits } = heading;
const MERGES: Later = 'merges';
const ofMerges = (from: Source | readonly Source[], says: string): Requirement =>
  requirement(from, says, MERGES);

/** The knowledge graph, and contacts with their merges. */
export const ofKnowledge = {
  'kg.stats': requirement(httpApi, 'GET /api/kg/stats returns graph statistics.', 'knowledge-graph'),
  'kg.entities': requirement(httpApi, 'GET /api/kg/entities lists or searches entities.', 'knowledge-graph'),
  'kg.entity': requirement(
    httpApi,
    'GET /api/kg/entities/:id returns entity details and relations.',
    'knowledge-graph',
  ),
  'crm.contacts': requirement(httpApi, 'GET /api/crm/contacts lists contacts.', 'crm'),
  'crm.interactions': requirement(
    httpApi,
    'GET /api/crm/contacts/:name/interactions returns the history of a contact.',
    'crm',
  ),
  'crm.contact-deals': requirement(
    httpApi,
    'GET /api/crm/contacts/:name/deals returns the deals of a contact.',
    'crm',
  ),
  'crm.deals': requirement(httpApi, 'GET /api/crm/deals lists deals.', 'crm'),
  'crm.stats': requirement(httpApi, 'GET /api/crm/stats returns CRM statistics.', 'crm'),

  // Merges
  'merges.file': ofMerges(
    mergeRecord,
    'A merge of two contacts or two organisations writes a reversal file ~/.svc/sweeps/merge-*.json.',
  ),
  'merges.file.rows': ofMerges(
    mergeRecord,
    'The file holds the detail rows of both entries: email and phone, or domain and VAT number.',
  ),
  'merges.rows-unseen': ofMerges(mergeRecord, 'The routes never return those rows.'),
  'merges.names': ofMerges(
    mergeRecord,
    'A listed merge carries the names of both entries, the merged-away one included.',
  ),
  'merges.date': ofMerges(mergeRecord, 'A listed merge carries its date.'),
  'merges.counts': ofMerges(
    mergeRecord,
    'A listed merge carries the count of data rows moved and the count of conversation links moved.',
  ),
  'merges.applied': ofMerges([mergeRecord, mergeStates], 'applied is false when the merge did not complete.'),
  'merges.in-effect': ofMerges(
    [mergeRecord, mergeStates],
    'inEffect is true while the merge holds and this record can reverse it.',
  ),
  'merges.superseded': ofMerges(
    [mergeRecord, mergeStates],
    'superseded is true when the same two entries were merged again later; only the newest record can reverse a merge.',
  ),
  'merges.rolled-back': ofMerges(
    mergeStates,
    'inEffect is false after a rollback; it is read from the contact graph with the same check that the rollback makes.',
  ),
  'merges.list': ofMerges(httpApi, 'GET /api/merges lists the merges in reversal records, newest first.'),
  'merges.rollback': ofMerges(httpApi, 'POST /api/merges/:id/rollback reverses one merge.'),
  'merges.rollback.stores': ofMerges(
    [httpApi, errors],
    'A rollback that would move data rows or conversation links is refused while those stores are unavailable.',
  ),
  'merges.age': ofMerges(
    [httpApi, limits],
    'Records older than 90 days are removed at the next merge or engine start, except the newest.',
  ),
  'merges.gone': ofMerges(httpApi, 'A merge without a record is not listed and cannot be reversed.'),
  'merges.one-graph': ofMerges(
    httpApi,
    'An instance has one contact graph: every signed-in user sees the same merges.',
  ),
  'merges.reasons': ofMerges(
    [httpApi, errors],
    "A refusal is one of a fixed set of reasons, never the store's own message.",
  ),
} satisfies Requirements;
