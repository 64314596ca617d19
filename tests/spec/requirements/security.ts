import { deferred, requirement, type Requirements } from './requirement.ts';

/** Promises S and decisions D. Those of a single feature stand with that feature. */
export const ofSecurity = {
  // Reaching the port
  'security.host': requirement(
    ['ours: promise S1', 'ours: promise S2', 'ours: promise D1'],
    'Another Host is refused on every route but health, before anything is parsed; loopback names and IP literals are served.',
  ),
  'security.origin': requirement(
    ['ours: promise S3', 'ours: promise S4', 'ours: promise D2', 'ours: promise D3'],
    'A foreign or null Origin, and cross-site fetches, are refused on every method, without CORS headers.',
  ),
  'security.content-type': requirement(
    ['ours: promise S5', 'ours: promise D4'],
    'A body that is not JSON is 415.',
  ),
  'security.override': requirement(
    'ours: promise S6',
    'Method overrides are ignored, and forwarded headers of untrusted clients.',
  ),
  'security.bind': requirement(
    ['ours: promise S7', 'ours: promise D5'],
    'A bind beyond loopback without a token refuses to start.',
    'long',
  ),
  'security.token': requirement(
    ['ours: promise D5', 'ours: promise D6'],
    'With a token set, every route but health requires it.',
  ),
  'security.token.brute-force': requirement(
    'ours: promise S9',
    'Wrong tokens are rate-limited, also from loopback, without locking out the right one.',
  ),
  'security.no-store': requirement('ours: promise S12', 'Everything under /api is no-store.'),
  'security.tool-server': requirement(
    ['ours: promise S7', 'ours: promise S8'],
    'The tool server binds as its secret requires, and rejects a token that merely resembles it.',
  ),
  'security.tool-server-consent': requirement(
    'ours: behaviour',
    'A consent through a host of the tool server is for one call; a run whose questions reach no one gets none.',
  ),
  'security.tool-server-secrets': requirement(
    'ours: behaviour',
    'No value of a secret is taken as the reply of a host, and none that is for the engine alone is given to the agent.',
  ),
  'security.tool-server-files': requirement(
    'ours: behaviour',
    'A host is given files of the workspace and those it sent itself: none of the engine, none outside, none with a name for secrets.',
    'long',
  ),
  'security.handles': requirement(
    ['ours: promise S10', 'ours: promise D26'],
    'A run_id or session_id of another principal is indistinguishable from one that never existed.',
  ),
  'security.users': deferred('ours: promise S11', "Another user's data is 403 or 404.", 'users'),

  // Files
  'security.paths': requirement(
    ['ours: promise S13', 'ours: promise D27'],
    'No spelling of a path leads out of the workspace.',
  ),
  'security.links': requirement(
    ['ours: promise S14', 'ours: promise D27'],
    'No link leads out of the workspace, even when it is swapped in during the operation.',
  ),
  'security.files': requirement(
    ['ours: promise S13', 'ours: promise S14'],
    'Reading, editing and listing reach nothing outside the workspace, and never block on a FIFO or device.',
  ),
  'security.modes': requirement(
    ['ours: promise S17', 'ours: promise D7'],
    'The data directory is 0700 and its files 0600, including those that had wider modes.',
  ),
  'security.temporary-files': requirement(
    'ours: promise S16',
    '/tmp/svc-files is 0700 and owned by this user; otherwise a private directory takes its place.',
  ),
  'files.read': requirement(
    'ours: promise S15',
    'read_file returns 256 KB and says how to continue, refuses more than 5 MB, and shows no binary content.',
  ),
  'files.encodings': requirement(
    'ours: behaviour',
    'Files in UTF-16 and Windows-1252 are text as those in UTF-8 are, and an edit keeps their encoding or is refused.',
  ),
  'files.composed': requirement(
    'ours: behaviour',
    'A name to write means the file that is there under it, however its letters are composed.',
  ),
  'files.names': requirement(
    'ours: behaviour',
    'What a listing shows can be read, downloaded, attached, edited and deleted, whatever its name is.',
  ),
  'security.utf8': requirement(
    'ours: behaviour',
    'JSON that is not UTF-8 is refused with 400 on every route, and nothing of it is stored.',
  ),
  'web.encodings': requirement(
    'ours: behaviour',
    'Pages, feeds and answers are read in the encoding that their mark, header or declaration names, or else as UTF-8 or Windows-1252.',
  ),
  'files.edit': requirement(
    'ours: behaviour',
    'edit_file replaces the one exact occurrence, and preserves all else: bytes, line breaks, mode, owner.',
  ),
  'files.edit.atomic': requirement(
    ['ours: promise R5', 'ours: promise D13'],
    'An edit leaves the old content or the new, and never overwrites a concurrent change from outside.',
    'long',
  ),
  'files.list': requirement(
    'ours: behaviour',
    'list_files returns names, types and sizes of at most 500 entries, and reports links without following them.',
  ),
  'files.allowance': requirement('ours: behaviour', 'One run writes at most 100 MB across all its files.'),

  // Archives
  'security.archive': requirement(
    'ours: promise S18',
    'A hostile backup is refused before anything is written outside staging.',
    'long',
  ),
  'security.archive.tampered': requirement(
    ['ours: promise S19', 'ours: promise D15'],
    'A tampered encrypted file is an authentication error, and none of its plaintext is published.',
  ),
  'security.archive.database': requirement(
    'ours: promise S20',
    'A restored database with more than our schema is detected in a child process that can be killed.',
  ),
  'security.crypto': requirement(
    'ours: promise S21',
    'No nonce is used twice, no key serves two purposes, and an empty key is refused.',
  ),

  // Outbound
  'security.outbound.addresses': requirement(
    ['ours: promise S22', 'ours: promise D21'],
    'A request of the agent reaches no private address in any spelling, and no port of the engine.',
  ),
  'web.private-hosts': requirement(
    'ours: behaviour',
    'Servers of this machine and its network are reached, and watched, where the owner has allowed their host and port: private_hosts in the configuration and on the page, from that moment on until it is taken back.',
  ),
  'security.outbound.names': requirement(
    'ours: promise S23',
    'A connection goes to the address that was checked, whatever names resolve to.',
  ),
  'security.outbound.redirects': requirement(
    'ours: promise S24',
    'Each redirect hop is checked, and credentials do not follow to another origin.',
  ),
  'security.outbound.replies': requirement(
    'ours: promise S25',
    'A reply is bounded in decoded bytes and in time, and marked untrusted.',
  ),
  'security.pages': requirement(
    'ours: behaviour',
    'A run with its sub-agents reads at most max_pages_per_run pages of max_page_hosts_per_run hosts, and is told when either is used up.',
  ),
  'security.outbound.smuggling': requirement(
    'ours: promise S26',
    'No value can smuggle in a request, and no other scheme is followed.',
  ),
  'security.secrets.bound': requirement(
    ['ours: promise S27', 'ours: promise D22'],
    'A secret goes only to the hosts and the place that it is bound to.',
  ),
  'security.profile-first': requirement(
    'ours: promise S29',
    'The profile-first rule and rate windows decide the same for all spellings, in parallel and after a restart.',
  ),

  // Content and tools
  'security.obedient': requirement(
    ['ours: promise S30', 'ours: promise D23'],
    'With a model that obeys everything it reads, no secret, setting or unknown host is reached without consent.',
  ),
  'security.consent.classes': requirement(
    'ours: promise D23',
    'Reading is free; file and memory changes are free while the owner attends; sending and engine changes need consent; the rest is refused.',
  ),
  'security.consent.grants': requirement(
    ['ours: promise D23', 'ours: behaviour', 'ours: promise R12'],
    'A grant is a row: listed, expiring, revocable, effective at once, and never valid longer than it says, whatever the clock does.',
  ),
  'security.consent.http': requirement(
    'ours: behaviour',
    'Consent to a host covers https only, in earlier grants too; http needs its own consent.',
  ),
  'security.consent.unattended': requirement(
    'ours: promise D23',
    'An unattended run reads and does what was allowed beforehand; the rest is refused with a message, and nothing is asked.',
  ),
  'security.consent.provenance': requirement(
    'ours: promise S30',
    'After untrusted text, an address is read freely only if the model did not make it up.',
  ),
  'security.consent.redirects': requirement(
    ['ours: promise S24', 'ours: promise S30'],
    'Permission for one host does not follow a redirect to another.',
  ),
  'security.consent.terminal': requirement(
    'ours: behaviour',
    'A terminal asks for consent, lists grants and revokes them; without a terminal the command says how to consent.',
    'long',
  ),
  'security.consent.facts': requirement(
    'ours: behaviour',
    'What the owner is asked is made from the facts of the call in each language, and a consent is for these facts and this destination: with another fact the question is another one, and the earlier answer does not count.',
  ),
  'security.consent.outdated': requirement(
    'ours: behaviour',
    'A yes is good for what its owner was shown: where the records, the trigger, the profile, the entities or the file that a question is about have changed since, nothing is done, and the agent may ask again.',
  ),
  'security.consent.question': requirement(
    'ours: contract',
    "Consent is asked for as a prompt: one at a time, answered or stopped like other prompts, and excluded from the run's duration.",
  ),
  'security.consent.options': requirement(
    'ours: behaviour',
    'An answer to a consent question that is neither yes nor no allows and denies nothing: it is 400 invalid_answer, and a terminal asks again.',
  ),
  'security.untrusted': requirement(
    ['ours: promise S31', 'ours: promise D25'],
    'Untrusted text stands in exactly one element of a prompt, and cannot close, open or imitate one.',
  ),
  'security.tool-definitions': requirement(
    'ours: promise S32',
    'Tools of a server are namespaced and pinned; a changed definition waits for approval.',
  ),
  'security.tool-urls': requirement(
    'ours: promise S33',
    'No address from a tool server reaches a shell or an internal service.',
  ),
  'security.exec': deferred(
    ['ours: promise S34', 'ours: promise D24'],
    'Execution is off or needs consent, and runs without a shell, with a scrubbed environment and limits.',
    'exec',
  ),
  'security.passthrough': requirement('ours: promise S35', 'An incoming token is never forwarded.'),

  // Input and leaks
  'security.fuzz': requirement(
    'ours: promise S36',
    'Hostile input gets a 4xx problem, never a 5xx; the process lives and answers the next request.',
  ),
  'security.fuzz.tool-server': requirement(
    'ours: promise S37',
    'Hostile lines get an error, the stdio session survives, and stdout carries protocol only.',
    'long',
  ),
  'security.patterns': requirement(
    'ours: promise S39',
    'Patterns and searches are literal; an empty pattern is refused, nothing is wiped by accident, and hostile input never causes a 5xx.',
  ),
  'security.linear-search': requirement(
    'ours: promise S39',
    'Search and replace in a file is literal and linear, whatever the text.',
  ),
  'security.slow-senders': requirement(
    'ours: promise S40',
    'Slow senders and idle sockets are bounded; others are served.',
  ),
  'security.log-injection': requirement(
    'ours: promise S41',
    'A log line is one line, its control characters escaped.',
    'long',
  ),
  'security.secrets.malformed': requirement(
    'ours: promise S44',
    'A malformed PUT /api/secrets/:name is 4xx, and its value is in no log.',
  ),
  'security.environment': requirement(
    'ours: promise D8',
    'Secret variables are read once, may come from files, and do not stay in the environment.',
  ),
  'security.redaction': requirement(
    'ours: promise D9',
    'Secrets are redacted at the log sink; a malformed request body is never logged.',
  ),
  'security.faults': requirement(
    'ours: promise S45',
    'A fault in a handler fails that request with a 500 problem; the process lives.',
  ),
  'security.supply': requirement(
    'ours: promise S46',
    'Installed dependencies are locked, have no known vulnerabilities and run no unreviewed install script.',
  ),
  'security.limits': requirement(
    'ours: promise D31',
    'Bodies above 1 MB are 413; headers, requests and sockets are limited.',
  ),
  'security.quoted-keys': requirement(
    'ours: promise S28',
    'An engine key that its provider echoes is masked before it is shown, stored or executed, even when split in two.',
  ),
  'security.fault-facts': requirement(
    'ours: promise S43',
    'For an uncaught fault the process reports class, code and location, and no message, source or value; what cannot be masked is not logged.',
  ),
  'security.secret-scan': requirement(
    'ours: promise S43',
    'After a session with every kind of secret, no spelling of any appears in an output, answer or file where it does not belong.',
    'long',
  ),
  'security.fuzz.tools': requirement(
    'ours: promise S36',
    "Hostile tool arguments produce a failed result with a message, never a fault, and change nothing outside the tool's reach.",
    'long',
  ),
  'security.workspace-apart': requirement(
    'ours: behaviour',
    'Workspace and data directory never contain one another, except by default, and no link, mount or move leads the agent from one into the other.',
  ),
} satisfies Requirements;
