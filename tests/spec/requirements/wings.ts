import { heading } from './headings.ts';
import { long, quick, type Requirements } from './requirement.ts';

const { httpApi, runStream, limits } = heading;

/** Routes that the specification describes in one sentence each: files, artifacts, speech, export, migration. */
export const ofTheWings = [
  quick(httpApi, {
    'files.http.list': 'GET /api/files lists a directory.',
    'files.http.download': 'GET /api/files/download downloads a file.',
    'files.http.delete': 'DELETE /api/files deletes a file.',
    'artifacts.list': 'GET /api/artifacts lists artifacts.',
    'artifacts.save': 'POST /api/artifacts saves an artifact.',
    'artifacts.get': 'GET /api/artifacts/:id gets an artifact.',
    'artifacts.delete': 'DELETE /api/artifacts/:id deletes an artifact.',
  }),
  quick([httpApi, limits], {
    'files.http.read': 'GET /api/files/read reads a file preview, 1 MB at most.',
  }),
  quick('ours: behaviour', {
    'files.deleted':
      'A deleted file comes back with its content and mode, beside whatever took its name; its copy is on disk before it goes, through a crash at any point.',
    'files.deleted.limits':
      'A file that is too large to be kept is deleted only where that is asked for; deleted files go for good after 30 days, or where later ones need their place.',
    'files.saved':
      'The owner saves a text as a new file, or over the content that was read: its encoding stays, and what changed meanwhile is not overwritten.',
    'files.uploaded': 'The owner adds files to a folder under a free name; nothing is overwritten.',
    'files.found':
      'A folder of many thousands of files is listed in pages to its end, and searched by a part of a name; where more than 100,000 names are not read, the listing says so.',
    'artifacts.versions':
      'Saving with the id of an artifact makes its next version; the newest ten are kept, and every one that is kept can be read.',
    'artifacts.contents':
      'A content is a file named by its SHA-256, written whole before a row names it; what no version names is removed, at the latest at the next start.',
    'artifacts.tools':
      'The agent saves, reads and lists artifacts; what it reads is marked as not its owner’s, and a much shorter version is pointed out.',
    'data.delete.links':
      'An erasure follows no link and looks into no other file system: of a link the link goes, and a file that has a second name elsewhere keeps its content there.',
    'data.delete.scan':
      'After an erasure names, addresses and ids that were in the data are looked for in what stays, and are written nowhere.',
  }),
  quick('ours: promise S15', {
    'files.preview': 'A preview is cut at 1 MB between characters; no workspace file is served inline.',
    'artifacts.text': 'An artifact is given out as text in JSON, whatever its type says.',
  }),
  quick(['ours: promise S13', 'ours: promise S14'], {
    'files.http.paths':
      'The file routes reach nothing outside the workspace, follow no link, and never block on a FIFO or device.',
  }),
  long(httpApi, {
    'searxng.check': 'POST /api/searxng/check validates a SearXNG URL.',
    'data.export': 'GET /api/export exports the data (GDPR Art. 15 and 20).',
    'speech.transcribe': 'POST /api/transcribe turns audio (base64 in) into text.',
    'migration.crypto': 'A migration exchanges keys by X25519 ECDH and encrypts with AES-256-GCM.',
    'migration.preview': 'GET /api/migration/preview returns available databases and sizes.',
    'migration.handshake.begin': 'GET /api/migration/handshake initiates the key exchange (import side).',
    'migration.handshake.complete': 'POST /api/migration/handshake completes the key exchange (import side).',
    'migration.manifest': 'POST /api/migration/manifest receives the manifest.',
    'migration.chunk': 'POST /api/migration/chunk receives an encrypted chunk.',
    'migration.restore': 'POST /api/migration/restore restores imported data.',
  }),
  quick([httpApi, 'ours: promise R46'], {
    'data.delete':
      'DELETE /api/data deletes the data (GDPR Art. 17): a byte scan of everything that the engine writes finds nothing of it.',
  }),
  quick('ours: promise R46', {
    'data.delete.whatever-dies':
      'An erasure that was begun is finished by the next start, wherever it is killed; nothing that is written after it goes.',
    'data.delete.honest':
      'What could not be removed is named, and the erasure is told as incomplete, never as done.',
    'data.delete.reach':
      'An erasure removes backups unless they are kept and a workspace elsewhere only if told, and its answer names what it does not reach and how to remove it.',
  }),
  quick('ours: contract', {
    'data.delete.unknown':
      'Entries of the data directory that are not from svc, and mounted file systems, are refused with their names before anything happens; repeated names go.',
    'data.delete.refused':
      'Nothing is erased without the exact confirmation, on a hosted instance, beside a backup or a second erasure, or while a run does not stop.',
  }),
  long('ours: behaviour', {
    'data.delete.terminal':
      'svc erase says what goes, has the confirmation typed, waits for the end, and prints what is still there.',
  }),
  long([httpApi, runStream], {
    'speech.speak':
      'POST /api/speak turns text into speech, an SSE audio stream; it needs the key variable of the EU provider.',
    'migration.export': 'POST /api/migration/export starts the export, an SSE stream.',
  }),
  long('ours: promise R44', {
    'migration.way.once':
      'A migration goes on when each of its messages is once lost, doubled, altered, cut, late or answered by something else.',
    'migration.way.sealed': 'Nothing on the way can read what moves, nor the migration token.',
    'migration.way.altered':
      'What is altered on the way is refused, and both engines stay as they are; the same again goes on where it was.',
    'migration.way.reordered': 'A chunk in the place of another one is refused.',
    'migration.way.keys': 'Something on the way that puts its own keys in the place of theirs gets nothing.',
    'migration.way.replayed': 'A recorded session cannot be played again.',
    'migration.token':
      'Nothing is sent before both engines have proven that they know the migration token, which is never sent; it is good for one migration and is stored on neither side.',
    'migration.resume':
      'After a kill of either engine at any chunk, the same again goes on where it was, and the source is unchanged.',
    'migration.lies':
      'A manifest that lies about paths, kinds, sizes, counts or schemas is refused before anything of the engine changes.',
    'migration.accepted-only':
      'The import side answers 404 unless the instance accepts a migration; an engine with data of its own needs the consent to replace it.',
    'migration.hosted':
      'A hosted instance accepts a migration with the token of its host, and refuses to be moved away.',
    'migration.merges': 'Merges that moved can be rolled back at the target.',
  }),
  long(['ours: promise R7', 'ours: promise R44'], {
    'migration.space':
      'A full disk at the target ends a migration with a clear refusal; with space again it goes on.',
  }),
  long('ours: promise S22', {
    'migration.address':
      'A migration goes to https, or by plain http to an address of a private network that the owner typed; addresses are judged, and no redirect is followed.',
  }),
  quick('ours: promise R44', {
    'migration.vectors':
      'Handshake, keys, messages and answers are as config/migration-format.md says, with test vectors.',
    'migration.inventory': 'Everything that the inventory marks as migrated moves, and nothing else.',
  }),
] satisfies Requirements;
