/** The type of the German words by the English ones: no text may be missing, and none may be too many. */
export type Translated<English> = English extends string
  ? string
  : English extends (...given: infer Given) => infer Said
    ? (...given: Given) => Translated<Said>
    : { readonly [Key in keyof English]: Translated<English[Key]> };
