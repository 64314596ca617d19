import { deferred, requirement, type Requirements } from './requirement.ts';

/** Promises R: nothing that was acknowledged is lost. Those of a single feature stand with that feature. */
export const ofReliability = {
  // Start, state files, processes
  'engine.ready': requirement(
    'ours: promise R1',
    'After kill -9 the engine is ready within 3 s with 10,000 threads, and readyz says so only then.',
    'long',
  ),
  'engine.one-per-directory': requirement(
    ['ours: promise R2', 'ours: promise D11'],
    'A second engine exits 78 with one line naming the holder; the first is unharmed; after kill -9 the next one starts.',
  ),
  'rows.elsewhere': requirement(
    'ours: promise S18',
    'Each column of each table says what becomes of it in a row of another machine, in a restore, a migration and an import alike: nothing acts, is allowed or names a folder because such a row says so.',
  ),
  'rows.own': requirement(
    'ours: promise S18',
    "A restore of this engine's own backup ends what may have gone on since, and consents that lasted; it loses nothing else.",
  ),
  'rows.paths': requirement('ours: promise S18', 'Rows name folders of ours by their names, never by paths.'),
  'rows.settings': requirement(
    'ours: promise S18',
    'Settings of another machine send no key of this one anywhere, start no program, and let no one in.',
  ),
  'numbers.exact': requirement(
    'ours: behaviour',
    'A number that JavaScript would change is refused by every way in that can be told so, and keeps its digits as a text where others wrote it.',
  ),
  'engine.drain': requirement(
    'ours: promise R3',
    'SIGTERM ends streams with error and then end, and the process exits within 10 s.',
  ),
  'engine.warm': requirement(
    'ours: behaviour',
    'Once the engine can be reached it loads what the first run needs; this reaches no network and writes nothing.',
  ),
  'engine.unused-proxies': requirement(
    'ours: behaviour',
    'Proxy variables are not used; the log names those that are set at the start, never their values.',
  ),
  'engine.boot-twice': requirement('ours: behaviour', 'boot() can run twice in one process.', 'long'),
  'engine.read-only': requirement(
    'ours: promise R6',
    'An unwritable data directory is reported at the start in one line, and the engine starts once it is writable.',
    'torture',
  ),
  'engine.databases': requirement(
    'ours: promise D12',
    'Every database is in WAL mode with secure_delete, foreign keys and an untrusted schema; a commit is acknowledged once its log is synced, or, if it says so, once it is written, which is synced within a second.',
  ),
  'engine.inventory': requirement(
    'ours: promise D30',
    'One table names everything that the engine leaves in its data directory, and nothing else.',
    'long',
  ),
  'engine.write-gate': requirement(
    'ours: promise R30',
    'While the gate is closed, the engine changes no state file, copy or workspace file; waiting writes land afterwards.',
  ),
  'engine.large-start': deferred(
    'ours: promise R50',
    'With a data directory of 1 GB the engine starts within 5 s, without a full check of any database.',
    'load',
  ),
  'crash.acknowledged': requirement(
    'ours: promise R13',
    'After SIGKILL at any journal boundary, everything acknowledged is there, and no id that a client knows is missing or reused.',
    'long',
  ),
  'crash.interrupted': requirement(
    'ours: promise R13',
    'At start a running run becomes interrupted with a terminal event, and its thread accepts the next message.',
  ),
  'crash.atomic-migration': requirement(
    'ours: promise R11',
    'A migration that throws leaves the previous schema.',
  ),
  'crash.newer-schema': requirement(
    'ours: promise R10',
    'A newer schema is refused with both versions named, nothing is written, and the other stores serve.',
  ),
  'crash.disk-full': requirement(
    'ours: promise R7',
    'A full disk answers 507 disk_full or an error event; the engine recovers without a restart.',
  ),
  'crash.memory': requirement(
    ['ours: promise R5', 'ours: promise R7'],
    'Killing the process or filling the disk while a namespace is replaced leaves the old namespace or the new one.',
    'long',
  ),
  'crash.io-errors': requirement(
    'ours: promise R8',
    'An I/O error of a database fails the request as storage_error; after a failed sync nothing is acknowledged before the log was rewritten, or the connection is opened again.',
  ),
  'crash.io-errors.told': requirement(
    'ours: promise R8',
    'A failed sync of a database, and what it means, is one line of the log for each incident.',
  ),
  'crash.corrupt-store': requirement(
    'ours: promise R9',
    'A corrupt store answers 503 store_corrupt, others serve, and its files are kept.',
  ),
  'crash.told-once': requirement(
    ['ours: promise R9', 'ours: promise R10'],
    'An unusable store is one log line without a stack, however often it is used.',
  ),

  // Kept by later work
  'promise.tool-server.one-run': requirement(
    'ours: promise R17',
    'Of twenty parallel svc_run_start in a session exactly one wins, and the others name it.',
  ),
  'promise.tool-server.restart': requirement(
    'ours: promise R18',
    'After a restart every run can be polled, ids increase, and nextCursor never goes back.',
    'long',
  ),
  'promise.tool-server.limits': requirement(
    'ours: promise R19',
    'Beyond a limit a run is refused or evicted by rule, and the limit is named; existing runs are unharmed.',
    'long',
  ),
  'promise.mcp-client.faults': requirement(
    'ours: promise R25',
    'A tool server that is down, dies or floods neither delays the start nor blocks others.',
    'long',
  ),
  'promise.schedules': requirement(
    'ours: promise R27',
    'A schedule starts at most once for each due time, catches up once, and reports what was missed.',
  ),
  'promise.task-stop': requirement(
    'ours: promise R28',
    'Racing stops never start a second run, and the codes are as specified.',
  ),
  'promise.changeset-kill': requirement(
    'ours: promise R29',
    'A killed review leaves every file in its old or new state, and can be repeated.',
    'long',
  ),
  'promise.backup.one-point': requirement(
    ['ours: promise R30', 'ours: promise D14'],
    'A backup under load is one point in time across all stores.',
  ),
  'promise.backup.kill': requirement(
    ['ours: promise R31', 'ours: promise D28'],
    'Only complete, verified backups are listed, whatever happened while they were made.',
    'long',
  ),
  'promise.backup.coverage': requirement(
    ['ours: promise R32', 'ours: promise D30'],
    'A backup holds everything that the inventory lists; every omission has a written reason.',
  ),
  'promise.restore.same': requirement(
    'ours: promise R33',
    'A restore produces the same logical export, on the same machine and on an empty one.',
    'long',
  ),
  'promise.restore.kill': requirement(
    'ours: promise R34',
    'A killed restore leaves all old data or all new data.',
    'long',
  ),
  'promise.restore.refused': requirement(
    ['ours: promise R35', 'ours: promise D16', 'ours: promise D17'],
    'An archive that fails a check is refused before live data is touched, with the check named.',
    'long',
  ),
  'promise.restore.busy': requirement(
    'ours: promise R36',
    'A restore during a backup is 409; active runs are interrupted.',
    'long',
  ),
  'promise.vault.rotate-kill': requirement(
    ['ours: promise R37', 'ours: promise D18'],
    'A killed rotation leaves every secret readable with exactly one recorded key.',
    'long',
  ),
  'promise.vault.old-backups': requirement(
    'ours: promise R38',
    'After a rotation old backups can be restored, or the reply lists which cannot and why.',
    'long',
  ),
  'promise.vault.key-gone': requirement(
    ['ours: promise R39', 'ours: promise D19', 'ours: promise D20'],
    'A key is never generated over an existing vault; the locked state is visible.',
  ),
  'promise.merges.kill': requirement(
    'ours: promise R40',
    'A killed merge is resumed or undone at the start; no row is lost or doubled.',
  ),
  'promise.merges.older-store': requirement(
    'ours: promise R40',
    'Where one database comes from an older backup than the others, a start puts rows and links of merges where the graph shows them.',
  ),
  'promise.drive.faults': requirement(
    'ours: promise R41',
    'Whatever the drive answers, the local backup is fine, and there are never two root folders.',
    'long',
  ),
  'promise.drive.kill': requirement(
    'ours: promise R41',
    'An upload that dies at any step goes on after the next start, in the same folders, and sends no file twice.',
    'long',
  ),
  'promise.drive.disconnect': requirement(
    'ours: promise R42',
    'A disconnect revokes access whatever cannot be deleted, and touches only files of the engine.',
    'long',
  ),
  'clock.jump_deletes_nothing': requirement(
    'ours: behaviour',
    'After the clock jumped by more than 48 hours, or on data that came from elsewhere, nothing is deleted or forgotten for ' +
      'its age until the engine has run for two more days; the status says so.',
  ),
  'clock.jump_fails_closed': requirement(
    'ours: behaviour',
    'What lets somebody in for a time, given while the clock was ahead, lets nobody in once the clock is right.',
  ),
  'promise.backup.retention': requirement(
    ['ours: promise R43', 'ours: promise D32'],
    'The newest complete backup always stays, and no backup dated in the future is deleted.',
  ),
  'promise.migration': requirement(
    'ours: promise R44',
    'A migration reveals nothing until all of it is verified.',
    'long',
  ),
  'promise.export.complete': requirement(
    'ours: promise R45',
    'An export is complete, streamed, and without secret values.',
    'long',
  ),
  'promise.erasure': requirement(
    ['ours: promise R46', 'ours: promise D29'],
    'After an erasure a byte scan finds nothing, and the reply lists what remains and why.',
  ),
  'promise.load': requirement(
    'ours: promise R47',
    'Under load for ten minutes there are no errors, reads stay below 100 ms and memory is flat.',
    'torture',
  ),
  'promise.soak': requirement(
    'ours: promise R48',
    '20,000 runs and 50 restarts leak no descriptors, timers, logs or temporary files.',
    'torture',
  ),
} satisfies Requirements;
