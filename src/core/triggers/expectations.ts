import type { ArtifactType } from '../artifacts/model.ts';

/** What success is, stated by the owner. */
export type Expectation =
  /** A file of the workspace is there after the run; with `changed`, it is another one than before. */
  | { readonly kind: 'file'; readonly path: string; readonly changed?: boolean }
  /** The answer has these words, in any capitals, or this regular expression is found in it. */
  | { readonly kind: 'answer'; readonly contains?: string; readonly matches?: string }
  /** A GET of this address is answered with this status. */
  | { readonly kind: 'http'; readonly url: string; readonly status: number }
  /** The run has saved an artifact, of this type if one is given. */
  | { readonly kind: 'artifact'; readonly type?: ArtifactType };

/** As it may be asked for: kinds that later features bring are refused by name. */
export type AskedExpectation =
  | Expectation
  | { readonly kind: 'record'; readonly collection: string; readonly filter?: object };
