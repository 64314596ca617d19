import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Series } from '../series.ts';
import type { Answer, Asked } from './sampler.ts';
import type { Tree } from './tree.ts';

/** A figure of one tree, measured in a process of its own. */
export interface Side {
  /** Opens the next series; null after the last. */
  next(): Promise<Pick<Series, 'rows' | 'rounds'> | null>;
  sample(): Promise<readonly number[]>;
  stop(): Promise<void>;
}

export function sideOf(tree: Tree, figure: string, seeds: string): Side {
  const config = JSON.stringify({ figure, seeds });
  const child = fork(join(tree.folder, 'bench/compare/sampler.ts'), [config], {
    cwd: tree.folder,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const failed = (why: string) => new Error(`${figure} cannot be measured at ${tree.name}: ${why}`);
  let settle: (answer: Answer) => void = () => undefined;
  child.on('message', (answer: Answer) => settle(answer));
  child.once('exit', () => settle({ failed: 'it ended' }));
  const ask = async (asked: Asked): Promise<Exclude<Answer, { failed: string }>> => {
    const answer = await new Promise<Answer>((resolve) => {
      settle = resolve;
      child.send(asked);
    });
    if ('failed' in answer) throw failed(answer.failed);
    return answer;
  };
  return {
    next: async () => {
      const answer = await ask('next');
      return 'series' in answer ? answer.series : null;
    },
    sample: async () => {
      const answer = await ask('sample');
      return 'values' in answer ? answer.values : [];
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
