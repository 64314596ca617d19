import { nearNames } from '../../kernel/near-names.ts';
import { refuse } from './errors.ts';
import { workflowLimits } from './limits.ts';
import type { Parameter, Step } from './model.ts';

/**
 * Steps must be able to begin one after the other: names are unique, what a step needs exists, and no step needs itself,
 * directly or through others.
 * @throws Refusal invalid_workflow, which names the steps
 */
export function checkSteps(steps: readonly Pick<Step, 'stepId' | 'dependsOn'>[]): void {
  if (steps.length === 0) throw refuse.invalid_workflow({}, 'A workflow needs at least one step.');
  if (steps.length > workflowLimits.steps)
    throw refuse.invalid_workflow({}, `A workflow has at most ${workflowLimits.steps} steps.`);
  const names = new Set<string>();
  for (const { stepId } of steps) {
    if (!STEP_ID.test(stepId))
      throw refuse.invalid_workflow(
        {},
        `${JSON.stringify(stepId)} is not a name of a step: use up to ${workflowLimits.stepIdChars} letters, digits, - and _.`,
      );
    if (names.has(stepId)) throw refuse.invalid_workflow({}, `Two steps have the name ${stepId}.`);
    names.add(stepId);
  }
  for (const { stepId, dependsOn } of steps)
    for (const needed of dependsOn) {
      if (needed === stepId) throw refuse.invalid_workflow({}, `The step ${stepId} needs itself.`);
      if (names.has(needed)) continue;
      const near = nearNames(needed, [...names]);
      const meant = near.length === 0 ? '' : ` Perhaps ${near.join(' or ')} is meant.`;
      throw refuse.invalid_workflow(
        {},
        `The step ${stepId} needs ${JSON.stringify(needed)}, and there is no such step.${meant}`,
      );
    }
  const circle = circleIn(steps);
  if (circle !== null)
    throw refuse.invalid_workflow(
      {},
      `These steps wait for each other, so none can begin: ${circle.join(' → ')}.`,
    );
}

const STEP_ID = new RegExp(`^[A-Za-z0-9_-]{1,${workflowLimits.stepIdChars}}$`, 'u');

/** Steps that need each other in a circle, the first one again at the end; null if there are none. */
function circleIn(steps: readonly Pick<Step, 'stepId' | 'dependsOn'>[]): readonly string[] | null {
  const needs = new Map(steps.map(({ stepId, dependsOn }) => [stepId, dependsOn]));
  const free = new Set<string>();
  // What needs nothing that is not free itself is free: what is left needs each other.
  for (let found = true; found;) {
    found = false;
    for (const [name, needed] of needs)
      if (!free.has(name) && needed.every((one) => free.has(one))) {
        free.add(name);
        found = true;
      }
  }
  const start = [...needs.keys()].find((name) => !free.has(name));
  if (start === undefined) return null;
  const path = [start];
  for (;;) {
    const next = needs.get(path.at(-1) ?? '')?.find((one) => !free.has(one)) ?? start;
    const at = path.indexOf(next);
    if (at >= 0) return [...path.slice(at), next];
    path.push(next);
  }
}

/** @throws Refusal invalid_workflow */
export function checkParameters(parameters: readonly Parameter[]): void {
  const names = new Set<string>();
  for (const { name, type, default: byDefault } of parameters) {
    if (!/^[A-Za-z]\w{0,63}$/u.test(name))
      throw refuse.invalid_workflow(
        {},
        `${JSON.stringify(name)} is not a name of a parameter: begin with a letter, then letters, digits and _.`,
      );
    if (names.has(name)) throw refuse.invalid_workflow({}, `Two parameters have the name ${name}.`);
    names.add(name);
    if (typeof byDefault === 'string' && byDefault.length > workflowLimits.parameterChars)
      throw refuse.invalid_workflow(
        {},
        `The default of the parameter ${name} has at most ${workflowLimits.parameterChars} characters.`,
      );
    if (byDefault !== null && typeof byDefault !== type)
      throw refuse.invalid_workflow({}, `The default of the parameter ${name} is not a ${type}.`);
  }
}
