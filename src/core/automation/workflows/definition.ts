import { nearNames } from '../../kernel/near-names.ts';
import { refuse } from './errors.ts';
import { workflowLimits } from './limits.ts';
import type { Parameter, Step } from './model.ts';
import { say } from './says.ts';
import { quote } from '../../kernel/quoted.ts';

/**
 * Steps must be able to begin one after the other: names are unique, what a step needs exists, and no step needs itself,
 * directly or through others.
 * @throws Refusal invalid_workflow, which names the steps
 */
export function checkSteps(steps: readonly Pick<Step, 'stepId' | 'dependsOn'>[]): void {
  if (steps.length === 0) throw refuse.invalid_workflow({}, say('workflows.no_steps'));
  if (steps.length > workflowLimits.steps)
    throw refuse.invalid_workflow({}, say('workflows.many_steps', { most: workflowLimits.steps }));
  const names = new Set<string>();
  for (const { stepId } of steps) {
    if (!STEP_ID.test(stepId))
      throw refuse.invalid_workflow(
        {},
        say('workflows.step_name', { name: quote(stepId), most: workflowLimits.stepIdChars }),
      );
    if (names.has(stepId)) throw refuse.invalid_workflow({}, say('workflows.two_steps', { name: stepId }));
    names.add(stepId);
  }
  for (const { stepId, dependsOn } of steps)
    for (const needed of dependsOn) {
      if (needed === stepId)
        throw refuse.invalid_workflow({}, say('workflows.needs_itself', { step: stepId }));
      if (names.has(needed)) continue;
      const near = nearNames(needed, [...names]);
      throw refuse.invalid_workflow({}, [
        say('workflows.no_step', { step: stepId, needed: quote(needed) }),
        ...(near.length === 0 ? [] : [say('workflows.perhaps', { near })]),
      ]);
    }
  const circle = circleIn(steps);
  if (circle !== null) throw refuse.invalid_workflow({}, say('workflows.circle', { steps: circle }));
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
      throw refuse.invalid_workflow({}, say('workflows.parameter_name', { name: quote(name) }));
    if (names.has(name)) throw refuse.invalid_workflow({}, say('workflows.two_parameters', { name }));
    names.add(name);
    if (typeof byDefault === 'string' && byDefault.length > workflowLimits.parameterChars)
      throw refuse.invalid_workflow(
        {},
        say('workflows.long_default', { name, most: workflowLimits.parameterChars }),
      );
    if (byDefault !== null && typeof byDefault !== type)
      throw refuse.invalid_workflow({}, say('workflows.other_default', { name, type }));
  }
}
