// A thread that asks a PostgreSQL server, each time on a connection of its own, while the one that asks it waits: see
// servers/postgres.ts.
import { workerData } from 'node:worker_threads';
import pg from 'pg';

const { url, port } = workerData;
/** As the server prints it. */
const types = { getTypeParser: () => (printed) => printed };

port.on('message', async ({ statements, answered }) => {
  let answer;
  try {
    const client = new pg.Client({ connectionString: url, types });
    await client.connect();
    let rows = [];
    // One by one, as some of them end a transaction or begin one.
    for (const text of statements) ({ rows = [] } = await client.query({ text, rowMode: 'array' }));
    await client.end();
    answer = { rows };
  } catch ({ message }) {
    answer = { failed: message };
  }
  port.postMessage(answer);
  Atomics.store(answered, 0, 1);
  Atomics.notify(answered, 0);
});
