import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { httpApi, runStream, limits } = heading;

/** Routes that the specification describes in one sentence each: files, artifacts, speech, export, migration. */
export const ofTheWings = {
  'files.http.list': requirement(httpApi, 'GET /api/files lists a directory.'),
  'files.http.download': requirement(httpApi, 'GET /api/files/download downloads a file.'),
  'files.http.read': requirement(
    [httpApi, limits],
    'GET /api/files/read reads a file preview, 1 MB at most.',
  ),
  'files.http.delete': requirement(httpApi, 'DELETE /api/files deletes a file.'),
  'files.deleted': requirement(
    'ours: behaviour',
    'A deleted file comes back with its content and mode, beside whatever took its name; its copy is on disk before it goes, through a crash at any point.',
  ),
  'files.deleted.limits': requirement(
    'ours: behaviour',
    'A file that is too large to be kept is deleted only where that is asked for; deleted files go for good after 30 days, or where later ones need their place.',
  ),
  'files.found': requirement(
    'ours: behaviour',
    'A folder of many thousands of files is listed in pages to its end, and searched by a part of a name; where more than 100,000 names are not read, the listing says so.',
  ),
  'files.preview': requirement(
    'ours: promise S15',
    'A preview is cut at 1 MB between characters; no workspace file is served inline.',
  ),
  'files.http.paths': requirement(
    ['ours: promise S13', 'ours: promise S14'],
    'The file routes reach nothing outside the workspace, follow no link, and never block on a FIFO or device.',
  ),
  'artifacts.list': requirement(httpApi, 'GET /api/artifacts lists artifacts.'),
  'artifacts.save': requirement(httpApi, 'POST /api/artifacts saves an artifact.'),
  'artifacts.get': requirement(httpApi, 'GET /api/artifacts/:id gets an artifact.'),
  'artifacts.delete': requirement(httpApi, 'DELETE /api/artifacts/:id deletes an artifact.'),
  'artifacts.versions': requirement(
    'ours: behaviour',
    'Saving with the id of an artifact makes its next version; the newest ten are kept, and every one that is kept can be read.',
  ),
  'artifacts.contents': requirement(
    'ours: behaviour',
    'A content is a file named by its SHA-256, written whole before a row names it; what no version names is removed, at the latest at the next start.',
  ),
  'artifacts.text': requirement(
    'ours: promise S15',
    'An artifact is given out as text in JSON, whatever its type says.',
  ),
  'artifacts.tools': requirement(
    'ours: behaviour',
    'The agent saves, reads and lists artifacts; what it reads is marked as not its owner’s, and a much shorter version is pointed out.',
  ),
  'searxng.check': requirement(httpApi, 'POST /api/searxng/check validates a SearXNG URL.', 'long'),
  'data.export': requirement(httpApi, 'GET /api/export exports the data (GDPR Art. 15 and 20).', 'long'),
  'data.delete': requirement(
    [httpApi, 'ours: promise R46'],
    'DELETE /api/data deletes the data (GDPR Art. 17): a byte scan of everything that the engine writes finds nothing of it.',
  ),
  'data.delete.whatever-dies': requirement(
    'ours: promise R46',
    'An erasure that was begun is finished by the next start, wherever it is killed; nothing that is written after it goes.',
  ),
  'data.delete.honest': requirement(
    'ours: promise R46',
    'What could not be removed is named, and the erasure is told as incomplete, never as done.',
  ),
  'data.delete.reach': requirement(
    'ours: promise R46',
    'An erasure removes backups unless they are kept and a workspace elsewhere only if told, and its answer names what it does not reach and how to remove it.',
  ),
  'data.delete.unknown': requirement(
    'ours: contract',
    'Entries of the data directory that are not from svc, and mounted file systems, are refused with their names before anything happens; repeated names go.',
  ),
  'data.delete.links': requirement(
    'ours: behaviour',
    'An erasure follows no link and looks into no other file system: of a link the link goes, and a file that has a second name elsewhere keeps its content there.',
  ),
  'data.delete.scan': requirement(
    'ours: behaviour',
    'After an erasure names, addresses and ids that were in the data are looked for in what stays, and are written nowhere.',
  ),
  'data.delete.refused': requirement(
    'ours: contract',
    'Nothing is erased without the exact confirmation, on a hosted instance, beside a backup or a second erasure, or while a run does not stop.',
  ),
  'data.delete.terminal': requirement(
    'ours: behaviour',
    'svc erase says what goes, has the confirmation typed, waits for the end, and prints what is still there.',
    'long',
  ),
  'speech.transcribe': requirement(
    httpApi,
    'POST /api/transcribe turns audio (base64 in) into text.',
    'long',
  ),
  'speech.speak': requirement(
    [httpApi, runStream],
    'POST /api/speak turns text into speech, an SSE audio stream; it needs the key variable of the EU provider.',
    'long',
  ),
  'migration.crypto': requirement(
    httpApi,
    'A migration exchanges keys by X25519 ECDH and encrypts with AES-256-GCM.',
    'long',
  ),
  'migration.preview': requirement(
    httpApi,
    'GET /api/migration/preview returns available databases and sizes.',
    'long',
  ),
  'migration.export': requirement(
    [httpApi, runStream],
    'POST /api/migration/export starts the export, an SSE stream.',
    'long',
  ),
  'migration.handshake.begin': requirement(
    httpApi,
    'GET /api/migration/handshake initiates the key exchange (import side).',
    'long',
  ),
  'migration.handshake.complete': requirement(
    httpApi,
    'POST /api/migration/handshake completes the key exchange (import side).',
    'long',
  ),
  'migration.manifest': requirement(httpApi, 'POST /api/migration/manifest receives the manifest.', 'long'),
  'migration.chunk': requirement(httpApi, 'POST /api/migration/chunk receives an encrypted chunk.', 'long'),
  'migration.restore': requirement(httpApi, 'POST /api/migration/restore restores imported data.', 'long'),
  'migration.way.once': requirement(
    'ours: promise R44',
    'A migration goes on when each of its messages is once lost, doubled, altered, cut, late or answered by something else.',
    'long',
  ),
  'migration.way.sealed': requirement(
    'ours: promise R44',
    'Nothing on the way can read what moves, nor the migration token.',
    'long',
  ),
  'migration.way.altered': requirement(
    'ours: promise R44',
    'What is altered on the way is refused, and both engines stay as they are; the same again goes on where it was.',
    'long',
  ),
  'migration.way.reordered': requirement(
    'ours: promise R44',
    'A chunk in the place of another one is refused.',
    'long',
  ),
  'migration.way.keys': requirement(
    'ours: promise R44',
    'Something on the way that puts its own keys in the place of theirs gets nothing.',
    'long',
  ),
  'migration.way.replayed': requirement(
    'ours: promise R44',
    'A recorded session cannot be played again.',
    'long',
  ),
  'migration.token': requirement(
    'ours: promise R44',
    'Nothing is sent before both engines have proven that they know the migration token, which is never sent; it is good for one migration and is stored on neither side.',
    'long',
  ),
  'migration.resume': requirement(
    'ours: promise R44',
    'After a kill of either engine at any chunk, the same again goes on where it was, and the source is unchanged.',
    'long',
  ),
  'migration.lies': requirement(
    'ours: promise R44',
    'A manifest that lies about paths, kinds, sizes, counts or schemas is refused before anything of the engine changes.',
    'long',
  ),
  'migration.space': requirement(
    ['ours: promise R7', 'ours: promise R44'],
    'A full disk at the target ends a migration with a clear refusal; with space again it goes on.',
    'long',
  ),
  'migration.accepted-only': requirement(
    'ours: promise R44',
    'The import side answers 404 unless the instance accepts a migration; an engine with data of its own needs the consent to replace it.',
    'long',
  ),
  'migration.hosted': requirement(
    'ours: promise R44',
    'A hosted instance accepts a migration with the token of its host, and refuses to be moved away.',
    'long',
  ),
  'migration.address': requirement(
    'ours: promise S22',
    'A migration goes to https, or by plain http to an address of a private network that the owner typed; addresses are judged, and no redirect is followed.',
    'long',
  ),
  'migration.merges': requirement(
    'ours: promise R44',
    'Merges that moved can be rolled back at the target.',
    'long',
  ),
  'migration.vectors': requirement(
    'ours: promise R44',
    'Handshake, keys, messages and answers are as config/migration-format.md says, with test vectors.',
  ),
  'migration.inventory': requirement(
    'ours: promise R44',
    'Everything that the inventory marks as migrated moves, and nothing else.',
  ),
} satisfies Requirements;
