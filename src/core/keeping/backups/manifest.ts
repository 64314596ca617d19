import { entryOf, inventory, type Entry } from '../../instance/data-directory/inventory.ts';
import { canonicalJson, isDeeperThan, type Json, type JsonObject } from '../../kernel/json.ts';
import { quote, quoteValue } from '../../kernel/quoted.ts';
import type { Quoted, Says } from '../../kernel/says.ts';
import { inPieces, nextTurn, piecesOf } from '../../kernel/next-turn.ts';
import type { Crypto } from '../../ports/crypto.ts';
import { isBackupId } from './backup-id.ts';
import type { BackupKey } from './key.ts';
import { backupLimits } from './limits.ts';
import { parsedInPieces } from './long-json.ts';
import {
  BACKUP_KINDS,
  FORMAT_VERSION,
  MANIFEST_FORMAT,
  SKIP_REASONS,
  type Manifest,
  type ManifestFile,
} from './model.ts';
import { say } from './says.ts';

const { entries: maxEntries, manifestBytes, nameBytes, pathBytes } = backupLimits;

/**
 * The text of a manifest, authenticated with the key where there is one. A manifest may name very many files: this, and
 * whatever else goes through all of them, lets the event loop go on in between.
 */
export async function manifestText(
  manifest: Omit<Manifest, 'mac'>,
  key: BackupKey | null,
  crypto: Crypto,
): Promise<string> {
  const mac = key && (await macOf(manifest, key, crypto));
  const head = JSON.stringify({ ...manifest, files: [], mac }, null, 1);
  // No text in JSON has a line break, so this is the field of the manifest itself.
  const [before = '', after = ''] = head.split(NO_FILES);
  if (manifest.files.length === 0) return `${head}\n`;
  const files: string[] = [];
  for await (const some of piecesOf(manifest.files))
    files.push(some.map((file) => `\n  ${JSON.stringify(file, null, 1).replaceAll('\n', '\n  ')}`).join(','));
  return `${before}\n "files": [${files.join(',')}\n ]${after}\n`;
}

const NO_FILES = '\n "files": []';

/** Whether the manifest is what the holder of the key wrote. */
export async function isAuthentic(manifest: Manifest, key: BackupKey, crypto: Crypto): Promise<boolean> {
  return manifest.mac !== null && manifest.mac === (await macOf(manifest, key, crypto));
}

async function macOf(manifest: Omit<Manifest, 'mac'>, key: BackupKey, crypto: Crypto): Promise<string> {
  const { mac: _mac, ...rest } = manifest as Manifest;
  return await crypto.macOf(key.manifest, canonical(rest));
}

/** As `canonicalJson` of all of it. */
async function* canonical(manifest: Omit<Manifest, 'mac'>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const members = Object.entries(manifest as unknown as JsonObject).toSorted(([a], [b]) => (a < b ? -1 : 1));
  let before = '{';
  for (const [name, field] of members) {
    yield encoder.encode(`${before}${JSON.stringify(name)}:`);
    before = ',';
    if (Array.isArray(field)) {
      let sign = '[';
      for await (const some of piecesOf(field as readonly Json[])) {
        yield encoder.encode(sign + some.map(canonicalJson).join(','));
        sign = ',';
      }
      yield encoder.encode(sign === '[' ? '[]' : ']');
    } else yield encoder.encode(canonicalJson(field));
  }
  yield encoder.encode(before === '{' ? '{}' : '}');
}

/** The manifest in a text, or what is wrong with it. Nothing of it is used before this has accepted it. */
export async function manifestFrom(text: string): Promise<Manifest | Says> {
  if (text.length > manifestBytes) return say('manifest.too-large');
  let value: unknown;
  try {
    value = await parsedInPieces(text);
  } catch {
    return say('manifest.no-json');
  }
  if (!isRecord(value)) return say('manifest.no-backup');
  const { files } = value;
  const head = { ...value, files: [] };
  if (isDeeperThan(head, 5)) return say('manifest.no-backup');
  if (value['format'] !== MANIFEST_FORMAT) return say('manifest.no-svc-backup');
  const { formatVersion } = value;
  if (formatVersion !== FORMAT_VERSION) {
    const format = formatVersion === undefined ? null : quoteValue(formatVersion as Json, SHOWN_CHARS);
    return say('manifest.format', { format, known: FORMAT_VERSION });
  }
  if (!Object.hasOwn(value, 'files') || !isManifest(head) || !(await areFiles(files)))
    return say('manifest.fields');
  const manifest = value as unknown as Manifest;
  return (await problemOf(manifest)) ?? manifest;
}

async function areFiles(files: unknown): Promise<boolean> {
  if (!Array.isArray(files) || files.length > maxEntries) return false;
  let areAll = true;
  await inPieces(files, (file) => (areAll &&= isFile(file)));
  return areAll;
}

/** Whether it is no manifest, but what is wrong with it. */
export const isWrong = (manifest: Manifest | Says): manifest is Says => 'code' in manifest;

