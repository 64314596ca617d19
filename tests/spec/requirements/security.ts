import { deferred, long, quick, type Requirements } from './requirement.ts';

/** Promises S and decisions D. Those of a single feature stand with that feature. */
export const ofSecurity = [
  // Reaching the port
  quick(['ours: promise S1', 'ours: promise S2', 'ours: promise D1'], {
    'security.host':
      'Another Host is refused on every route but health, before anything is parsed; loopback names and IP literals are served.',
  }),
  quick(['ours: promise S3', 'ours: promise S4', 'ours: promise D2', 'ours: promise D3'], {
    'security.origin':
      'A foreign or null Origin, and cross-site fetches, are refused on every method, without CORS headers.',
  }),
  quick(['ours: promise S5', 'ours: promise D4'], {
    'security.content-type': 'A body that is not JSON is 415.',
  }),
  quick('ours: promise S6', {
    'security.override': 'Method overrides are ignored, and forwarded headers of untrusted clients.',
  }),
  long(['ours: promise S7', 'ours: promise D5'], {
    'security.bind': 'A bind beyond loopback without a token refuses to start.',
  }),
  quick(['ours: promise D5', 'ours: promise D6'], {
    'security.token': 'With a token set, every route but health requires it.',
  }),
  quick('ours: promise S9', {
    'security.token.brute-force':
      'Wrong tokens are rate-limited, also from loopback, without locking out the right one.',
  }),
  quick('ours: promise S12', {
    'security.no-store': 'Everything under /api is no-store.',
  }),
  quick(['ours: promise S7', 'ours: promise S8'], {
    'security.tool-server':
      'The tool server binds as its secret requires, and rejects a token that merely resembles it.',
  }),
  quick('ours: behaviour', {
    'security.tool-server-consent':
      'A consent through a host of the tool server is for one call; a run whose questions reach no one gets none.',
    'security.tool-server-secrets':
      'No value of a secret is taken as the reply of a host, and none that is for the engine alone is given to the agent.',
  }),
  long('ours: behaviour', {
    'security.tool-server-files':
      'A host is given files of the workspace and those it sent itself: none of the engine, none outside, none with a name for secrets.',
  }),
  quick(['ours: promise S10', 'ours: promise D26'], {
    'security.handles':
      'A run_id or session_id of another principal is indistinguishable from one that never existed.',
  }),
  deferred('users')('ours: promise S11', {
    'security.users': "Another user's data is 403 or 404.",
  }),

  // Files
  quick(['ours: promise S13', 'ours: promise D27'], {
    'security.paths': 'No spelling of a path leads out of the workspace.',
  }),
  quick(['ours: promise S14', 'ours: promise D27'], {
    'security.links': 'No link leads out of the workspace, even when it is swapped in during the operation.',
  }),
  quick(['ours: promise S13', 'ours: promise S14'], {
    'security.files':
      'Reading, editing and listing reach nothing outside the workspace, and never block on a FIFO or device.',
  }),
  quick(['ours: promise S17', 'ours: promise D7'], {
    'security.modes': 'The data directory is 0700 and its files 0600, including those that had wider modes.',
  }),
  quick('ours: promise S16', {
    'security.temporary-files':
      '/tmp/svc-files is 0700 and owned by this user; otherwise a private directory takes its place.',
  }),
  quick('ours: promise S15', {
    'files.read':
      'read_file returns 256 KB and says how to continue, refuses more than 5 MB, and shows no binary content.',
  }),
  quick('ours: behaviour', {
    'files.encodings':
      'Files in UTF-16 and Windows-1252 are text as those in UTF-8 are, and an edit keeps their encoding or is refused.',
    'files.composed':
      'A name to write means the file that is there under it, however its letters are composed.',
    'files.names':
      'What a listing shows can be read, downloaded, attached, edited and deleted, whatever its name is.',
    'security.utf8':
      'JSON that is not UTF-8 is refused with 400 on every route, and nothing of it is stored.',
    'web.encodings':
      'Pages, feeds and answers are read in the encoding that their mark, header or declaration names, or else as UTF-8 or Windows-1252.',
    'files.edit':
      'edit_file replaces the one exact occurrence, and preserves all else: bytes, line breaks, mode, owner.',
    'files.list':
      'list_files returns names, types and sizes of at most 500 entries, and reports links without following them.',
    'files.allowance': 'One run writes at most 100 MB across all its files.',
  }),
  long(['ours: promise R5', 'ours: promise D13'], {
    'files.edit.atomic':
      'An edit leaves the old content or the new, and never overwrites a concurrent change from outside.',
  }),

  // Archives
  long('ours: promise S18', {
    'security.archive': 'A hostile backup is refused before anything is written outside staging.',
  }),
  quick(['ours: promise S19', 'ours: promise D15'], {
    'security.archive.tampered':
      'A tampered encrypted file is an authentication error, and none of its plaintext is published.',
  }),
  quick('ours: promise S20', {
    'security.archive.database':
      'A restored database with more than our schema is detected in a child process that can be killed.',
  }),
  quick('ours: promise S21', {
    'security.crypto': 'No nonce is used twice, no key serves two purposes, and an empty key is refused.',
  }),

  // Outbound
  quick(['ours: promise S22', 'ours: promise D21'], {
    'security.outbound.addresses':
      'A request of the agent reaches no private address in any spelling, and no port of the engine.',
  }),
  quick('ours: behaviour', {
    'web.private-hosts':
      'Servers of this machine and its network are reached, and watched, where the owner has allowed their host and port: private_hosts in the configuration and on the page, from that moment on until it is taken back.',
    'security.pages':
      'A run with its sub-agents reads at most max_pages_per_run pages of max_page_hosts_per_run hosts, and is told when either is used up.',
  }),
  quick('ours: promise S23', {
    'security.outbound.names':
      'A connection goes to the address that was checked, whatever names resolve to.',
  }),
  quick('ours: promise S24', {
    'security.outbound.redirects':
      'Each redirect hop is checked, and credentials do not follow to another origin.',
  }),
  quick('ours: promise S25', {
    'security.outbound.replies': 'A reply is bounded in decoded bytes and in time, and marked untrusted.',
  }),
  quick('ours: promise S26', {
    'security.outbound.smuggling': 'No value can smuggle in a request, and no other scheme is followed.',
  }),
  quick(['ours: promise S27', 'ours: promise D22'], {
    'security.secrets.bound': 'A secret goes only to the hosts and the place that it is bound to.',
  }),
  quick('ours: promise S29', {
    'security.profile-first':
      'The profile-first rule and rate windows decide the same for all spellings, in parallel and after a restart.',
  }),

  // Content and tools
  quick(['ours: promise S30', 'ours: promise D23'], {
    'security.obedient':
      'With a model that obeys everything it reads, no secret, setting or unknown host is reached without consent.',
  }),
  quick('ours: promise D23', {
    'security.consent.classes':
      'Reading is free; file and memory changes are free while the owner attends; sending and engine changes need consent; the rest is refused.',
    'security.consent.unattended':
      'An unattended run reads and does what was allowed beforehand; the rest is refused with a message, and nothing is asked.',
  }),
  quick(['ours: promise D23', 'ours: behaviour', 'ours: promise R12'], {
    'security.consent.grants':
      'A grant is a row: listed, expiring, revocable, effective at once, and never valid longer than it says, whatever the clock does.',
  }),
  quick('ours: behaviour', {
    'security.consent.http':
      'Consent to a host covers https only, in earlier grants too; http needs its own consent.',
    'security.consent.facts':
      'What the owner is asked is made from the facts of the call in each language, and a consent is for these facts and this destination: with another fact the question is another one, and the earlier answer does not count.',
    'security.consent.outdated':
      'A yes is good for what its owner was shown: where the records, the trigger, the profile, the entities or the file that a question is about have changed since, nothing is done, and the agent may ask again.',
    'security.consent.options':
      'An answer to a consent question that is neither yes nor no allows and denies nothing: it is 400 invalid_answer, and a terminal asks again.',
  }),
  quick('ours: promise S30', {
    'security.consent.provenance':
      'After untrusted text, an address is read freely only if the model did not make it up.',
  }),
  quick(['ours: promise S24', 'ours: promise S30'], {
    'security.consent.redirects': 'Permission for one host does not follow a redirect to another.',
  }),
  long('ours: behaviour', {
    'security.consent.terminal':
      'A terminal asks for consent, lists grants and revokes them; without a terminal the command says how to consent.',
  }),
  quick('ours: contract', {
    'security.consent.question':
      "Consent is asked for as a prompt: one at a time, answered or stopped like other prompts, and excluded from the run's duration.",
  }),
  quick(['ours: promise S31', 'ours: promise D25'], {
    'security.untrusted':
      'Untrusted text stands in exactly one element of a prompt, and cannot close, open or imitate one.',
  }),
  quick('ours: promise S32', {
    'security.tool-definitions':
      'Tools of a server are namespaced and pinned; a changed definition waits for approval.',
  }),
  quick('ours: promise S33', {
    'security.tool-urls': 'No address from a tool server reaches a shell or an internal service.',
  }),
  deferred('exec')(['ours: promise S34', 'ours: promise D24'], {
    'security.exec':
      'Execution is off or needs consent, and runs without a shell, with a scrubbed environment and limits.',
  }),
  quick('ours: promise S35', {
    'security.passthrough': 'An incoming token is never forwarded.',
  }),

  // Input and leaks
  quick('ours: promise S36', {
    'security.fuzz':
      'Hostile input gets a 4xx problem, never a 5xx; the process lives and answers the next request.',
  }),
  long('ours: promise S37', {
    'security.fuzz.tool-server':
      'Hostile lines get an error, the stdio session survives, and stdout carries protocol only.',
  }),
  quick('ours: promise S39', {
    'security.patterns':
      'Patterns and searches are literal; an empty pattern is refused, nothing is wiped by accident, and hostile input never causes a 5xx.',
    'security.linear-search': 'Search and replace in a file is literal and linear, whatever the text.',
  }),
  quick('ours: promise S40', {
    'security.slow-senders': 'Slow senders and idle sockets are bounded; others are served.',
  }),
  long('ours: promise S41', {
    'security.log-injection': 'A log line is one line, its control characters escaped.',
  }),
  quick('ours: promise S44', {
    'security.secrets.malformed': 'A malformed PUT /api/secrets/:name is 4xx, and its value is in no log.',
  }),
  quick('ours: promise D8', {
    'security.environment':
      'Secret variables are read once, may come from files, and do not stay in the environment.',
  }),
  quick('ours: promise D9', {
    'security.redaction': 'Secrets are redacted at the log sink; a malformed request body is never logged.',
  }),
  quick('ours: promise S45', {
    'security.faults': 'A fault in a handler fails that request with a 500 problem; the process lives.',
  }),
  quick('ours: promise S46', {
    'security.supply':
      'Installed dependencies are locked, have no known vulnerabilities and run no unreviewed install script.',
  }),
  quick('ours: promise D31', {
    'security.limits': 'Bodies above 1 MB are 413; headers, requests and sockets are limited.',
  }),
  quick('ours: promise S28', {
    'security.quoted-keys':
      'An engine key that its provider echoes is masked before it is shown, stored or executed, even when split in two.',
  }),
  quick('ours: promise S43', {
    'security.fault-facts':
      'For an uncaught fault the process reports class, code and location, and no message, source or value; what cannot be masked is not logged.',
  }),
  long('ours: promise S43', {
    'security.secret-scan':
      'After a session with every kind of secret, no spelling of any appears in an output, answer or file where it does not belong.',
  }),
  long('ours: promise S36', {
    'security.fuzz.tools':
      "Hostile tool arguments produce a failed result with a message, never a fault, and change nothing outside the tool's reach.",
  }),
  quick('ours: behaviour', {
    'security.workspace-apart':
      'Workspace and data directory never contain one another, except by default, and no link, mount or move leads the agent from one into the other.',
  }),
] satisfies Requirements;
