import { browser, long, quick, type Requirements } from './requirement.ts';

/** The page as a client: its login, its own port, and what its files are sent with. */
export const ofThePage = [
  quick('ours: contract', {
    'auth.login':
      'POST /api/login gives a page a cookie for the token, GET /api/login tells whether it needs one, and POST /api/logout ends it.',
    'web.files':
      '--web serves the page on a port of its own, opens no data directory, and sends the same headers as the engine.',
  }),
  quick('ours: behaviour', {
    'auth.login.cookie':
      'The cookie is a random value, HttpOnly, SameSite=Strict, and Secure if a trusted proxy says https; it counts only from the page of this origin.',
    'auth.login.kept': 'A login survives a restart; only a hash of it is stored.',
    'auth.login.ends': 'A login ends by logout, after 30 days without use, and with the token.',
    'auth.require-token':
      'require_token closes the port on loopback from the next request on; commands of the terminal go on working.',
    'auth.remote-client':
      'A client that a proxy of ours or a trusted one reports from another machine needs the token, also on loopback.',
    'web.forwards':
      'Its port forwards /api, /health and /readyz unchanged but for connection headers, with bodies of any size.',
    'page.headers':
      'Every answer forbids inline code, other origins, frames, referrers and unused features of the browser; hashed files are kept.',
    'page.compressed':
      'Scripts and style sheets are sent as the build compressed them to clients that take that, and plain to the rest.',
    'page.many-threads': 'The list has elements only for the threads near what is in sight.',
    'page.questions':
      'In every language a question shows each fact that the engine states, in its order, and what it quotes is told from its own words; no quoted text is read for sentences of the engine.',
    'page.waiting':
      'Questions of all threads are answered in one place, and threads with changes to review are listed there.',
    'page.automation':
      'Each automation is listed with when it is due, what became of it and why, and what it may do; it is run, tested, paused, stopped, changed and deleted there, and its next ten times are shown before it is saved.',
    'page.automation.outcomes':
      'Only an outcome that was checked is shown as good; what was cut off is run again in one click.',
    'page.automation.workflows':
      'An automation that carries out a saved workflow is made with values of its parameters, in their types, and what it may do is shown before it is saved; of one that exists title and time are changed. It leads to its workflow, and each time that it ran to the run of the workflow.',
    'page.tasks':
      'Tasks are found, added, changed in place, completed, given to the agent, stopped and deleted, each below the task that it is in; their Markdown is drawn.',
    'page.tasks.claims':
      'A task that the agent completed is shown as its word, with its report and unchecked, until its owner ticks it; one whose work waits for an answer says so and leads there.',
    'page.artifacts':
      'Artifacts are found and listed with type, size, version and time, and lead to their conversation, which leads to them; each is shown by its type, compared with its earlier versions, downloaded, and deleted after a question.',
    'page.entries':
      'People and things are found by words and kind, sorted, added, changed in place and deleted; an entry shows its details, other names, relations with dates, memories and history, and values that contradict each other side by side until one is chosen.',
    'page.entries.picture':
      'What is around an entry is drawn: of up to 40 no box covers another one; arrow keys lead along the lines and reach every box, Enter makes one the middle, and the same is there as a list.',
    'page.diagrams':
      'A diagram of an answer or an artifact is drawn in a frame without an origin, network or way out, only when it is seen; hostile text stays without effect, and one with an error, too large or too slow shows its code.',
    'page.merges':
      'Two entries are merged after it was shown what moves and what differs; merges are listed with how they stand, and one is taken back after it was said what happens. One that others hold back names the merge to take back first.',
    'page.contacts.deals':
      'Deals of a contact are added, changed and deleted; all deals are listed by stage with their sums by currency.',
    'page.contacts.transfer':
      'Contacts are imported from a table or vCards by choice or drop, with what came of each row, and exported as either.',
    'page.data':
      'Collections are listed and made; the records of one are a table that is filtered, sorted by its column heads and paged; a record is opened, added, changed and deleted; a table is imported with what came of its rows, and exported.',
    'page.workflows':
      'Saved workflows are listed with their steps, what a run may do and cost; one is run with values of its parameters, and deleted after a question. Runs are listed with how they stand, and statistics say how often steps failed, how long they took and what they cost.',
    'page.workflows.run':
      'A run is drawn as its steps in columns with lines to the steps that need them, as they happen, also after a lost connection; a step shows its task and result as text, the run can be stopped, and what did not succeed is done again.',
    'page.workflows.drawing':
      'In the drawing of up to 100 steps no box covers another one and no line crosses a box; arrow keys lead from step to step, and it scrolls in its own box.',
    'page.drafts':
      'What was typed for a new automation or a new task, or into settings, is there again after a reload, until it is saved or given up; secrets never are.',
    'page.running.known':
      'While the engine cannot be reached, the page says of nothing that it runs or waits.',
    'page.running':
      'Every page shows in one line what runs now, whatever has started it, with a stop; nothing else moves when it comes and goes.',
    'page.tool-servers':
      'Tool servers are listed with how they stand; one can be added, tested and removed, and of each tool is shown what has changed before it is accepted as it was shown.',
  }),
  quick(['ours: promise S9', 'ours: behaviour'], {
    'auth.login.guess':
      'Wrong tokens at the login and wrong cookies are counted and slowed down together with wrong headers.',
  }),
  quick(['ours: promise S6', 'ours: behaviour'], {
    'security.forwarded':
      'Forwarded addresses, schemes and hosts count from proxies in SVC_TRUST_PROXY only, and do not outweigh the Host header.',
    'security.tls':
      'With SVC_TLS_CERT and SVC_TLS_KEY every port speaks HTTPS alone; renewed files are taken up without a restart, and what is no pair is refused.',
  }),
  long('ours: behaviour', {
    'web.streams':
      'Streams pass event by event, a client that leaves ends the request at the engine, and a slow one fills no memory.',
    'web.unreachable':
      'Without an engine it answers 502 engine_unreachable, and serves as soon as there is one.',
  }),
  long(['ours: promise S1', 'ours: promise S3', 'ours: promise S4'], {
    'web.checks': 'The port of the page refuses foreign hosts and origins itself.',
  }),
  browser('ours: behaviour', {
    'page.dialogs':
      'A dialog has a name, says what is lost where it asks, has the keyboard from the moment it opens, leaves nothing behind it in reach, closes with Escape and gives the keyboard back.',
    'page.live':
      'Every tab shows at once what other tabs and the terminal do to threads, over one stream for the browser, and marks the thread that is looked at as seen.',
    'page.live.deleted':
      'A conversation that is deleted elsewhere closes, with a notice and with what was typed for it; the page asks for it no more.',
    'page.attachments':
      'Files that are chosen, dropped or pasted are uploaded at once, stay with the draft over a reload, and go with the task; a failed upload loses neither them nor the text.',
    'page.long-texts':
      'A text of more than 20 kB that is pasted, typed or dropped into the field of the task, or was its draft, becomes a file of the task, which can be shown and removed; the page does not stand still for it.',
    'page.search':
      'A search in titles and messages is used by keyboard alone and opens the thread at the message that was found.',
    'page.files':
      'Files of the workspace are browsed and found, shown as what they are (text, code, tables, pictures, documents; PDF by the browser), downloaded, and deleted with a way back; of a large one the beginning is shown, and that is said.',
    'page.files.names':
      'Names of files that hide, turn or fill what is around them are shown marked, on one line or in a bounded box.',
    'page.memory':
      'Memory is listed by kind in pages, found by words, written, changed, forgotten, brought back and erased; an entry shows who brought it, the message it came from, and all of its versions.',
    'page.memory.told':
      'Under each run stands what its model was told from memory and why, and at each memory the runs that were told of it; an erased one is named without its words.',
    'page.today':
      'The first area says what waits for the person, what ran since the last visit and whether it worked, what comes next, what it cost, and when a backup was last proven; each leads to its place.',
    'page.narrow':
      'On a phone the bar below leads back to the open conversation, which has its title and a new one in sight; the settings are a list that one enters; what can be pressed is neither covered nor hidden, and amounts are in sight.',
    'page.palette':
      'Ctrl+K finds an area, a conversation or something to do by its words, from anywhere, with the keyboard alone.',
    'page.shortcuts':
      'The key ? and the palette show all shortcuts; no shortcut acts while something is typed.',
    'page.charts':
      'Cost by day, model, trigger and workflow, tokens and cache, and outcomes of triggers are drawn, told by keyboard, told apart without colours, and shown as numbers.',
    'page.maths':
      'Formulas of an answer are drawn as MathML without HTML; prices and code are none, and one with an error or too large shows its source.',
    'page.offline':
      'The page is installable; while svc is not running its place says so and what to do. The browser keeps files of the page for that and no answer of the API; another build replaces them, and a logout removes them.',
    'page.notifications':
      'If a person chose so, the browser tells that a run ended, a question waits or an automation failed while the page is not looked at, without words of conversations unless that was chosen, too; a click opens the place.',
    'page.speech':
      'Where the engine has a key for speech, a task can be spoken, and an answer is read aloud until it is silenced.',
    'page.your-data':
      'One area downloads everything, moves it to another machine and erases it: it says what each does, shows how far it is, and what is left after an erasure with how to remove it.',
    'page.past':
      'A file of conversations with another assistant is uploaded, or stopped, what is in it is told, some of it is chosen, and it comes; that outlasts a reload, and each person has theirs.',
    'page.contacts':
      'Contacts are found by words, type and tag, added, changed in place and removed after a question; a contact shows its interactions, deals, conversations and memories in one list with dates, and an interaction is written down there.',
    'page.notices':
      'Notices of triggers, and triggers that wait for their owner, are counted and listed with everything that waits; a notice is dismissed there.',
    'page.hosts':
      'What agent hosts started is listed as it happens, with who started it; its questions are answered there, and it can be stopped.',
    'page.insights':
      'What was noticed in the runs is listed with its evidence, which leads to their conversations; conversations are listed with what their runs came to, sorted by any column.',
    'page.review':
      'A review keeps the selected files, undoes the others, and says why one could not be undone; undoing everything asks first.',
    'page.provider-test':
      'A provider is tried by a real call before it is saved, and what is wrong is told in words.',
    'page.apis.remove': 'The profile of an API is deleted on the page, after it has asked once more.',
    'page.first-steps':
      'Without a model the first visit offers five steps, which are ticked off by what happened in the engine.',
    'page.still':
      'A visit moves nothing by itself that is being read: the first steps, a review and what else comes late have their place.',
    'page.login': 'The page asks for the token once, keeps none in the browser, and logs out.',
    'page.engine-away': 'While the engine is not running, one line says so, and it goes away by itself.',
  }),
  quick('ours: promise S15', {
    'page.artifacts.closed-off':
      'A page or drawing in an artifact is shown in a frame without an origin: no script in it runs, no link of it leads anywhere, and nothing in it reaches the network.',
  }),
] satisfies Requirements;
