import { heading } from './headings.ts';
import { long, quick, type Requirements } from './requirement.ts';

const { mergeRecord, mergeStates, httpApi, errors, limits } = heading;

/** The knowledge graph, and contacts with their merges. */
export const ofKnowledge = [
  quick(httpApi, {
    'kg.stats': 'GET /api/kg/stats returns graph statistics.',
    'kg.entities': 'GET /api/kg/entities lists or searches entities.',
    'kg.entity': 'GET /api/kg/entities/:id returns entity details and relations.',
    'crm.contacts': 'GET /api/crm/contacts lists contacts.',
    'crm.interactions': 'GET /api/crm/contacts/:name/interactions returns the history of a contact.',
    'crm.contact-deals': 'GET /api/crm/contacts/:name/deals returns the deals of a contact.',
    'crm.deals': 'GET /api/crm/deals lists deals.',
    'crm.stats': 'GET /api/crm/stats returns CRM statistics.',
  }),
  quick('ours: behaviour', {
    'kg.identity':
      'A lookup that fits several entities is refused with all of them. A personal address, a domain of its own and a VAT number recognise an entity; a name does only where nothing contradicts it.',
    'kg.statements':
      'Nothing in the graph is overwritten: what holds no more stays in the history with its source, and values that contradict each other are shown until the owner decides.',
    'kg.erased':
      'An erased entity is in no byte of the files of the graph once they are closed, and no record names it.',
    'kg.erasing':
      'Erasing an entity does not hold the event loop, however much is said of it; what was begun is finished by the next start at the latest.',
    'kg.mentions':
      'Entries of memory keep the ids of the entities they speak of, whichever of the two was there first.',
    'kg.extraction':
      'What the owner says of people and things feeds the graph after the run, from the extraction that feeds memory; names and values that the owner did not write are left out.',
    'kg.recall':
      'A search in memory knows other names of what the question names, what it is related to, and when.',
    'kg.names':
      'No two names of different people or firms are taken for one: 500 labelled pairs in ten languages, of which one half is never looked at.',
    'crm.import.quotes':
      'A row of a table that cannot be read is told with its line, and the others are imported.',
    'crm.phone':
      'A telephone number without the code of a country, where no country is named, is kept as it was written.',
    'crm.one-name':
      'A name that several contacts have is refused with all of them, in paths, deals, interactions and imports; what is no contact does not count.',
    'crm.money':
      'Amounts of deals are exact, and so are their sums up to fifteen digits; money of two currencies is never added.',
    'crm.company':
      'The company of a contact is a relation of the graph to one organization: a known one, or a new one, and none if several have the name.',
    'crm.removal':
      'Who is a contact no more keeps nothing but what the graph knows; whatever is erased from the graph takes its interactions and deals with it.',
    'crm.timeline':
      'The timeline of a contact has its interactions, deals, conversations and memories, the last first, also those of what was merged into it.',
    'crm.transfer':
      'Contacts are exported as a table and as vCards 3.0 and 4.0, and an import into an empty engine restores them; its report says of each row what became of it, and no row is folded into another by its name alone.',
    'crm.programs':
      'Contacts of Google, Outlook, Thunderbird and Apple, in English and German, and vCards from 2.1 on are imported: what a contact has no detail for is kept in its notes, and what is left out is told.',
    'crm.import.rollback':
      'An import of contacts says first what would become of each row, and can be taken back without losing what was changed since.',
    'crm.formulas': 'No cell of an exported table becomes a formula, and an import reads it as it was.',
    'crm.hostile':
      'Wrong addresses, numbers, amounts and texts that turn their direction are refused by name, and nothing has changed then.',
    'crm.agent':
      'The agent keeps and finds contacts, interactions and deals with its tools, and what it says of a detail never takes the place of what its owner said.',
  }),
  long('ours: behaviour', {
    'kg.hub':
      'However many relations an entity has, what is read of it at once stays small; the rest comes in pages.',
    'crm.terminal': 'svc contacts and svc deals do in the terminal what the routes do.',
  }),

  // Merges
  quick(mergeRecord, {
    'merges.file':
      'A merge of two contacts or two organisations writes a reversal file ~/.svc/sweeps/merge-*.json.',
    'merges.file.rows':
      'The file holds the detail rows of both entries: email and phone, or domain and VAT number.',
    'merges.rows-unseen': 'The routes never return those rows.',
    'merges.names': 'A listed merge carries the names of both entries, the merged-away one included.',
    'merges.date': 'A listed merge carries its date.',
    'merges.counts':
      'A listed merge carries the count of data rows moved and the count of conversation links moved.',
  }),
  quick([mergeRecord, mergeStates], {
    'merges.applied': 'applied is false when the merge did not complete.',
    'merges.in-effect': 'inEffect is true while the merge holds and this record can reverse it.',
    'merges.superseded':
      'superseded is true when the same two entries were merged again later; only the newest record can reverse a merge.',
  }),
  quick(mergeStates, {
    'merges.rolled-back':
      'inEffect is false after a rollback; it is read from the contact graph with the same check that the rollback makes.',
  }),
  quick(httpApi, {
    'merges.list': 'GET /api/merges lists the merges in reversal records, newest first.',
    'merges.rollback': 'POST /api/merges/:id/rollback reverses one merge.',
    'merges.gone': 'A merge without a record is not listed and cannot be reversed.',
    'merges.one-graph': 'An instance has one contact graph: every signed-in user sees the same merges.',
  }),
  quick([httpApi, errors], {
    'merges.rollback.stores':
      'A rollback that would move data rows or conversation links is refused while those stores are unavailable.',
    'merges.reasons': "A refusal is one of a fixed set of reasons, never the store's own message.",
  }),
  quick([httpApi, limits], {
    'merges.age':
      'Records older than 90 days are removed at the next merge or engine start, except the newest.',
  }),
  quick('ours: behaviour', {
    'merges.asks': 'The agent asks before each merge, and shows what moves; no consent lasts.',
    'merges.reversible':
      'Edits and merges in any order, then all merges taken back, leave the graph that the edits alone make.',
    'kg.tools':
      'The agent saves, relates and finds entities; what it states never takes the place of what the owner said.',
  }),
  long('ours: behaviour', {
    'kg.terminal': 'svc graph and svc merges show, search, change, relate, merge and take back.',
  }),
  long('ours: contract', {
    'crm.import.killed':
      'An import of contacts that is killed at any moment can be taken back whole, and made again: nothing is there twice.',
  }),
] satisfies Requirements;
