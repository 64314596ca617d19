import { useSignal, type Signal } from '@preact/signals';
import { useKept } from './kept.ts';
import type { WrongFields } from '../engine/wrong-fields.ts';
import { visible } from './visible.ts';

/** What a form holds, as it was typed, and what is wrong with it. */
export interface Fields<Given> {
  readonly given: Signal<Given>;
  readonly wrong: Signal<WrongFields>;
  readonly set: (more: Partial<Given>) => void;
  /** What it holds was saved or given up; for a form that is kept. */
  readonly forget: () => void;
  /** What the field of this name needs. */
  readonly field: <Name extends string & keyof Given>(
    name: Name,
  ) => { readonly value: Given[Name]; readonly wrong: string; readonly onInput: (text: Given[Name]) => void };
}

/** @param first what the form holds at first; later values are not looked at */
export function useForm<Given extends object>(first: Given): Fields<Given> {
  return useFields(useSignal(first), () => undefined);
}

/** The same, for what is not lost when the person leaves it unsaved. It holds no secrets. @param name of the form, unlike all others */
export function useKeptForm<Given extends object>(name: string, first: Given): Fields<Given> {
  const { value, forget } = useKept(name, first, []);
  return useFields(value, forget);
}

function useFields<Given extends object>(given: Signal<Given>, forget: () => void): Fields<Given> {
  const wrong = useSignal<WrongFields>({});
  const set = (more: Partial<Given>) => (given.value = { ...given.peek(), ...more });
  return {
    given,
    wrong,
    set,
    forget,
    field: (name) => ({
      value: given.value[name],
      wrong: visible(wrong.value[name] ?? ''),
      onInput: (text) => set({ [name]: text } as unknown as Partial<Given>),
    }),
  };
}
