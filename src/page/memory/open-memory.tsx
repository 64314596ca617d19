import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { say } from '../app/notices.ts';
import { showArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { AskDialog } from '../parts/ask-dialog.tsx';
import { OpenItem } from '../parts/open-item.tsx';
import { LongText } from '../parts/long-text.tsx';
import { useFound } from '../parts/use-found.ts';
import { useReturningFocus } from '../parts/use-returning-focus.ts';
import { memoryWords as said } from '#words/memory.ts';
import { EditMemory } from './edit-memory.tsx';
import type { Opened } from './memories.ts';
import { Provenance } from './provenance.tsx';
import { ToldInRuns } from './told-in-runs.tsx';
import { Versions } from './versions.tsx';
import { stateOf } from './in-words.ts';

/** One entry of memory: where it comes from, its history, and the runs that were told of it. */
export function OpenMemory({ id }: { id: string }): VNode {
  const { found, wrong, isGone, again } = useFound(
    () => engine['memory.entry']({ params: { id } }),
    ['entry_not_found'],
  );
  return (
    <>
      <OpenItem
        area="memory"
        said={said}
        item={found.value}
        name={found.value === null ? undefined : said.kinds[found.value.namespace]}
        isGone={isGone.value}
        wrong={wrong.value}
        onAgain={again}
        shown={(memory) => <Shown memory={memory} again={again} />}
      />
      {/* What was erased is still told of, by its id alone. */}
      {found.value === null && !isGone.value ? null : <ToldInRuns id={id} isGone={isGone.value} />}
    </>
  );
}

function Shown({ memory, again }: { memory: Opened; again: () => Promise<void> }): VNode {
  const { id, text } = memory;
  const isEditing = useSignal(false);
  const isErasing = useSignal(false);
  const editButton = useReturningFocus(isEditing.value);
  const state = stateOf(memory);
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      say(done);
    } catch (error) {
      say(told(error));
    }
    await again();
  };
  const erase = async () => {
    try {
      const { erased } = await engine['memory.eraseEntry']({ params: { id } });
      say(said.erased(erased));
      showArea('memory');
    } catch (error) {
      say(told(error));
      await again();
    }
  };
  return (
    <>
      {isEditing.value ? (
        <EditMemory
          id={id}
          text={text}
          onLeave={() => (isEditing.value = false)}
          onSaved={(nextId) => {
            isEditing.value = false;
            say(said.saved);
            showArea('memory', nextId);
          }}
        />
      ) : (
        <>
          <p class="told" dir="auto">
            <LongText text={text} />
          </p>
          <div class="row" role="group" aria-label={said.actions}>
            {state === 'current' ? (
              <>
                <button ref={editButton} type="button" class="small" onClick={() => (isEditing.value = true)}>
                  {said.edit}
                </button>
                <button
                  type="button"
                  class="small"
                  onClick={() =>
                    void attempt(() => engine['memory.forgetEntry']({ params: { id } }), said.forgotten)
                  }
                >
                  {said.forget}
                </button>
              </>
            ) : state === 'forgotten' ? (
              <button
                type="button"
                class="small"
                onClick={() =>
                  void attempt(() => engine['memory.restoreEntry']({ params: { id } }), said.restored)
                }
              >
                {said.restore}
              </button>
            ) : null}
            <button type="button" class="quiet" onClick={() => (isErasing.value = true)}>
              {said.erase}
            </button>
          </div>
          {state === 'current' ? <p class="hint">{said.forgetOrErase}</p> : null}
        </>
      )}
      <Provenance memory={memory} />
      <Versions memory={memory} />
      {isErasing.value ? (
        <AskDialog
          question={said.eraseQuestion}
          says={said.eraseSays(state === 'current')}
          label={said.erase}
          onClose={() => (isErasing.value = false)}
          onSure={() => void erase()}
        />
      ) : null}
    </>
  );
}