async function problemOf(manifest: Manifest): Promise<Says | null> {
  const { files, databases, encrypted, keyId, keySalt, mac } = manifest;
  if (encrypted && (keyId === null || mac === null)) return say('manifest.no-key');
  if ((keyId === null) !== (keySalt === null) || (keyId === null) !== (mac === null))
    return say('manifest.half-a-key');
  let problem: Says | null = null;
  const kinds = new Map<string, ManifestFile['kind']>();
  const spellings = new Set<string>();
  await inPieces(files, (file) => {
    problem ??= problemOfFile(file, encrypted) ?? problemOfPath(file, kinds, spellings);
  });
  await inPieces(files, ({ path }) => {
    const parent = path.slice(0, path.lastIndexOf('/'));
    if (path.includes('/') && kinds.get(parent) !== 'folder')
      problem ??= say('manifest.no-folder', { path: shown(path) });
  });
  if (problem !== null) return problem;
  await nextTurn();
  const listed = files.filter(({ kind }) => kind === 'database').map(({ path }) => path);
  if (
    listed.toSorted().join() !==
    databases
      .map(({ path }) => path)
      .toSorted()
      .join()
  )
    return say('manifest.databases');
  return null;
}

/** Notes the path among those before it. */
function problemOfPath(
  { path, kind }: ManifestFile,
  kinds: Map<string, ManifestFile['kind']>,
  spellings: Set<string>,
): Says | null {
  if (kinds.has(path)) return say('manifest.twice', { path: shown(path) });
  kinds.set(path, kind);
  const spelling = path.normalize('NFC').toLowerCase();
  // Names that differ only in case are files of their own in a workspace on Linux; the engine itself has no such names.
  if (!path.startsWith('workspace/') && spellings.has(spelling))
    return say('manifest.two-spellings', { path: shown(path) });
  spellings.add(spelling);
  return null;
}

function problemOfFile(file: ManifestFile, encrypted: boolean): Says | null {
  const { path, kind, sizeBytes, contentBytes, sha256 } = file;
  const parts = path.split('/');
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  const isPlain = parts.every(
    (part) =>
      part !== '' && part !== '.' && part !== '..' && !part.includes('\0') && bytes(part) <= nameBytes,
  );
  if (!isPlain || bytes(path) > pathBytes) return say('manifest.no-path', { path: shown(path) });
  const name = entryOf(path);
  const entry: Entry | null = name && inventory[name];
  const kinds: Partial<Record<Entry['kind'], readonly string[]>> = {
    database: ['database'],
    state: ['file'],
    folder: ['folder'],
    workspace: path === 'workspace' ? ['folder'] : ['file', 'folder'],
  };
  if (
    entry?.backedUp !== 'yes' ||
    !kinds[entry.kind]?.includes(kind) ||
    (entry.kind === 'database' && name !== path)
  )
    return say('manifest.no-part', { path: shown(path) });
  if (kind === 'folder' ? sizeBytes + contentBytes !== 0 || sha256 !== null : (sha256 === null) !== encrypted)
    return say('manifest.no-file', { path: shown(path) });
  if (!encrypted && sizeBytes !== contentBytes) return say('manifest.two-sizes', { path: shown(path) });
  return null;
}

const SHOWN_CHARS = 200;
const shown = (path: string): Quoted => quote(path, SHOWN_CHARS);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string' && value.length <= pathBytes;
const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const flag: Check = (value) => typeof value === 'boolean';
const hex = (length: number): Check => {
  const pattern = new RegExp(`^[\\da-f]{${length}}$`, 'u');
  return (value) => typeof value === 'string' && pattern.test(value);
};
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const oneOf =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const exactly =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isRecord(value) &&
    Object.keys(value).length === Object.keys(fields).length &&
    Object.entries(fields).every(([name, check]) => Object.hasOwn(value, name) && check(value[name]));
const listOf =
  (check: Check, most: number): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(check);
const counts: Check = (value) =>
  isRecord(value) && Object.entries(value).every(([name, number]) => text(name) && count(number));

const isFile = exactly({
  path: text,
  kind: oneOf(['database', 'file', 'folder']),
  sizeBytes: count,
  contentBytes: count,
  sha256: orNull(hex(64)),
  mode: orNull((value) => count(value) && (value as number) <= 0o777),
  modifiedAt: orNull((value) => Number.isSafeInteger(value)),
});

/** All but its files. */
const isManifest = exactly({
  format: text,
  formatVersion: count,
  backupId: (value) => typeof value === 'string' && isBackupId(value),
  createdAt: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  kind: oneOf(BACKUP_KINDS),
  serviceVersion: text,
  dataDirectory: text,
  instanceId: text,
  encrypted: flag,
  keyId: orNull(hex(16)),
  keySalt: orNull(hex(32)),
  workspace: oneOf(['included', 'elsewhere']),
  databases: listOf(exactly({ path: text, schemaVersion: count, rows: counts }), 16),
  // They are looked at in pieces.
  files: (value) => Array.isArray(value) && value.length === 0,
  skipped: listOf(exactly({ path: text, reason: oneOf(SKIP_REASONS) }), backupLimits.skippedNamed),
  skippedCount: count,
  mac: orNull(hex(64)),
});
