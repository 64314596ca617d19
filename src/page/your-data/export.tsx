import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { engine, type Answer } from '../engine/client.ts';
import { addressOfExport } from '../engine/file-address.ts';
import { Command } from '../parts/command.tsx';
import { bytes, count } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { yourDataWords } from '#words/your-data.ts';
import { EngineText } from '../parts/engine-text.tsx';
import { around } from '../engine/failure.ts';

const said = yourDataWords.export;
type Progress = Answer<'export.progress'>;

const QUICK_MS = 700;
const SLOW_MS = 3_000;

/** Everything as one file, which the browser downloads; how far that is the engine tells. */
export function Export(): VNode {
  const progress = useSignal<Progress | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async () => {
      try {
        progress.value = await engine['export.progress']();
      } catch {
        // It is asked again.
      }
      const isRunning = progress.peek()?.state === 'running';
      if (!isOver) timer = setTimeout(() => void look(), isRunning ? QUICK_MS : SLOW_MS);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return (
    <section class="card" aria-labelledby="your-data-export">
      <h3 id="your-data-export" tabIndex={-1}>
        {said.title}
      </h3>
      <p class="hint">{said.hint}</p>
      <div class="row">
        <a class="button primary" href={addressOfExport('zip')} download>
          {said.zip}
        </a>
        <a class="button" href={addressOfExport('json')} download>
          {said.json}
        </a>
      </div>
      <p class="hint">
        {said.jsonHint} <Command text="svc import FILE.zip" />
      </p>
      <State progress={progress.value} />
    </section>
  );
}

function State({ progress }: { progress: Progress | null }): VNode {
  if (progress === null || progress.state === 'none') return <p role="status" />;
  const { state, section, items, of } = progress;
  if (state === 'running')
    return (
      <div>
        <p role="status">{visible(said.running(section ?? '', count(items)))}</p>
        <progress aria-label={said.title} {...(of !== null && of > 0 ? { value: items, max: of } : {})} />
      </div>
    );
  if (state === 'left') return <p role="status">{said.left}</p>;
  if (state === 'complete') return <p role="status">{said.complete(bytes(progress.bytes))}</p>;
  return (
    <div class="bad" role="alert">
      <p>{said.incomplete}</p>
      <ul>
        {progress.problems.map((one) => (
          <li key={one.section}>
            <EngineText text={around(one.problem, (why) => `${one.section}: ${why}`, one.says)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
