import type { VNode } from 'preact';
import { visible } from '../parts/visible.ts';
import { workflowWords as said } from '../words/workflows.ts';
import type { Workflow } from './workflows.ts';

/** The engine's own sentences. */
export const WhatItMay = ({ mayDo }: Pick<Workflow, 'mayDo'>): VNode => (
  <ul class="may" aria-label={said.mayDo}>
    {mayDo.map((one) => (
      <li key={one} class="hint">
        {visible(one)}
      </li>
    ))}
  </ul>
);
