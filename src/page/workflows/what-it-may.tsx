import type { VNode } from 'preact';
import { worded } from '../engine/failure.ts';
import { EngineText } from '../parts/engine-text.tsx';
import { workflowWords as said } from '#words/workflows.ts';
import type { Workflow } from './workflows.ts';

/** The engine's own sentences. */
export const WhatItMay = ({ mayDo }: Pick<Workflow, 'mayDo'>): VNode => (
  <ul class="may" aria-label={said.mayDo}>
    {mayDo.map((one) => (
      <li key={one} class="hint">
        <EngineText text={worded(one)} />
      </li>
    ))}
  </ul>
);
