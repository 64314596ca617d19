import type { VNode } from 'preact';
import { said as saidBy } from '../engine/said.ts';
import { visible } from '../parts/visible.ts';
import { workflowWords as said } from '#words/workflows.ts';
import type { Workflow } from './workflows.ts';

/** The engine's own sentences. */
export const WhatItMay = ({ mayDo, says }: Pick<Workflow, 'mayDo' | 'says'>): VNode => (
  <ul class="may" aria-label={said.mayDo}>
    {mayDo.map((one, nth) => (
      <li key={one} class="hint">
        {visible(saidBy(says.mayDo[nth], one))}
      </li>
    ))}
  </ul>
);
