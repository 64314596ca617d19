import { personId } from '../../../../../src/core/kernel/ids.ts';
import { expect } from '@jest/globals';
import type { AgentRole } from '../../../../../src/core/instance/agents/model.ts';
import { AgentPlanner } from '../../../../../src/core/execution/runs/agents/plan.ts';
import { ScriptedModel } from '../../../../doubles/scripted-model.ts';
import { aTool } from '../../../../harness/core.ts';
import { verifies } from '../../../../spec/verifies.ts';

const done = async () => ({ output: '', success: true });

verifies(
  'tool-servers.agents',
  'a role has the tools of the servers that are named for it, and of no other',
  async () => {
    const offered = [
      aTool('read_file', done),
      aTool('write_file', done),
      { ...aTool('mcp__notes__add', done), ofServer: 'notes' },
      // A server cannot get into a role by the name of its tool.
      { ...aTool('web_search', done), ofServer: 'evil' },
    ];
    const model = new ScriptedModel([]);
    const planner = new AgentPlanner({
      models: { open: async () => model },
      toolBox: { tools: () => offered },
      registeredApis: () => '',
      toolServersOf: (role) => (role === 'researcher' ? ['notes'] : []),
    });
    const toolsOf = async (role: AgentRole) => {
      const task = {
        name: 'Ada',
        task: 'look',
        role,
        context: null,
        tools: null,
        maxTurns: 5,
        maxBudgetUsd: 1,
        profile: null,
      };
      const [plan] = await planner.plan([task], model, personId('someone'));
      return plan?.tools.map(({ name }) => name);
    };
    expect(await toolsOf('researcher')).toEqual(['read_file', 'mcp__notes__add']);
    expect(await toolsOf('collector')).toEqual(['read_file']);
  },
);
