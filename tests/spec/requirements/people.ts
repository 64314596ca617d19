import { browser, long, quick, type Requirements } from './requirement.ts';

/** Who asks, and whose things are whose. */
export const ofPeople = [
  quick('ours: contract', {
    'people.owner':
      'An engine has one owner, who is made at its first start and stays; where there is something already, it is theirs.',
    'people.me': 'GET /api/me tells who asks and how they signed in; with one person, nobody signs in.',
    'people.rows':
      'Each route says who may ask for it; every way in asks that at one place, before it reads what is asked.',
    'people.owner-only':
      "What is the owner's is 403 owner_only for everybody else, and 401 for one who is not signed in or was disabled.",
    'people.scopes': 'A scope only narrows: without it a row is 403, whoever asks.',
    'people.threads':
      'Threads and what hangs on them (messages, runs, events, calls, queue, changes, forks, tags, sessions) are 404 as unknown for everybody but their person, the owner included; lists and searches have only one’s own.',
    'people.prompts':
      'A question belongs to the person for whom the run acts: only they see it and answer it.',
    'people.stop': 'Only its person and the owner stop work; the owner sees that it runs, and no word of it.',
    'people.grants':
      'A consent counts only for runs that act for who gave it, and only they see it or take it back.',
    'people.notices': 'A notice tells one person: the one whose trigger or workflow it is of.',
    'people.work':
      'Tasks, workflows, their runs and their statistics are 404 as unknown for everybody but their person, and no list, count or candidate of an id has those of another.',
    'people.triggers':
      'Of another’s trigger one is told that it exists, its kind, whether it is on and whose it is, and no word; running and stoppable only by the owner and its person.',
    'people.ceilings':
      'What the work of a person may cost in a day is reserved before the ceilings of the engine, whatever starts it: runs, triggers, workflows, tasks, sub-agents, titles, batches, speech; what others spend is told to nobody but the owner.',
    'people.costs': 'Statistics, daily costs and starters are of one person each, whoever asks.',
    'people.lines':
      'The owner sees for each run of others whose it is, its kind, cost, time and state, and no word of it.',
    'people.shares':
      'Of a rate window of an API, of the unfinished batches and of what waits to be taken over by one person one member has at most half, all members together at most three quarters, and the owner all: a member keeps nobody out, also over a restart. Of the collections, which are nobody’s own, members make and fill three quarters.',
    'people.room':
      'The folder of a member with their uploads, their artifacts and the copies that are kept for their reviews takes no more of the disk than member_files_gb says, and what members put into shared no more than that together; what does not fit is refused before anything is lost, and the owner has no bound.',
    'people.web': 'The requests of an hour and a day are counted for each person.',
    'people.assistants':
      'Each person has their own assistants, which nobody else sees or begins with, and two may have the same name.',
    'people.insights':
      'Insights and patterns are made of the runs of one person each, who alone reads them; with a conversation that goes to another nothing of it goes along.',
    'people.hosts':
      'A session, run or batch of the tool server is of the person for whom the host acts, and unknown to hosts of others; nobody’s runs give way to another’s.',
    'people.live':
      'Who follows the threads is told of their own alone; that another’s was deleted is not told.',
    'people.stop-beginnings':
      'A beginning of an id means only what the asker may stop; of another’s work the whole id is 403, with no fact.',
    'people.memory':
      'Each entry of memory is one person’s: lists, texts, search, recall, what a model was told and where it came from have one’s own and what is shared; only its person changes it, and sharing is an act.',
    'people.merges':
      'Everybody sees the same merges of what everybody sees; of the conversations that moved with one each sees only their own.',
    'people.graph':
      'What a conversation teaches the graph (entities, names, facts, relations, mentions and their counts) is seen by its person alone until they share it: in lists, searches, counts, candidates, merges, contacts, records, recall and prompts. What was entered or imported, and every contact, is everybody’s. What was taught before is the owner’s.',
    'people.invitations':
      'An invitation lets one person in who is not there yet: once, for at most 72 hours, until it is withdrawn; of its token only a hash is kept. From the first one on everybody signs in, on every way in, also after the last member has left; the browser that asks for it is signed in.',
    'people.sessions':
      'A session is a random value of which a hash is kept. Each browser has its own, a sign-in never goes on with a value that was there before, and each can be listed and ended.',
    'people.tokens':
      'A token of a person has scopes that only narrow, may end by itself, is shown once, and makes nothing that lets somebody in.',
    'people.links':
      'A link of the owner signs one browser in as a person, once and within an hour, and they are told.',
    'people.open-streams':
      'The end of a session, of a token or of one of its scopes, and the disabling of a person, end open streams within two seconds.',
    'people.tries':
      'Wrong tries to sign in are limited by network and by person, also over a restart; who is signed in, or shows what is valid, is not limited.',
    'people.private-hosts':
      'Servers of this machine and its network are reached for the owner alone, unless private_hosts_for_everyone is set.',
    'people.clock': 'Sessions, tokens, invitations and links fail closed when the clock jumps.',
    'people.told': 'Who was let in, a sign-in from a new browser and a link are told by a notice.',
    'people.set':
      'The owner renames, limits, disables and enables people, and cannot be disabled; a member is told names only. Whom a restore brings back stays disabled or removed.',
    'people.disabled-work':
      'What runs for a person ends within two seconds when they are disabled, and says so; nothing of theirs begins until they are enabled, and what was due meanwhile is not made up for.',
    'people.disabled-tokens':
      'Sessions, tokens and links of a person who was disabled end for good; who is enabled signs in anew.',
    'people.handover':
      'A thread, trigger or workflow is handed over when its person offers it and the other says yes, in one commit with all that hangs on it, and not while it runs or waits for a review. What it has cost stays with whom it was spent for, and with its new person it may nothing that they have not allowed. No word of whoever had it instructs an agent of its new person: its instructions and what its runs were given of instructions and memory do not go along, and its queue waits. Each is told by a notice of what the other says.',
    'people.removal':
      'Whoever is removed is out first and their work stops; everything that is theirs is erased, or handed over to whom they agreed to, and the answer counts each kind. A yes of theirs is nobody else’s, and what works by itself waits for whose it is now. What they said, in conversations and in memory, counts as words of another.',
    'people.in-flight':
      'Who is removed, disabled or erases what is theirs is waited for where a request of theirs is in flight, or words of a run of theirs are read: it ends, and is refused. So nothing of theirs is written afterwards. Who is gone meanwhile is not signed in, and gets no link and no offer.',
    'people.stores':
      'Each read of a store by an id, or by words of somebody, takes the person and finds nothing of another.',
    'people.own-export':
      'Each person takes out what is their own as one zip, with a count for each section and a schema: all of theirs in every store, no word of another, no value of a secret, and no number that counts what others have.',
    'people.own-erasure':
      'Each person erases what is their own with a confirmation: their work ends first, no byte with a word of theirs stays in the data directory, what is others’ stays, they stay signed in, and each kind is counted. Of the owner the settings and secrets stay.',
    'people.own-erasure.meanwhile':
      'While what is somebody’s own is erased, whatever way they come nothing of theirs is begun or changed, and what they ask is refused and says why; they may look and delete. Where work of theirs does not stop, nothing is erased.',
    'people.passkeys':
      'A passkey signs its person in, with the person at the device, at the address that it was made at: once for each beginning, in the browser that began, within ten minutes.',
    'people.oidc':
      'An account at a provider of OpenID Connect signs in whom it was linked to while signed in or while accepting an invitation, by issuer and subject alone, with PKCE; a state counts once and in the browser that began, and the way back is the address of the engine.',
    'people.files':
      'Files of a member’s runs, their attachments and what they upload lie in a folder of theirs, which nobody else’s routes, runs, lists and deleted files reach; what is in shared is everybody’s, and the rest the owner’s.',
    'people.artifacts': 'An artifact is its person’s until they share it; what others share is only read.',
    'people.secrets':
      'Secrets of a member are a namespace of their own: nobody lists another’s names, and a name never means another’s.',
    'people.masking':
      'In texts of a member no value of another is masked that a guess could hit, and nothing of them is held back while it comes because it begins one; a key of another is masked, however it is cut.',
    'people.usable':
      'A run of a member uses no secret, credential of an API, tool server or cloud account of the owner unless the owner said that everyone may.',
    'people.tool-server':
      'A host of the tool server that shows the token of a person works as that person, on its own sessions, and is out within two seconds when the token is removed; once people sign in, a tool server without a secret lets nobody else in and names SVC_MCP_SECRET.',
    'people.proxy':
      'The name of a user in SVC_PROXY_USER_HEADER counts only from a peer in SVC_TRUST_PROXY and only for whom the owner has given it; otherwise it is 403 or ignored, and without the list the start refuses.',
    'people.matrix':
      'Every route, asked by the owner, two members, a token that only reads, one who is disabled and no one, about things of each in every store: the status that its row says, and no word of another in body, headers, events, logs and metrics.',
    'people.tools':
      'Each tool of the tool server says who may call it and what a token needs for it, which is asked before anything of a call is looked at; of another’s runs, sessions, batches and files a host learns nothing.',
    'people.same-key':
      'An idempotency key is of one person: the same of another begins something of its own.',
    'people.counts': 'No count, rank or cursor that one is shown changes by what another has.',
    'people.cursors': 'A cursor that was made for one leads another only through what is theirs.',
    'people.page-areas':
      'What of the page asks for the owner’s alone stands in an area or a part of the settings that is the owner’s, or looks first who is signed in.',
    'people.single-user':
      'A directory that was written before there were people shows its owner what it showed before, and nobody signs in.',
    'people.unknown':
      'What is another’s is answered as what nobody has: the same status, body and headers, after the same reads.',
    'people.restore':
      'A restore brings no session, token, invitation and link to life; who was disabled or removed stays out, and signing in stays on.',
    'people.rooms':
      'What has room for only so many has it for each person: nobody keeps another from a replay, from the title and the memory of a run, from what they deleted, or from a sign-in that they have begun.',
    'people.arriving':
      'People come with the rows that are theirs; whose owner comes is the owner here, and two owners do not come.',
  }),
  browser('ours: contract', {
    'page.people':
      'The page lets somebody in by an address or its code; each has their own, a member is shown nothing that is the owner’s, and who is disabled is out at once.',
    'page.handover':
      'A conversation is offered from its menu and taken under Waiting; the owner sees what is done for others as lines.',
    'page.own-data':
      'Whoever signs in downloads what is theirs from the settings, and erases it there once they have typed so.',
    'page.passkeys': 'The page makes a passkey, and signs in with it.',
  }),
  long('ours: contract', {
    'people.injected':
      'Whatever a page says to a run of a member, with every yes of that member: nothing is charged to the owner, no secret, API, tool server, private host or account of theirs is used, no question and no consent lands with them, and nothing of theirs is read or changed.',
    'people.single-user.year':
      'A directory with a year of one person, written by the last version that knew no people, shows its owner on every route what that version showed, and asks for no sign-in.',
    'people.moves':
      'A move to another engine and an import bring no session, token, invitation, link and consent to life, and who was disabled or removed stays out; passkeys count where the address is the same.',
    'people.own-erasure.whatever-dies':
      'Wherever the process dies in the erasure of what is somebody’s own, the next start finishes it, and nothing of others goes.',
    'people.terminal':
      'svc people lists who is here, invites, disables, enables and removes people and makes links.',
  }),
] satisfies Requirements;
