import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { placeOfThread } from '../app/place.ts';
import { engine, type Answer } from '../engine/client.ts';
import { moment } from '../parts/format.ts';
import { MoreButton } from '../parts/more-button.tsx';
import { Paged } from '../parts/paged.ts';
import { Problem } from '../parts/problem.tsx';
import { visible } from '../parts/visible.ts';
import { memoryWords } from '#words/memory.ts';
import { appWords } from '#words/app.ts';
import { Reasons } from './reasons.tsx';

const said = memoryWords.told;
const PAGE = 20;

type RunTold = Answer<'memory.entryRuns'>['runs'][number];

/** The runs whose model was told of a memory. Nothing is shown for a memory that is gone and was told to none. */
export function ToldInRuns({ id, isGone }: { id: string; isGone: boolean }): VNode | null {
  const runs = useMemo(
    () =>
      new Paged<RunTold>(
        async (cursor) => {
          const query = { limit: PAGE, ...(cursor === null ? {} : { cursor }) };
          const page = await engine['memory.entryRuns']({ params: { id }, query });
          return { items: page.runs, nextCursor: page.nextCursor };
        },
        ({ runId, at, tool }) => `${runId} ${at} ${tool ?? ''}`,
      ),
    [id],
  );
  const isRead = useSignal(false);
  const read = async () => {
    await runs.read();
    isRead.value = true;
  };
  useEffect(() => void read(), [runs]);
  const all = runs.items.value;
  if (isGone && (all === null || all.length === 0)) return null;
  return (
    <section class="card" aria-labelledby="told-title">
      <h3 id="told-title">{said.runs}</h3>
      <Problem text={runs.wrong.value} onAgain={() => void read()} />
      {all === null ? (
        <p class="hint" role="status">
          {isRead.value ? '' : appWords.loading}
        </p>
      ) : all.length === 0 ? (
        <p>{said.noRuns}</p>
      ) : (
        <ul class="lines">
          {all.map((run) => (
            <li key={runs.idOf(run)}>
              <Title run={run} />
              <span class="hint">
                {run.toldIn === 'prompt'
                  ? said.inPrompt
                  : visible(run.tool === null ? said.byCall : said.byTool(run.tool))}{' '}
                · <time datetime={run.at}>{moment(run.at)}</time>
              </span>
              <Reasons reasons={run.reasons} score={run.score} words={[]} />
            </li>
          ))}
        </ul>
      )}
      <MoreButton
        label={said.moreRuns}
        isMore={runs.older.value !== null}
        isSmall
        onMore={() => void runs.readOlder()}
      />
    </section>
  );
}

const Title = ({ run: { threadId, title, seq } }: { run: RunTold }): VNode =>
  threadId === null ? (
    <span>{memoryWords.untitled}</span>
  ) : (
    <a href={placeOfThread(threadId, seq)} dir="auto">
      {visible(title ?? '') || memoryWords.untitled}
    </a>
  );
