import { useSignal, type Signal } from '@preact/signals';
import type { WrongFields } from '../engine/wrong-fields.ts';
import { visible } from './visible.ts';

/** What a form holds, as it was typed, and what is wrong with it. */
export interface Fields<Given> {
  readonly given: Signal<Given>;
  readonly wrong: Signal<WrongFields>;
  readonly set: (more: Partial<Given>) => void;
  /** What the field of this name needs. */
  readonly field: <Name extends string & keyof Given>(
    name: Name,
  ) => { readonly value: Given[Name]; readonly wrong: string; readonly onInput: (text: Given[Name]) => void };
}

/** @param first what the form holds at first; later values are not looked at */
export function useForm<Given extends object>(first: Given): Fields<Given> {
  const given = useSignal(first);
  const wrong = useSignal<WrongFields>({});
  const set = (more: Partial<Given>) => (given.value = { ...given.peek(), ...more });
  return {
    given,
    wrong,
    set,
    field: (name) => ({
      value: given.value[name],
      wrong: visible(wrong.value[name] ?? ''),
      onInput: (text) => set({ [name]: text } as unknown as Partial<Given>),
    }),
  };
}
