// With STORAGE=postgres the engines of tests keep their data on this server (tests/harness/storage.ts).
let server = null;

export async function startStorage() {
  if (process.env['STORAGE'] !== 'postgres') return;
  const { startPostgres } = await import('../../tests/servers/postgres.ts');
  server = await startPostgres();
  // The workers inherit it.
  process.env['STORAGE_OF_TESTS'] = server.url;
}

export default async function endStorage() {
  await server?.end();
}
