import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';

/** The zip of an engine. */
export async function zipOf(baseUrl: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(`${baseUrl}/api/export`, { headers: { accept: 'application/zip' } });
  if (!answer.ok) throw new Error(await answer.text());
  return new Uint8Array(await answer.arrayBuffer());
}

/** The files of a zip; folders are empty. */
export async function entriesOf(zip: Uint8Array): Promise<Record<string, Buffer>> {
  const file = await fromBufferPromise(Buffer.from(zip));
  const found: Record<string, Buffer> = {};
  for await (const entry of file.eachEntry()) {
    const pieces: Uint8Array[] = [];
    if (!entry.fileName.endsWith('/'))
      for await (const piece of await file.openReadStreamPromise(entry)) pieces.push(piece as Uint8Array);
    found[entry.fileName] = Buffer.concat(pieces);
  }
  return found;
}

/** A zip of these entries; the mode says what they are. */
export async function zipWith(
  entries: Readonly<Record<string, Buffer | string>>,
  modes: Readonly<Record<string, number>> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) {
    const mode = modes[name];
    const options = mode === undefined ? {} : { mode };
    if (name.endsWith('/')) zip.addEmptyDirectory(name, options);
    else zip.addBuffer(Buffer.from(content), name, options);
  }
  zip.end();
  const pieces: Uint8Array[] = [];
  for await (const piece of zip.outputStream) pieces.push(piece as Uint8Array);
  return new Uint8Array(Buffer.concat(pieces));
}
