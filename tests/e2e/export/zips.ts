/** The zip of an engine. */
export async function zipOf(baseUrl: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(`${baseUrl}/api/export`, { headers: { accept: 'application/zip' } });
  if (!answer.ok) throw new Error(await answer.text());
  return new Uint8Array(await answer.arrayBuffer());
}
