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
  'searxng.check': requirement(httpApi, 'POST /api/searxng/check validates a SearXNG URL.'),
  'data.export': requirement(httpApi, 'GET /api/export exports the data (GDPR Art. 15 and 20).', 'export'),
  'data.delete': requirement(httpApi, 'DELETE /api/data deletes the data (GDPR Art. 17).', 'export'),
  'speech.transcribe': requirement(httpApi, 'POST /api/transcribe turns audio (base64 in) into text.'),
  'speech.speak': requirement(
    [httpApi, runStream],
    'POST /api/speak turns text into speech, an SSE audio stream; it needs the key variable of the EU provider.',
  ),
  'migration.crypto': requirement(
    httpApi,
    'A migration exchanges keys by X25519 ECDH and encrypts with AES-256-GCM.',
    'migration',
  ),
  'migration.preview': requirement(
    httpApi,
    'GET /api/migration/preview returns available databases and sizes.',
    'migration',
  ),
  'migration.export': requirement(
    [httpApi, runStream],
    'POST /api/migration/export starts the export, an SSE stream.',
    'migration',
  ),
  'migration.handshake.begin': requirement(
    httpApi,
    'GET /api/migration/handshake initiates the key exchange (import side).',
    'migration',
  ),
  'migration.handshake.complete': requirement(
    httpApi,
    'POST /api/migration/handshake completes the key exchange (import side).',
    'migration',
  ),
  'migration.manifest': requirement(
    httpApi,
    'POST /api/migration/manifest receives the manifest.',
    'migration',
  ),
  'migration.chunk': requirement(
    httpApi,
    'POST /api/migration/chunk receives an encrypted chunk.',
    'migration',
  ),
  'migration.restore': requirement(
    httpApi,
    'POST /api/migration/restore restores imported data.',
    'migration',
  ),
} satisfies Requirements;
