import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { placeOfArea } from '../app/place.ts';
import { engine, type Answer } from '../engine/client.ts';
import { told as problemIn } from '../engine/failure.ts';
import { count } from '../parts/format.ts';
import { LongText } from '../parts/long-text.tsx';
import { Problem } from '../parts/problem.tsx';
import { nameOfSwitch } from '../parts/tool-switches.tsx';
import { visible } from '../parts/visible.ts';
import { entryWords } from '#words/entries.ts';
import { memoryWords } from '#words/memory.ts';
import { appWords } from '#words/app.ts';
import { toolSwitchWords } from '#words/tool-switches.ts';
import { Reasons } from './reasons.tsx';

const said = memoryWords.told;

type Found = Answer<'runs.memories'>;
type Told = Found['told'][number];

/** What the model of a run was told: its owner's instructions, and of memory and the graph first its prompt, then each call. */
export function ToldToRun({ runId }: { runId: string }): VNode {
  const found = useSignal<Found | null>(null);
  const wrong = useSignal('');
  const read = async () => {
    try {
      found.value = await engine['runs.memories']({ params: { id: runId } });
      wrong.value = '';
    } catch (error) {
      wrong.value = problemIn(error);
    }
  };
  useEffect(() => void read(), [runId]);
  if (found.value === null)
    return (
      <>
        <Problem text={wrong.value} onAgain={() => void read()} />
        <p role="status">{wrong.value === '' ? appWords.loading : ''}</p>
      </>
    );
  const { instructions, tools, told: all } = found.value;
  if (all.length === 0 && instructions.length === 0 && tools === null) return <p>{said.none}</p>;
  return (
    <>
      {instructions.map((one) => (
        <Instructions key={one.of} given={one} />
      ))}
      <Switched tools={tools} isOn={false} />
      <Switched tools={tools} isOn />
      {all.length === 0 ? null : <p>{said.intro}</p>}
      {[...Map.groupBy(all, ({ toolCallId }) => toolCallId)].map(([callId, together]) => (
        <Together key={callId ?? ''} together={together} />
      ))}
    </>
  );
}

function Instructions({ given: { of, text, leftOut } }: { given: Found['instructions'][number] }): VNode {
  return (
    <section>
      <p>
        <strong>{said.instructions[of]}</strong>
      </p>
      <p>{said.instructionsHint}</p>
      <p dir="auto" class="own-words">
        <LongText text={text} />
      </p>
      {leftOut === 0 ? null : <p>{said.leftOut(count(leftOut))}</p>}
    </section>
  );
}

function Switched({ tools, isOn }: { tools: Found['tools']; isOn: boolean }): VNode | null {
  const names = Object.entries(tools ?? {}).flatMap(([name, on]) =>
    on === isOn ? [nameOfSwitch(name)] : [],
  );
  if (names.length === 0) return null;
  return <p>{toolSwitchWords[isOn ? 'on' : 'off'](names.join(', '))}</p>;
}

/** What was told at once. */
function Together({ together }: { together: readonly Told[] }): VNode {
  const [first] = together;
  const { toldIn = 'prompt', tool = null, question = null, agent = null } = first ?? {};
  return (
    <section>
      <p>
        <strong>
          {toldIn === 'prompt' ? said.prompt : visible(tool === null ? said.byCall : said.call(tool))}
          {agent === null ? '' : ` ${visible(said.ofAgent(agent))}`}
        </strong>
      </p>
      {toldIn === 'prompt' ? (
        <p>{said.promptHint}</p>
      ) : question === null ? null : (
        <p dir="auto">{visible(said.asked(question))}</p>
      )}
      <ul>
        {together.map((one) => (
          <li key={`${one.kind} ${one.id}`}>
            <What one={one} />
            <Reasons reasons={one.reasons} score={one.score} words={one.words} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function What({ one: { kind, id, state, entry, entity } }: { one: Told }): VNode {
  if (kind === 'entity')
    return entity === null ? (
      <p>{said.erasedEntity}</p>
    ) : (
      <p dir="auto">
        <a href={placeOfArea('entries', entity.entityId)}>{visible(entity.name)}</a>,{' '}
        {entryWords.kinds[entity.kind]}
      </p>
    );
  if (entry === null)
    return (
      <p>
        {said.erased} <a href={placeOfArea('memory', id)}>{said.open}</a>
      </p>
    );
  return (
    <>
      <p dir="auto">
        <LongText text={entry.text} />
      </p>
      <p>
        <a href={placeOfArea('memory', id)}>{said.open}</a>
        {state === 'replaced' ? ` · ${said.replaced}` : state === 'forgotten' ? ` · ${said.forgotten}` : ''}
      </p>
    </>
  );
}
