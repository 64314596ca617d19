import type { VNode } from 'preact';
import { visible } from '../parts/visible.ts';
import { workflowWords } from '#words/workflows.ts';
import type { ParameterValues } from './workflows.ts';

const said = workflowWords.form;

/** The values of parameters, as rows of a list of descriptions. */
export const ValueRows = ({ values }: { values: ParameterValues }): VNode => (
  <>
    {Object.entries(values).map(([name, value]) => (
      <div key={name}>
        <dt>{visible(name)}</dt>
        <dd class="told" dir="auto">
          {visible(typeof value === 'boolean' ? (value ? said.yes : said.no) : String(value))}
        </dd>
      </div>
    ))}
  </>
);
