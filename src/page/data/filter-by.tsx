import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { visible } from '../parts/visible.ts';
import { dataWords } from '#words/data.ts';
import type { Column } from './columns.ts';
import type { Records } from './collections.ts';
import {
  conditionWords,
  needsValue,
  operatorsOf,
  operatorWords,
  wrongWith,
  type Operator,
} from './conditions.ts';

const said = dataWords.filter;

/** Which records are shown: conditions that all hold. */
export function FilterBy({
  columns,
  records,
}: {
  columns: readonly Column[];
  records: Records;
}): VNode | null {
  const name = useSignal('');
  const operator = useSignal<Operator | null>(null);
  const value = useSignal('');
  const wrong = useSignal('');
  // Also after the last filter was removed: the keyboard is within it.
  const isOpen = useSignal(records.conditions.peek().length > 0);
  const form = useRef<HTMLFormElement>(null);
  const column = columns.find((one) => one.name === name.value) ?? columns[0];
  if (column === undefined) return null;
  const offered = operatorsOf[column.type];
  const chosen = operator.value !== null && offered.includes(operator.value) ? operator.value : offered[0]!;
  const isBoolean = column.type === 'boolean';
  const asked = isBoolean && value.value === '' ? 'true' : value.value.trim();
  const refuse = (why: string) => {
    wrong.value = why;
    form.current?.querySelector('input')?.focus();
  };
  const add = () => {
    if (needsValue(chosen) && asked === '') {
      refuse(said.valueMissing);
      return;
    }
    const why = needsValue(chosen) ? wrongWith(column.type, asked) : '';
    if (why !== '') {
      refuse(why);
      return;
    }
    records.filterBy({
      column: column.name,
      type: column.type,
      operator: chosen,
      value: needsValue(chosen) ? asked : '',
    });
    value.value = '';
  };
  const all = records.conditions.value;
  return (
    <details
      class="card"
      open={isOpen.value}
      onToggle={({ currentTarget: { open } }) => (isOpen.value = open)}
    >
      <summary>{said.title}</summary>
      <form
        ref={form}
        class="form"
        aria-label={said.title}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <div class="three">
          <Choice
            label={said.column}
            value={column.name}
            options={Object.fromEntries(columns.map((one) => [one.name, one.name]))}
            onChoose={(next) => {
              name.value = next;
              value.value = '';
              wrong.value = '';
            }}
          />
          <Choice
            label={said.operator}
            value={chosen}
            options={
              Object.fromEntries(offered.map((one) => [one, operatorWords(column.type, one)])) as Record<
                Operator,
                string
              >
            }
            onChoose={(next) => (operator.value = next)}
          />
          {!needsValue(chosen) ? null : isBoolean ? (
            <Choice
              label={said.value}
              value={asked}
              options={{ true: dataWords.yes, false: dataWords.no }}
              onChoose={(next) => (value.value = next)}
            />
          ) : (
            <Field
              label={said.value}
              hint={dataWords.record.hints[column.type]}
              value={value.value}
              wrong={wrong.value}
              onInput={(text) => {
                value.value = text;
                wrong.value = '';
              }}
            />
          )}
        </div>
        <div class="row">
          <button>{said.add}</button>
        </div>
      </form>
      {all.length === 0 ? null : (
        <ul class="filters" aria-label={said.list}>
          {all.map((condition) => (
            <li key={`${condition.column} ${condition.operator}`}>
              <button
                type="button"
                class="small"
                aria-label={visible(said.remove(conditionWords(condition)))}
                onClick={() => {
                  records.unfilter(condition);
                  form.current?.querySelector('select')?.focus();
                }}
              >
                <bdi>{visible(conditionWords(condition))}</bdi> <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
