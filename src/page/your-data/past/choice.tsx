import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { Field } from '../../parts/field.tsx';
import { visible } from '../../parts/visible.ts';
import { yourDataWords } from '#words/your-data.ts';
import { Sliced } from './lists.tsx';
import { choose, chosen, open, unchosen, type Listed } from './past.ts';
import { Problems } from './problems.tsx';

const said = yourDataWords.past;
/** Fewer are found by looking. */
const WITHOUT_SEARCH = 10;

/** Which of the conversations that may come are to come: at first all of them. */
export function Choice(): VNode {
  const words = useSignal('');
  const all = open.value;
  const wanted = words.value.trim().toLocaleLowerCase();
  const found =
    wanted === '' ? all : all.filter(({ title }) => (title ?? '').toLocaleLowerCase().includes(wanted));
  return (
    <fieldset class="past-choice">
      <legend>{said.which(chosen.value.length, all.length)}</legend>
      {all.length > WITHOUT_SEARCH ? (
        <Field
          label={said.search}
          type="search"
          value={words.value}
          onInput={(text) => (words.value = text)}
        />
      ) : null}
      <div class="row">
        <button type="button" class="small" onClick={() => choose(found, true)}>
          {wanted === '' ? said.all : said.allFound}
        </button>
        <button type="button" class="small" onClick={() => choose(found, false)}>
          {wanted === '' ? said.none : said.noneFound}
        </button>
      </div>
      <p class="hint" role="status">
        {wanted === '' ? '' : said.hits(found.length)}
      </p>
      <Sliced key={wanted} all={found} line={(one) => <Line one={one} />} />
    </fieldset>
  );
}

const Line = ({ one }: { one: Listed }): VNode => (
  <>
    <label class="choice">
      <input
        type="checkbox"
        checked={!unchosen.value.has(one.sourceId ?? '')}
        onChange={({ currentTarget }) => choose([one], currentTarget.checked)}
      />
      <span>
        <bdi>{visible(one.title ?? said.untitled)}</bdi>
        <span class="hint">{said.size(one.messages, one.branches)}</span>
      </span>
    </label>
    <Problems of={one} />
  </>
);
