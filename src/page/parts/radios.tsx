import type { VNode } from 'preact';

/** A few values to choose one from, all of them in sight. */
export function Radios<Value extends string>({
  name,
  legend,
  options,
  chosen,
  onChoose,
}: {
  name: string;
  legend: string;
  /** Each value with its words, in this order. */
  options: Readonly<Record<Value, string>>;
  chosen: Value;
  onChoose: (value: Value) => void;
}): VNode {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {Object.entries<string>(options).map(([value, words]) => (
        <label class="choice" key={value}>
          <input
            type="radio"
            name={name}
            checked={chosen === value}
            onChange={() => onChoose(value as Value)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
