import { deferred, long, quick, torture, type Requirements } from './requirement.ts';

/** Promises R: nothing that was acknowledged is lost. Those of a single feature stand with that feature. */
export const ofReliability = [
  // Start, state files, processes
  long('ours: promise R1', {
    'engine.ready':
      'After kill -9 the engine is ready within 3 s with 10,000 threads, and readyz says so only then.',
  }),
  quick(['ours: promise R2', 'ours: promise D11'], {
    'engine.one-per-directory':
      'A second engine exits 78 with one line naming the holder; the first is unharmed; after kill -9 the next one starts.',
  }),
  long('ours: contract', {
    'storage.settings':
      'SVC_STORAGE_URL and SVC_STORAGE_SCHEMA choose where the data is; what cannot be used ends the start with 78 and says what to do, without the password.',
    'storage.named':
      'Status, readiness and metrics say where a PostgreSQL server keeps the data, and none of them its password.',
    'storage.round-trips':
      'A list is read in one round trip to the server, a commit takes at most two, however many lists wait, and a run at most three a turn.',
    'storage.lease':
      'One engine at a time has a schema; one that stood still and lost it writes nothing when it goes on.',
    'storage.copy':
      'svc storage copy moves all data between the files and PostgreSQL, as a whole or not at all, and removes nothing that was in its way.',
    'storage.backup':
      'A backup, an export and a move of data in PostgreSQL are of one moment of the schema, and in the same form as of files: what was made on one storage is restored on the other, row for row.',
    'storage.restore':
      'A restore, an import and a move into PostgreSQL load a schema of their own and exchange it in one transaction: whatever dies, the schema has all of the old or all of the new data, and nobody who lost it writes.',
    'storage.erasure':
      'An erasure of data in PostgreSQL drops its schema before an engine serves again, and no later start erases what is new in it.',
    'storage.away':
      'Without its server an engine refuses with 503 and a reason, loses nothing that it has acknowledged, and goes on by itself.',
  }),
  quick('ours: promise S18', {
    'rows.elsewhere':
      'Each column of each table says what becomes of it in a row of another machine, in a restore, a migration and an import alike: nothing acts, is allowed or names a folder because such a row says so.',
    'rows.own':
      "A restore of this engine's own backup ends what may have gone on since, and consents that lasted; it loses nothing else.",
    'rows.paths': 'Rows name folders of ours by their names, never by paths.',
    'rows.settings':
      'Settings of another machine send no key of this one anywhere, start no program, and let no one in.',
  }),
  quick('ours: behaviour', {
    'numbers.exact':
      'A number that JavaScript would change is refused by every way in that can be told so, and keeps its digits as a text where others wrote it.',
    'engine.warm':
      'Once the engine can be reached it loads what the first run needs; this reaches no network and writes nothing.',
    'engine.unused-proxies':
      'Proxy variables are not used; the log names those that are set at the start, never their values.',
  }),
  quick('ours: promise R3', {
    'engine.drain': 'SIGTERM ends streams with error and then end, and the process exits within 10 s.',
  }),
  long('ours: behaviour', {
    'engine.boot-twice': 'boot() can run twice in one process.',
  }),
  torture('ours: promise R6', {
    'engine.read-only':
      'An unwritable data directory is reported at the start in one line, and the engine starts once it is writable.',
  }),
  long('ours: behaviour', {
    'engine.large-texts':
      'Texts of 2 MB of any kind are taken or refused by name, wherever they come in, and everything else is answered meanwhile.',
  }),
  quick('ours: promise D12', {
    'engine.databases':
      'Every database is in WAL mode with secure_delete, foreign keys and an untrusted schema; a commit is acknowledged once its log is synced, or, if it says so, once it is written, which is synced within a second.',
  }),
  long('ours: promise D30', {
    'engine.inventory':
      'One table names everything that the engine leaves in its data directory, and nothing else.',
  }),
  quick('ours: promise R30', {
    'engine.write-gate':
      'While the gate is closed, the engine changes no state file, copy or workspace file; waiting writes land afterwards.',
  }),
  deferred('load')('ours: promise R50', {
    'engine.large-start':
      'With a data directory of 1 GB the engine starts within 5 s, without a full check of any database.',
  }),
  long('ours: promise R13', {
    'crash.acknowledged':
      'After SIGKILL at any journal boundary, everything acknowledged is there, and no id that a client knows is missing or reused.',
  }),
  quick('ours: promise R13', {
    'crash.interrupted':
      'At start a running run becomes interrupted with a terminal event, and its thread accepts the next message.',
  }),
  quick('ours: promise R11', {
    'crash.atomic-migration': 'A migration that throws leaves the previous schema.',
  }),
  quick('ours: promise R10', {
    'crash.newer-schema':
      'A newer schema is refused with both versions named, nothing is written, and the other stores serve.',
  }),
  quick('ours: promise R7', {
    'crash.disk-full':
      'A full disk answers 507 disk_full or an error event; the engine recovers without a restart.',
  }),
  long(['ours: promise R5', 'ours: promise R7'], {
    'crash.memory':
      'Killing the process or filling the disk while a namespace is replaced leaves the old namespace or the new one.',
  }),
  quick('ours: promise R8', {
    'crash.io-errors':
      'An I/O error of a database fails the request as storage_error; after a failed sync nothing is acknowledged before the log was rewritten, or the connection is opened again.',
    'crash.io-errors.told':
      'A failed sync of a database, and what it means, is one line of the log for each incident.',
  }),
  quick('ours: promise R9', {
    'crash.corrupt-store': 'A corrupt store answers 503 store_corrupt, others serve, and its files are kept.',
  }),
  quick(['ours: promise R9', 'ours: promise R10'], {
    'crash.told-once': 'An unusable store is one log line without a stack, however often it is used.',
  }),

  // Kept by later work
  quick('ours: promise R17', {
    'promise.tool-server.one-run':
      'Of twenty parallel svc_run_start in a session exactly one wins, and the others name it.',
  }),
  long('ours: promise R18', {
    'promise.tool-server.restart':
      'After a restart every run can be polled, ids increase, and nextCursor never goes back.',
  }),
  long('ours: promise R19', {
    'promise.tool-server.limits':
      'Beyond a limit a run is refused or evicted by rule, and the limit is named; existing runs are unharmed.',
  }),
  long('ours: promise R25', {
    'promise.mcp-client.faults':
      'A tool server that is down, dies or floods neither delays the start nor blocks others.',
  }),
  quick('ours: promise R27', {
    'promise.schedules':
      'A schedule starts at most once for each due time, catches up once, and reports what was missed.',
  }),
  quick('ours: promise R28', {
    'promise.task-stop': 'Racing stops never start a second run, and the codes are as specified.',
  }),
  long('ours: promise R29', {
    'promise.changeset-kill':
      'A killed review leaves every file in its old or new state, and can be repeated.',
  }),
  quick(['ours: promise R30', 'ours: promise D14'], {
    'promise.backup.one-point': 'A backup under load is one point in time across all stores.',
  }),
  long(['ours: promise R31', 'ours: promise D28'], {
    'promise.backup.kill':
      'Only complete, verified backups are listed, whatever happened while they were made.',
  }),
  quick(['ours: promise R32', 'ours: promise D30'], {
    'promise.backup.coverage':
      'A backup holds everything that the inventory lists; every omission has a written reason.',
  }),
  long('ours: promise R33', {
    'promise.restore.same':
      'A restore produces the same logical export, on the same machine and on an empty one.',
  }),
  long('ours: promise R34', {
    'promise.restore.kill': 'A killed restore leaves all old data or all new data.',
  }),
  long(['ours: promise R35', 'ours: promise D16', 'ours: promise D17'], {
    'promise.restore.refused':
      'An archive that fails a check is refused before live data is touched, with the check named.',
  }),
  long('ours: promise R36', {
    'promise.restore.busy': 'A restore during a backup is 409; active runs are interrupted.',
  }),
  long(['ours: promise R37', 'ours: promise D18'], {
    'promise.vault.rotate-kill':
      'A killed rotation leaves every secret readable with exactly one recorded key.',
  }),
  long('ours: promise R38', {
    'promise.vault.old-backups':
      'After a rotation old backups can be restored, or the reply lists which cannot and why.',
  }),
  quick(['ours: promise R39', 'ours: promise D19', 'ours: promise D20'], {
    'promise.vault.key-gone': 'A key is never generated over an existing vault; the locked state is visible.',
  }),
  quick('ours: promise R40', {
    'promise.merges.kill': 'A killed merge is resumed or undone at the start; no row is lost or doubled.',
    'promise.merges.older-store':
      'Where one database comes from an older backup than the others, a start puts rows and links of merges where the graph shows them.',
  }),
  long('ours: promise R41', {
    'promise.drive.faults':
      'Whatever the drive answers, the local backup is fine, and there are never two root folders.',
    'promise.drive.kill':
      'An upload that dies at any step goes on after the next start, in the same folders, and sends no file twice.',
  }),
  long('ours: promise R42', {
    'promise.drive.disconnect':
      'A disconnect revokes access whatever cannot be deleted, and touches only files of the engine.',
  }),
  quick('ours: behaviour', {
    'clock.jump_deletes_nothing':
      'After the clock jumped by more than 48 hours, or on data that came from elsewhere, nothing is deleted or forgotten for ' +
      'its age until the engine has run for two more days; the status says so.',
    'clock.jump_fails_closed':
      'What lets somebody in for a time, given while the clock was ahead, lets nobody in once the clock is right.',
  }),
  quick(['ours: promise R43', 'ours: promise D32'], {
    'promise.backup.retention':
      'The newest complete backup always stays, and no backup dated in the future is deleted.',
  }),
  long('ours: promise R44', {
    'promise.migration': 'A migration reveals nothing until all of it is verified.',
  }),
  long('ours: promise R45', {
    'promise.export.complete': 'An export is complete, streamed, and without secret values.',
  }),
  quick(['ours: promise R46', 'ours: promise D29'], {
    'promise.erasure':
      'After an erasure a byte scan finds nothing, and the reply lists what remains and why.',
  }),
  torture('ours: promise R47', {
    'promise.load':
      'Under load for ten minutes there are no errors, reads stay below 100 ms and memory is flat.',
  }),
  torture('ours: promise R48', {
    'promise.soak': '20,000 runs and 50 restarts leak no descriptors, timers, logs or temporary files.',
  }),
] satisfies Requirements;
