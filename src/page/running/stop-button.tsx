import type { VNode } from 'preact';
import { visible } from '../parts/visible.ts';
import { runningWords } from '#words/running.ts';
import { stop, stopping } from './running.ts';

const said = runningWords;

/** Stops what has this id and title. */
export function StopButton({
  id,
  title,
  onStopped,
}: {
  id: string;
  title: string;
  /** After the engine was asked. */
  onStopped?: () => void;
}): VNode {
  const isStopping = stopping.value.has(id);
  return (
    <button
      type="button"
      class="small"
      aria-disabled={isStopping}
      aria-label={visible(isStopping ? said.stoppingNamed(title) : said.stopNamed(title))}
      onClick={() => {
        if (!isStopping) void stop(id).then(onStopped);
      }}
    >
      {isStopping ? said.stopping : said.stop}
    </button>
  );
}
