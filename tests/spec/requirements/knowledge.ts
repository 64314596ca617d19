import { heading } from './headings.ts';
import { requirement, type Later, type Requirement, type Requirements, type Source } from './requirement.ts';

const { mergeRecord, mergeStates, httpApi, errors, limits } = heading;
const MERGES: Later = 'merges';
const ofMerges = (from: Source | readonly Source[], says: string): Requirement =>
  requirement(from, says, MERGES);

/** The knowledge graph, contacts and their merges, collections, and what is drawn from them. */
export const ofKnowledge = {
  'kg.stats': requirement(httpApi, 'GET /api/kg/stats gives graph statistics.', 'knowledge-graph'),
  'kg.entities': requirement(httpApi, 'GET /api/kg/entities lists or searches entities.', 'knowledge-graph'),
  'kg.entity': requirement(
    httpApi,
    'GET /api/kg/entities/:id gives entity details and relations.',
    'knowledge-graph',
  ),
  'crm.contacts': requirement(httpApi, 'GET /api/crm/contacts lists contacts.', 'crm'),
  'crm.interactions': requirement(
    httpApi,
    'GET /api/crm/contacts/:name/interactions gives the history of a contact.',
    'crm',
  ),
  'crm.contact-deals': requirement(
    httpApi,
    'GET /api/crm/contacts/:name/deals gives the deals of a contact.',
    'crm',
  ),
  'crm.deals': requirement(httpApi, 'GET /api/crm/deals lists deals.', 'crm'),
  'crm.stats': requirement(httpApi, 'GET /api/crm/stats gives CRM statistics.', 'crm'),
  'datastore.collections': requirement(
    httpApi,
    'GET /api/datastore/collections gives the collections of the DataStore.',
    'datastore',
  ),
  'datastore.records': requirement(
    httpApi,
    'GET /api/datastore/:collection gives the records of a collection.',
    'datastore',
  ),
  'insights.threads': requirement(httpApi, 'GET /api/thread-insights gives thread analytics.', 'insights'),
  'insights.patterns': requirement(httpApi, 'GET /api/patterns gives detected patterns.', 'insights'),

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
    'inEffect is true while the merge holds and this record can take it back.',
  ),
  'merges.superseded': ofMerges(
    [mergeRecord, mergeStates],
    'superseded is true when the same two entries were merged again later; only the newest record can take a merge back.',
  ),
  'merges.rolled-back': ofMerges(
    mergeStates,
    'inEffect is false once it is rolled back, read from the contact graph with the same check that the rollback makes.',
  ),
  'merges.list': ofMerges(httpApi, 'GET /api/merges lists the merges in reversal records, newest first.'),
  'merges.rollback': ofMerges(httpApi, 'POST /api/merges/:id/rollback takes one merge back.'),
  'merges.rollback.stores': ofMerges(
    [httpApi, errors],
    'A rollback that would move data rows or conversation links is refused while those stores are unavailable.',
  ),
  'merges.age': ofMerges(
    [httpApi, limits],
    'Records older than 90 days are removed at the next merge or engine start, except the newest.',
  ),
  'merges.gone': ofMerges(httpApi, 'A merge whose record is gone is not listed and cannot be taken back.'),
  'merges.one-graph': ofMerges(
    httpApi,
    'There is one contact graph for an instance: every signed-in user sees the same merges.',
  ),
  'merges.reasons': ofMerges(
    [httpApi, errors],
    'A refusal is one of a fixed set of reasons, never the own message of the store.',
  ),
} satisfies Requirements;
