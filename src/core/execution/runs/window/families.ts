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
      /\b(?:forget\w*|memor(?:y|ies)|no longer|outdated|remembered)\b|\b(?:that|this|it)(?:'s|’s| is) (?:wrong|not (?:true|right|correct))|not true|you (?:remember|know about me)|verg(?:iss|ess)|gedächtnis|nicht mehr|stimmt (?:so )?nicht|ist falsch|\bgemerkt/giu,
  },
  contacts: {
    says: 'people and companies: save, find, merge, note a conversation',
    words:
      /\b(?:contacts?|customers?|clients?|colleagues?|phone|birthdays?|address book|vcards?|crm|duplicates?|e-?mails?|same person|met|spoke|talked|calls?|(?<!\b(?:is|are|was|were|be|been|am|not|also|it's|it’s|he's|she's|that's) )called)\b|\S@\w[\w-]*\.\w|\+\d\d[\d ()/-]{6}|kontakt|mailadresse|nummer von|adresse von|dieselbe person|\bkund|telefon|\banruf|angerufen|geburtstag|adressbuch|ansprechpartner|kolleg|visitenkarte|gesprochen|getroffen|doppelt/giu,
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
      /\b(?:remind\w*|schedul\w+|triggers?|every (?:\w+ )?(?:minute|hour|day|morning|evening|night|week|month|year|mon|tues|wednes|thurs|fri|satur|sun)\w*|each (?:day|morning|evening|week|month)|hourly|daily|weekly|monthly|(?:tomorrow|tonight|today) at \d|watch(?:es|ed|ing)?|monitor\w*|notif\w+|automat\w+|recurring|regularly|cron|alerts?|alarm|wake me|let me know|tell me (?:when|if|as soon)|as soon as|calendar|appointments?)\b|erinner|bescheid|sobald|kalender|\btermin|zeitplan|\bplane\b|stündlich|täglich|wöchentlich|monatlich|\bjede[nrs]? (?:\p{L}+ )?(?:minute|stunde|tag|morgen|abend|nacht|woche|monat|quartal|jahr|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)|\b(?:morgen|heute(?: abend)?) (?:früh )?um \d|überwach|beobacht|benachrichtig|regelmäßig|automatisch|wecker|\bweck/giu,
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

/**
 * Words of a task that ask for tools whose name has one of these parts: the verb decides among the tools of a family. In
 * English and German.
 */
export const VERBS: Readonly<Record<string, RegExp>> = {
  create:
    /\b(?:creat\w+|make|new|set (?:up|an?)|write down|put|add|plan)\b|\bneue?[nrs]?\b|erstell|\banleg|\bleg\w* .*\ban\b|\bmach|notier|aufschreib|schreib/iu,
  save: /\b(?:sav(?:e|es|ed|ing)|keep|store|add|note|new|write down|put|creat\w+|make|chang\w+|correct|updat\w+|edit|draw)\b|speicher|\bneue?[nrs]?\b|notier|erfass|merk|änder|korrigier|berichtig|aktualisier|erstell|zeichne/iu,
  insert:
    /\b(?:add|insert|enter|log|record|track|put|spent)\b|\btrag|eintrag|hinzu|\bfüge?\b|erfass|verbuch|aufnehm/iu,
  update:
    /\b(?:chang\w+|mov(?:e|ed|ing)|postpon\w+|reschedul\w+|shift|push|delay|snooz\w+|bring forward|updat\w+|edit|correct|fix|adjust|set (?!up\b|an?\b)\w+|paus\w+|resum\w+|stop|turn (?:on|off)|wrong|no longer|outdated|not (?:true|right)|instead|due)\b|änder|verschieb|verleg|\bstell|setz|korrigier|berichtig|aktualisier|pausier|anpass|\bpass\w* .*\ban\b|falsch|stimmt (?:so )?nicht|nicht mehr|fällig/iu,
  delete:
    /\b(?:delet\w+|remov\w+|cancel\w*|drop|clear|get rid|eras\w+|discard|trash|throw away|rm|stop)\b|lösch|entfern|streich|stornier|\bwirf|\bsag\w* .*\bab\b|absag/iu,
  forget: /\b(?:forget\w*|delet\w+|remov\w+|eras\w+)\b|verg(?:iss|ess)|lösch|entfern/iu,
  list: /\b(?:which|what|list|show|see)\b|welche|\bwas\b|zeig|\bliste|auflist|gibt es|\bnenn/iu,
  find: /\b(?:which|who|whose|what|when|find|search|look up|show|list)\b|welche|\bwer\b|wann|such|find|zeig|nummer von|adresse von/iu,
  query:
    /\b(?:sum|sums|totals?|averages?|how (?:much|many)|count|which|what|find|search|show|list|compute)\b|summ|durchschnitt|wie ?(?:viel|hoch)|zähl|ausgegeben|welche|zeig|such/iu,
  read: /\b(?:read|show|open|what)\b|\blies|zeig|öffne|\bwas\b/iu,
  complete:
    /\b(?:done|complet\w+|finish\w*|check(?:ed)? off|tick(?:ed)? off)\b|erledig|fertig|abgehakt|abhak|\bhak\w* .*\bab\b|abschließ/iu,
  log: /\b(?:met|spoke|talked|called|told|conversation|phoned)\b|gesprochen|telefoniert|getroffen|angerufen/iu,
  merge: /\b(?:merg\w+|duplicates?|same)\b|zusammen(?:führ|leg)|dieselbe|derselbe|doppelt/iu,
  relate:
    /\b(?:works? (?:at|for|with)|married|owns|belongs|knows|related)\b|arbeitet|verheiratet|gehört|\bkennt/iu,
  run: /\b(?:run|start|carry out|execut\w+|begin)\b|start|ausführ|\bführe?\b/iu,
  rename: /\b(?:renam\w+|mov(?:e|es|ing))\b|umbenenn|umzubenennen|\bbenenn|verschieb/iu,
};

/** Words that by themselves ask for one tool, whatever the verb. */
export const BY_ITSELF: Readonly<Record<string, RegExp>> = {
  create_trigger:
    /\b(?:remind|every (?:\w+ )?(?:minute|hour|day|morning|evening|night|week|month|year|mon|tues|wednes|thurs|fri|satur|sun)\w*|let me know|notify|watch|monitor|wake me|tell me (?:when|if|as soon)|as soon as)\b|\berinner(?:e|st|t|n)?\b|sobald|bescheid|überwach|beobacht|benachrichtig|\bweck/iu,
};
