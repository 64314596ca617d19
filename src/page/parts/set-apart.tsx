import type { VNode } from 'preact';
import './set-apart.css';
import { Wrapping } from './wrapping.tsx';

/** As the engine writes a text of others: as JSON, or between the marks of the page's language. */
const QUOTED = /("(?:[^"\\]|\\.)*"|„[^„“”"]*“)/su;

/**
 * A text of the engine, in which what it quotes looks unlike the engine's own words: the author of a quotation can imitate
 * any mark, but not how it is drawn.
 */
export const SetApart = ({ text }: { text: string }): VNode => (
  <>
    {text.split(QUOTED).map((part, nth) =>
      nth % 2 === 0 ? (
        <Wrapping key={nth} text={part} />
      ) : (
        <q key={nth}>
          <Wrapping text={part} />
        </q>
      ),
    )}
  </>
);
