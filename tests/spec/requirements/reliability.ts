import { requirement, type Requirements } from './requirement.ts';

/** Promises R: nothing that was acknowledged is lost. Those that belong to one feature stand with it. */
export const ofReliability = {
  // Start, state files, processes
  'engine.ready': requirement(
    'ours: promise R1',
    'After kill -9 the engine is ready within 3 s with 10,000 threads, and readyz says so only then.',
  ),
  'engine.one-per-directory': requirement(
    ['ours: promise R2', 'ours: promise D11'],
    'A second engine exits 78 with one line naming the holder; the first is unharmed; after kill -9 the next one starts.',
  ),
  'engine.drain': requirement(
    'ours: promise R3',
    'SIGTERM ends streams with error and then end, and the process leaves within 10 s.',
  ),
  'engine.boot-twice': requirement('ours: behaviour', 'boot() can run twice in one process.'),
  'engine.read-only': requirement(
    'ours: promise R6',
    'A data directory that takes nothing is told at the start in one line, and starts once it is writable.',
    'torture',
  ),
  'engine.databases': requirement(
    'ours: promise D12',
    'Every database is in WAL mode with synchronous=FULL, secure_delete, foreign keys and an untrusted schema.',
  ),
  'engine.inventory': requirement(
    'ours: promise D30',
    'One table names everything that the engine leaves in its data directory, and nothing that it does not.',
  ),
  'engine.write-gate': requirement(
    'ours: promise R30',
    'While the gate is closed no state file, copy or file of the workspace changes by the engine; what waits lands afterwards.',
  ),
  'engine.large-start': requirement(
    'ours: promise R50',
    'With a data directory of 1 GB the engine starts within 5 s and checks no whole database on its way.',
    'load',
  ),
  'crash.acknowledged': requirement(
    'ours: promise R13',
    'After SIGKILL at any journal boundary what was acknowledged is there, and no id that a client knows is missing or reused.',
  ),
  'crash.interrupted': requirement(
    'ours: promise R13',
    'At start a running run becomes interrupted with a terminal event, and its thread takes the next message.',
  ),
  'crash.atomic-migration': requirement(
    'ours: promise R11',
    'A migration that throws leaves the schema before it.',
  ),
  'crash.newer-schema': requirement(
    'ours: promise R10',
    'A newer schema is refused with both versions named, nothing is written, and the other stores serve.',
  ),
  'crash.disk-full': requirement(
    'ours: promise R7',
    'A full disk answers 507 disk_full or an error event; it recovers without a restart.',
  ),
  'crash.memory': requirement(
    ['ours: promise R5', 'ours: promise R7'],
    'A namespace that was being replaced when the process was killed or the disk was full is the old one or the new one.',
  ),
  'crash.io-errors': requirement(
    'ours: promise R8',
    'An I/O error of a database fails the request as storage_error; after a failed fsync the connection is opened anew.',
  ),
  'crash.corrupt-store': requirement(
    'ours: promise R9',
    'A store that is corrupt answers 503 store_corrupt, others serve, and its files are kept.',
  ),
  'crash.told-once': requirement(
    ['ours: promise R9', 'ours: promise R10'],
    'A store that cannot be used is one line of the log, without a stack, however often it is asked.',
  ),

  // What later work keeps
  'promise.tool-server.one-run': requirement(
    'ours: promise R17',
    'Of twenty parallel svc_run_start in a session exactly one wins, and the others name it.',
    'tool-server',
  ),
  'promise.tool-server.restart': requirement(
    'ours: promise R18',
    'After a restart every run can be polled, with rising ids, and nextCursor never goes back.',
    'tool-server',
  ),
  'promise.tool-server.limits': requirement(
    'ours: promise R19',
    'Beyond a limit a run is refused or evicted by rule with the limit named; existing runs are unharmed.',
    'tool-server',
  ),
  'promise.mcp-client.faults': requirement(
    'ours: promise R25',
    'A tool server that is down, dies or floods neither delays the start nor keeps others from working.',
    'mcp-client',
  ),
  'promise.schedules': requirement(
    'ours: promise R27',
    'A schedule starts at most once for each due time, catches up once, and reports what was missed.',
    'triggers',
  ),
  'promise.task-stop': requirement(
    'ours: promise R28',
    'Of stops that race none turns into a second run, and the codes are as specified.',
    'tasks',
  ),
  'promise.changeset-kill': requirement(
    'ours: promise R29',
    'A review that is killed leaves every file before or after, and can be repeated.',
  ),
  'promise.backup.one-point': requirement(
    ['ours: promise R30', 'ours: promise D14'],
    'A backup under load is one point in time across all stores.',
    'backups',
  ),
  'promise.backup.kill': requirement(
    ['ours: promise R31', 'ours: promise D28'],
    'Only whole, verified backups are listed, whatever happened while they were made.',
    'backups',
  ),
  'promise.backup.coverage': requirement(
    ['ours: promise R32', 'ours: promise D30'],
    'A backup holds everything that the inventory lists; what is left out has a written reason.',
    'backups',
  ),
  'promise.restore.same': requirement(
    'ours: promise R33',
    'A restore gives the same logical export, on the same machine and on an empty one.',
    'backups',
  ),
  'promise.restore.kill': requirement(
    'ours: promise R34',
    'A restore that is killed leaves all old or all new.',
    'backups',
  ),
  'promise.restore.refused': requirement(
    ['ours: promise R35', 'ours: promise D16', 'ours: promise D17'],
    'An archive that fails a check is refused before live data is touched, with the check named.',
    'backups',
  ),
  'promise.restore.busy': requirement(
    'ours: promise R36',
    'A restore during a backup is 409; active runs are interrupted.',
    'backups',
  ),
  'promise.vault.rotate-kill': requirement(
    ['ours: promise R37', 'ours: promise D18'],
    'A rotation that is killed leaves every secret readable with exactly one recorded key.',
  ),
  'promise.vault.old-backups': requirement(
    'ours: promise R38',
    'After a rotation old backups restore, or the reply lists which will not and why.',
    'backups',
  ),
  'promise.vault.key-gone': requirement(
    ['ours: promise R39', 'ours: promise D19', 'ours: promise D20'],
    'A key is never generated over an existing vault; the state locked can be seen.',
  ),
  'promise.merges.kill': requirement(
    'ours: promise R40',
    'A merge that is killed is resumed or undone at the start; no row is lost or doubled.',
    'merges',
  ),
  'promise.drive.faults': requirement(
    'ours: promise R41',
    'Whatever the drive answers the local backup is fine, and there are never two root folders.',
    'cloud-drive',
  ),
  'promise.drive.disconnect': requirement(
    'ours: promise R42',
    'A disconnect revokes whatever cannot be deleted, and touches nothing that is not ours.',
    'cloud-drive',
  ),
  'promise.backup.retention': requirement(
    ['ours: promise R43', 'ours: promise D32'],
    'The newest whole backup always stays, and nothing dated in the future is deleted.',
    'backups',
  ),
  'promise.migration': requirement(
    'ours: promise R44',
    'Nothing of a migration is visible before all of it is verified.',
    'migration',
  ),
  'promise.export.complete': requirement(
    'ours: promise R45',
    'An export is complete, streamed, and without secret values.',
    'export',
  ),
  'promise.erasure': requirement(
    ['ours: promise R46', 'ours: promise D29'],
    'After an erasure a byte scan finds nothing, and the reply lists what remains and why.',
    'export',
  ),
  'promise.load': requirement(
    'ours: promise R47',
    'Under load for ten minutes there is no error, reads stay below 100 ms and memory is flat.',
    'load',
  ),
  'promise.soak': requirement(
    'ours: promise R48',
    'After 20,000 runs and 50 restarts descriptors, timers, logs and temporary files are as many as before.',
    'load',
  ),
} satisfies Requirements;
