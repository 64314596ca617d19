import type { ToolFamily } from '../../../ports/tools.ts';

interface Family {
  /** For the model: what its tools do, in a few words. */
  readonly says: string;
  /** Words of a task that need it, in English and German. */
  readonly words: RegExp;
}

/** Matches nothing: its tools are offered without being asked for. */
const NONE = /(?!)/u;

/** The families of the engine's own tools. Their order is that of the list that the model is shown. */
export const FAMILIES: Readonly<Record<ToolFamily, Family>> = {
  core: { says: 'files, memory, web search, questions', words: NONE },
  files: {
    says: 'delete or rename files',
    words:
      /\b(?:delet\w+|remov\w+|renam\w+|rm|get rid|trash|throw away|mov(?:e|es|ing) .*\b(?:file|folder)s?)\b|lösch|entfern|umbenenn|umzubenennen|verschieb/giu,
  },
  memory: {
    says: 'correct or forget what is remembered',
    words:
      /\b(?:forget\w*|memor(?:y|ies)|no longer|outdated|remembered)\b|verg(?:iss|ess)|gedächtnis|nicht mehr/giu,
  },
  contacts: {
    says: 'people and companies: save, find, merge, note a conversation',
    words:
      /\b(?:contacts?|customers?|clients?|colleagues?|phone|birthdays?|address book|vcards?|crm|duplicates?|e-?mails?|same person|met|spoke|talked|called|calls?)\b|kontakt|mailadresse|nummer von|adresse von|dieselbe person|\bkund|telefon|\banruf|angerufen|geburtstag|adressbuch|ansprechpartner|kolleg|visitenkarte|gesprochen|getroffen|doppelt/giu,
  },
  deals: {
    says: 'sales: save, find',
    words:
      /\b(?:deals?|sales|offers?|quotes?|opportunit\w+|leads?)\b|angebot|verkauf|auftr[aä]g|abschluss/giu,
  },
  graph: {
    says: 'facts about people, organizations and things, and how they relate',
    words:
      /\b(?:works? (?:at|for|with)|subsidiar\w+|married|who (?:does|do|is|are)|related|relations?|relationships?|knows|belongs|owns|compan(?:y|ies)|organi[sz]ations?|entit(?:y|ies)|graph)\b|arbeitet (?:bei|für|mit)|beziehung|verwandt|\bkennt\b|gehört|firm(?:a|en)\b|unternehmen|organisation/giu,
  },
  tasks: {
    says: 'to-dos: write down, change, complete, list',
    words:
      /\b(?:tasks?|to-?dos?|todo list|done|check ?lists?|due|deadlines?)\b|aufgabe|erledig|fällig|checkliste/giu,
  },
  triggers: {
    says: 'reminders, schedules, watched pages, automatic work',
    words:
      /\b(?:remind\w*|schedul\w+|triggers?|every (?:\w+ )?(?:minute|hour|day|morning|evening|night|week|month|year|mon|tues|wednes|thurs|fri|satur|sun)\w*|each (?:day|morning|evening|week|month)|hourly|daily|weekly|monthly|tomorrow|tonight|watch(?:es|ed|ing)?|monitor\w*|notif\w+|automat\w+|recurring|regularly|cron|alerts?|alarm|wake me|let me know|tell me (?:when|if|as soon)|as soon as|calendar|appointments?)\b|erinner|bescheid|sobald|kalender|\btermin|zeitplan|\bplane\b|stündlich|täglich|wöchentlich|monatlich|\bjede[nrsm]?\b|morgen|heute abend|überwach|beobacht|benachrichtig|regelmäßig|automatisch|wecker|\bweck/giu,
  },
  workflows: {
    says: 'work in steps that is saved and repeated',
    words:
      /\b(?:workflows?|procedures?|multi-?step|step by step|steps)\b|arbeitsabl[aä]uf|ablauf|abläufe|schritt/giu,
  },
  agents: {
    says: 'sub-agents that work in parallel',
    words:
      /\b(?:parallel|sub-?agents?|delegat\w+|at the same time|simultaneously|at once|helpers|research\w*)\b|gleichzeitig|unter-?agent|delegier|recherchier/giu,
  },
  collections: {
    says: 'tables of records: make, fill, search, sum up',
    words:
      /\b(?:collections?|tables?|records?|csv|databases?|data ?sets?|columns?|rows?|entries|track\w*|log|expenses?|averages?|sums?|totals?|inventory|spreadsheets?|spen[dt]|budgets?|how (?:much|many))\b|sammlung|wie ?viele?|ausgegeben|tabelle|datens[aä]tz|datenbank|spalte|zeile|einträge|eintragen|ausgaben|durchschnitt|summe|erfass|inventar|bestand/giu,
  },
  artifacts: {
    says: 'results that stay: documents, pages, charts',
    words:
      /\b(?:artifacts?|reports?|diagrams?|charts?|dashboards?|html|svg|mermaid|documents?|web ?page)\b|artefakt|bericht|diagramm|schaubild|webseite|dokument/giu,
  },
  tags: {
    says: 'words to find this conversation by',
    words: /\b(?:tags?|tagged|labels?)\b|schlagw|etikett|verschlagwort/giu,
  },
  http: {
    says: 'call an API',
    words:
      /\b(?:apis?|endpoints?|webhooks?|https? requests?|rest|post|put|patch|curl|json)\b|schnittstelle/giu,
  },
  apis: {
    says: 'describe an API before it is called',
    words: /\b(?:apis?|openapi|swagger|endpoints?)\b|schnittstelle/giu,
  },
  secrets: {
    says: 'ask for a password or key',
    words:
      /\b(?:passwords?|secrets?|api keys?|keys?|tokens?|credentials?|log ?ins?)\b|passwor[td]|kennwort|schlüssel|zugangsdat|geheim/giu,
  },
  backups: {
    says: 'a backup now',
    words: /\bback(?:ed|ing)?[ -]?ups?\b|sicherung|sicherheitskopie|sichere?\b/giu,
  },
  google: {
    says: 'Google Drive, Docs and Sheets',
    words: /\b(?:google|g?drive|docs?|sheets?|spreadsheets?|cloud)\b|dokument|tabelle|laufwerk/giu,
  },
};
