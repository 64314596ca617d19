import { heading } from './headings.ts';
import { requirement, type Requirement, type Requirements, type Source } from './requirement.ts';

const { mergeRecord, mergeStates, httpApi, errors, limits } = heading;
const ofMerges = (from: Source | readonly Source[], says: string): Requirement => requirement(from, says);

/** The knowledge graph, and contacts with their merges. */
export const ofKnowledge = {
  'kg.stats': requirement(httpApi, 'GET /api/kg/stats returns graph statistics.'),
  'kg.entities': requirement(httpApi, 'GET /api/kg/entities lists or searches entities.'),
  'kg.entity': requirement(httpApi, 'GET /api/kg/entities/:id returns entity details and relations.'),
  'kg.identity': requirement(
    'ours: behaviour',
    'A lookup that fits several entities is refused with all of them. A personal address, a domain of its own and a VAT number recognise an entity; a name does only where nothing contradicts it.',
  ),
  'kg.statements': requirement(
    'ours: behaviour',
    'Nothing in the graph is overwritten: what holds no more stays in the history with its source, and values that contradict each other are shown until the owner decides.',
  ),
  'kg.hub': requirement(
    'ours: behaviour',
    'However many relations an entity has, what is read of it at once stays small; the rest comes in pages.',
    'long',
  ),
  'kg.erased': requirement(
    'ours: behaviour',
    'An erased entity is in no byte of the files of the graph once they are closed, and no record names it.',
  ),
  'kg.erasing': requirement(
    'ours: behaviour',
    'Erasing an entity does not hold the event loop, however much is said of it; what was begun is finished by the next start at the latest.',
  ),
  'kg.mentions': requirement(
    'ours: behaviour',
    'Entries of memory keep the ids of the entities they speak of, whichever of the two was there first.',
  ),
  'kg.extraction': requirement(
    'ours: behaviour',
    'What the owner says of people and things feeds the graph after the run, from the extraction that feeds memory; names and values that the owner did not write are left out.',
  ),
  'kg.recall': requirement(
    'ours: behaviour',
    'A search in memory knows other names of what the question names, what it is related to, and when.',
  ),
  'kg.names': requirement(
    'ours: behaviour',
    'No two names of different people or firms are taken for one: 500 labelled pairs in ten languages, of which one half is never looked at.',
  ),
  'crm.contacts': requirement(httpApi, 'GET /api/crm/contacts lists contacts.'),
  'crm.import.quotes': requirement(
    'ours: behaviour',
    'A row of a table that cannot be read is told with its line, and the others are imported.',
  ),
  'crm.interactions': requirement(
    httpApi,
    'GET /api/crm/contacts/:name/interactions returns the history of a contact.',
  ),
  'crm.contact-deals': requirement(
    httpApi,
    'GET /api/crm/contacts/:name/deals returns the deals of a contact.',
  ),
  'crm.deals': requirement(httpApi, 'GET /api/crm/deals lists deals.'),
  'crm.stats': requirement(httpApi, 'GET /api/crm/stats returns CRM statistics.'),
  'crm.one-name': requirement(
    'ours: behaviour',
    'A name that several contacts have is refused with all of them, in paths, deals, interactions and imports; what is no contact does not count.',
  ),
  'crm.money': requirement(
    'ours: behaviour',
    'Amounts of deals are exact, and so are their sums up to fifteen digits; money of two currencies is never added.',
  ),
  'crm.company': requirement(
    'ours: behaviour',
    'The company of a contact is a relation of the graph to one organization: a known one, or a new one, and none if several have the name.',
  ),
  'crm.removal': requirement(
    'ours: behaviour',
    'Who is a contact no more keeps nothing but what the graph knows; whatever is erased from the graph takes its interactions and deals with it.',
  ),
  'crm.timeline': requirement(
    'ours: behaviour',
    'The timeline of a contact has its interactions, deals, conversations and memories, the last first, also those of what was merged into it.',
  ),
  'crm.transfer': requirement(
    'ours: behaviour',
    'Contacts are exported as a table and as vCards 3.0 and 4.0, and an import into an empty engine restores them; its report says of each row what became of it, and no row is folded into another by its name alone.',
  ),
  'crm.programs': requirement(
    'ours: behaviour',
    'Contacts of Google, Outlook, Thunderbird and Apple, in English and German, and vCards from 2.1 on are imported: what a contact has no detail for is kept in its notes, and what is left out is told.',
  ),
  'crm.import.rollback': requirement(
    'ours: behaviour',
    'An import of contacts says first what would become of each row, and can be taken back without losing what was changed since.',
  ),
  'crm.formulas': requirement(
    'ours: behaviour',
    'No cell of an exported table becomes a formula, and an import reads it as it was.',
  ),
  'crm.hostile': requirement(
    'ours: behaviour',
    'Wrong addresses, numbers, amounts and texts that turn their direction are refused by name, and nothing has changed then.',
  ),
  'crm.agent': requirement(
    'ours: behaviour',
    'The agent keeps and finds contacts, interactions and deals with its tools, and what it says of a detail never takes the place of what its owner said.',
  ),
  'crm.terminal': requirement(
    'ours: behaviour',
    'svc contacts and svc deals do in the terminal what the routes do.',
    'long',
  ),

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
  'merges.asks': requirement(
    'ours: behaviour',
    'The agent asks before each merge, and shows what moves; no consent lasts.',
  ),
  'merges.reversible': requirement(
    'ours: behaviour',
    'Edits and merges in any order, then all merges taken back, leave the graph that the edits alone make.',
  ),
  'kg.terminal': requirement(
    'ours: behaviour',
    'svc graph and svc merges show, search, change, relate, merge and take back.',
    'long',
  ),
  'kg.tools': requirement(
    'ours: behaviour',
    'The agent saves, relates and finds entities; what it states never takes the place of what the owner said.',
  ),
} satisfies Requirements;
