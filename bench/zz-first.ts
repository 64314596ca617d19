import { converse, newSession } from './client.ts';
import { Lab } from './lab.ts';
import { taskFor, type Script } from './script.ts';
import { messages } from './wires/messages.ts';
import { chat } from './wires/chat.ts';
const script: Script = { does: 'say', chunks: 1, pauseMs: 5 };
const lab = new Lab(undefined, { hasSlowDisk: false });
const provider = await lab.provider();
for (const wire of [messages, chat])
  for (let k = 0; k < 3; k++) {
    process.env.NODE_OPTIONS =
      k === 2 ? `--cpu-prof --cpu-prof-interval=200 --cpu-prof-dir=/tmp/prof-${wire.name}` : '';
    const engine = await lab.builtFor(provider, wire);
    process.env.NODE_OPTIONS = '';
    await new Promise((r) => setTimeout(r, 1500));
    const took: number[] = [];
    for (let n = 0; n < 6; n++) {
      const run = await newSession(engine.url);
      took.push(Math.round((await converse(run, { task: taskFor(script) })).firstTextMs * 10) / 10);
      if (n === 0) await new Promise((r) => setTimeout(r, 300));
    }
    console.log(wire.name, took.join(' '));
    await engine.stop();
  }
await provider.stop();
process.exit(0);
