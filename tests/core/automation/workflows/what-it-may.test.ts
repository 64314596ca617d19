import { expect, it } from '@jest/globals';
import { questionAbout } from '../../../../src/core/automation/workflows/what-it-may.ts';
import { inEnglish } from '../../../doubles/sentences.ts';
import type { Workflow } from '../../../../src/core/automation/workflows/model.ts';

const step = {
  task: 'Look.',
  dependsOn: [],
  tools: null,
  budgetUsd: 1,
  tier: 'balanced',
  onFailure: 'stop',
};

it('says all that its owner decides about, with the words of the agent in quotes', () => {
  const workflow = {
    name: 'Weekly',
    description: 'For "me"',
    parameters: [
      { name: 'topic', type: 'string', description: null },
      { name: 'days', type: 'number', description: 'How many' },
    ],
    steps: [
      { ...step, stepId: 'look', tools: [] },
      { ...step, stepId: 'ask', tools: ['read_page', 'recall'], onFailure: 'skip' },
      { ...step, stepId: 'tell', dependsOn: ['look', 'ask'], tier: 'fast', onFailure: 'continue' },
    ],
    permissions: { hosts: [], folders: [], tools: [] },
    expectation: null,
  } as unknown as Workflow;
  expect(inEnglish(questionAbout(workflow))).toBe(
    [
      '"Weekly". "For \\"me\\"". Each run is given topic (a string). Each run is given days (a number): "How many".',
      'Step 1 is called look: "Look.". It has no tools and may cost up to $1.',
      'Step 2 is called ask: "Look.". It has only the tools "read_page", "recall" and may cost up to $1.',
      'If it fails, what depends on it is left out, and the others go on.',
      'Step 3 is called tell and begins after look, ask: "Look.". It may cost up to $1. It is for the fast model. If it fails, all others go on.',
      'It may read, and nothing else without asking you. A run may cost up to $3, if each step uses all of its budget.',
    ].join(' '),
  );
});
