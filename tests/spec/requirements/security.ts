import { requirement, type Requirements } from './requirement.ts';

/** Promises S and decisions D. Those that belong to one feature stand with it. */
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
  'security.override': requirement('ours: promise S6', 'Method overrides and forwarded headers are ignored.'),
  'security.bind': requirement(
    ['ours: promise S7', 'ours: promise D5'],
    'A bind beyond loopback without a token refuses to start.',
  ),
  'security.token': requirement(
    ['ours: promise D5', 'ours: promise D6'],
    'With a token set, every route but health asks for it.',
  ),
  'security.token.brute-force': requirement(
    'ours: promise S9',
    'Wrong tokens are limited, also from loopback, without locking out the right one.',
  ),
  'security.no-store': requirement('ours: promise S12', 'Everything under /api is no-store.'),
  'security.tool-server': requirement(
    ['ours: promise S7', 'ours: promise S8'],
    'The tool server binds as its secret says, and takes no token that only resembles it.',
    'tool-server',
  ),
  'security.handles': requirement(
    ['ours: promise S10', 'ours: promise D26'],
    'A run_id or session_id of another principal is as unknown as one that never was.',
    'tool-server',
  ),
  'security.users': requirement(
    'ours: promise S11',
    'What is of one user is 403 or 404 for another.',
    'users',
  ),

  // Files
  'security.paths': requirement(
    ['ours: promise S13', 'ours: promise D27'],
    'No spelling of a path leads out of the workspace.',
  ),
  'security.links': requirement(
    ['ours: promise S14', 'ours: promise D27'],
    'No link leads out of the workspace, also when it is swapped in meanwhile.',
  ),
  'security.files': requirement(
    ['ours: promise S13', 'ours: promise S14'],
    'Reading, editing and listing reach nothing outside of the workspace, and wait for no FIFO or device.',
  ),
  'security.modes': requirement(
    ['ours: promise S17', 'ours: promise D7'],
    'The data directory is 0700 and its files 0600, also those that were wider.',
  ),
  'security.temporary-files': requirement(
    'ours: promise S16',
    '/tmp/svc-files is 0700 and ours, or a private place is taken instead.',
    'tool-server',
  ),
  'files.read': requirement(
    'ours: promise S15',
    'read_file tells 256 KB and how to go on, refuses more than 5 MB, and shows no binary content.',
  ),
  'files.edit': requirement(
    'ours: behaviour',
    'edit_file replaces what is there exactly once, and keeps all else: bytes, line breaks, mode, owner.',
  ),
  'files.edit.atomic': requirement(
    ['ours: promise R5', 'ours: promise D13'],
    'An edit leaves the old content or the new, and never overwrites what was changed meanwhile by another hand.',
  ),
  'files.list': requirement(
    'ours: behaviour',
    'list_files tells names, types and sizes, at most 500, and what is a link without following it.',
  ),
  'files.allowance': requirement('ours: behaviour', 'One run writes at most 100 MB, all its files together.'),

  // Archives
  'security.archive': requirement(
    'ours: promise S18',
    'A hostile backup is refused before anything is written outside staging.',
    'backups',
  ),
  'security.archive.tampered': requirement(
    ['ours: promise S19', 'ours: promise D15'],
    'A tampered encrypted file is an authentication error, and no plaintext of it is published.',
    'backups',
  ),
  'security.archive.database': requirement(
    'ours: promise S20',
    'A restored database with more than our schema is found out in a child that can be killed.',
    'backups',
  ),
  'security.crypto': requirement(
    'ours: promise S21',
    'No nonce comes twice, no key serves two purposes, and an empty key is refused.',
    'backups',
  ),

  // Outbound
  'security.outbound.addresses': requirement(
    ['ours: promise S22', 'ours: promise D21'],
    'A request of the agent reaches no private address in any spelling, and never the ports of the engine.',
  ),
  'security.outbound.names': requirement(
    'ours: promise S23',
    'A connection goes to the address that was checked, whatever names resolve to.',
  ),
  'security.outbound.redirects': requirement(
    'ours: promise S24',
    'Each hop of a redirect is checked, and credentials do not follow to another origin.',
  ),
  'security.outbound.replies': requirement(
    'ours: promise S25',
    'A reply is bounded in decoded bytes and in time, and marked untrusted.',
  ),
  'security.pages': requirement(
    'ours: behaviour',
    'A run with its sub-agents reads at most max_pages_per_run pages of max_page_hosts_per_run hosts, and is told when that is spent.',
  ),
  'security.outbound.smuggling': requirement(
    'ours: promise S26',
    'No value smuggles a request, and no other scheme is followed.',
  ),
  'security.secrets.bound': requirement(
    ['ours: promise S27', 'ours: promise D22'],
    'A secret goes to the hosts and to the place that it is bound to, and nowhere else.',
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
    'Reading is free; changes of files and memory are while the owner attends; sending and changes of the engine are asked for; the rest is refused.',
  ),
  'security.consent.grants': requirement(
    ['ours: promise D23', 'ours: behaviour', 'ours: promise R12'],
    'What the owner allows is a row: listed, expiring, revocable, effective at once, and never longer than it says whatever the clock does.',
  ),
  'security.consent.http': requirement(
    'ours: behaviour',
    'Consent to a host is for https; http is another place, asked for on its own, and a grant from before is for https only.',
  ),
  'security.consent.unattended': requirement(
    'ours: promise D23',
    'A run that its owner does not attend reads, and does what was allowed beforehand; the rest is refused in words, and nothing is asked.',
  ),
  'security.consent.provenance': requirement(
    'ours: promise S30',
    'After a text of strangers an address is read freely only if the model has not made it up.',
  ),
  'security.consent.redirects': requirement(
    ['ours: promise S24', 'ours: promise S30'],
    'What was allowed for one host is not led on to another.',
  ),
  'security.consent.terminal': requirement(
    'ours: behaviour',
    'At a terminal consent is asked for, listed and taken back; without a terminal the command says how to give it.',
  ),
  'security.consent.question': requirement(
    'ours: contract',
    'Consent is asked for as a prompt: one at a time, answered or stopped like the others, and no work of the run.',
  ),
  'security.consent.options': requirement(
    'ours: behaviour',
    'What is neither a yes nor a no to a consent neither allows nor denies: it is 400 invalid_answer, and asked again at a terminal.',
  ),
  'security.untrusted': requirement(
    ['ours: promise S31', 'ours: promise D25'],
    'Text from outside stands in exactly one element of a prompt, which nothing in it can close, open or imitate.',
  ),
  'security.tool-definitions': requirement(
    'ours: promise S32',
    'Tools of a server are namespaced and pinned; a changed definition waits for approval.',
    'mcp-client',
  ),
  'security.tool-urls': requirement(
    'ours: promise S33',
    'No address that a tool server names reaches a shell or the inside.',
    'mcp-client',
  ),
  'security.exec': requirement(
    ['ours: promise S34', 'ours: promise D24'],
    'Execution is off or asked for, without a shell, with a scrubbed environment and limits.',
    'exec',
  ),
  'security.passthrough': requirement(
    'ours: promise S35',
    'A token that came in is never sent on.',
    'tool-server',
  ),

  // Input and leaks
  'security.fuzz': requirement(
    'ours: promise S36',
    'Hostile input gets a 4xx problem, never a 5xx; the process lives and answers the next request.',
  ),
  'security.fuzz.tool-server': requirement(
    'ours: promise S37',
    'Hostile lines get an error, the stdio session survives, and stdout carries protocol only.',
    'tool-server',
  ),
  'security.patterns': requirement(
    'ours: promise S39',
    'Patterns and searches are literal; an empty pattern is refused, nothing is wiped by accident, nothing hostile is a 5xx.',
  ),
  'security.linear-search': requirement(
    'ours: promise S39',
    'Searching and replacing in a file is literal and linear, whatever the text.',
  ),
  'security.slow-senders': requirement(
    'ours: promise S40',
    'Slow senders and idle sockets are bounded; others are served.',
  ),
  'security.log-injection': requirement(
    'ours: promise S41',
    'A log line is one line, its control characters escaped.',
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
    'What is installed is locked, has no known holes and runs nothing at install time that was not reviewed.',
  ),
  'security.limits': requirement(
    'ours: promise D31',
    'Bodies above 1 MB are 413; headers, requests and sockets are limited.',
  ),
  'security.quoted-keys': requirement(
    'ours: promise S28',
    'A key of the engine that its provider says back is masked before it is shown, kept or carried out, also where it is cut in two.',
  ),
  'security.fault-facts': requirement(
    'ours: promise S43',
    'Of a fault that nothing caught the process tells its class, its code and where it was thrown, and no message, source or value; what cannot be masked is not logged.',
  ),
  'security.secret-scan': requirement(
    'ours: promise S43',
    'After a session with every kind of secret there is none of them, in no spelling, in any output, answer or file but where it belongs.',
  ),
  'security.fuzz.tools': requirement(
    'ours: promise S36',
    "Hostile arguments of a tool are a failed result in words, never a fault, and change nothing outside of the tool's reach.",
  ),
  'security.workspace-apart': requirement(
    'ours: behaviour',
    'Workspace and data directory never contain one another but for the default, and no link, mount or move leads the agent from one into the other.',
  ),
} satisfies Requirements;
