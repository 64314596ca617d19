import type { Example } from '../openapi.ts';

/** Requests that the demo model and a small server were asked, and their answers, by operation id. Tests check each against its schema. */
export const examples: Readonly<Record<string, Example>> = {
  'sessions.create': {
    answers: {
      '201': {
        sessionId: '01a20563-0198-706a-a7bb-fd5e086fd994',
        threadId: '01a20563-0198-706a-a7bc-0186a54c7620',
        createdAt: '2026-11-22T22:31:44.280Z',
      },
    },
  },
  'runs.start': {
    body: {
      task: 'write report.md: # Report',
    },
    answers: {
      '200': {
        runId: '01a20563-0d4b-72a8-bde4-7ef046646767',
        text: 'Written to report.md: “# Report”. The tool said: Created report.md (8 bytes).',
        stopReason: 'end_turn',
        usage: {
          inputTokens: 9396,
          outputTokens: 64,
          cacheReadTokens: 0,
          cacheWriteTokens: 0,
        },
        costUsd: 0,
        priceKnown: true,
        durationMs: 215,
        changeset: {
          fileCount: 1,
        },
      },
      '202': {
        runId: '01a20563-0711-71e5-8327-d09d7effeba7',
        prompt: {
          promptId: '01a20563-072b-7120-8005-6729ffb2d6a3',
          promptType: 'ask_user',
          question: 'What would you like this machine to do for you first?',
          options: ['Write files', 'Answer questions', 'Something else'],
          allowFreeText: true,
          timeoutMs: 86399988,
          createdAt: '2026-11-22T22:31:45.707Z',
          expiresAt: '2026-11-23T22:31:45.707Z',
          runId: '01a20563-0711-71e5-8327-d09d7effeba7',
        },
      },
    },
    stream:
      'id: 1\nevent: thinking\ndata: {"summary":"A file is wanted."}\n\nid: 2\nevent: text\ndata: {"text":"I "}\n\nid: 3\nevent: text\ndata: {"text":"will write "}\n\nid: 4\nevent: text\ndata: {"text":"report.md."}\n\nid: 5\nevent: tool_call\ndata: {"toolCallId":"01a20563-0d7a-7544-9ef3-31374611d819","name":"write_file","input":{"path":"report.md","content":"# Report"}}\n\nid: 6\nevent: turn_end\ndata: {"stopReason":"tool_use","usage":{"inputTokens":4650,"outputTokens":39,"cacheReadTokens":0,"cacheWriteTokens":0},"model":"demo","costUsd":0,"priceKnown":true}\n\nid: 7\nevent: tool_result\ndata: {"toolCallId":"01a20563-0d7a-7544-9ef3-31374611d819","name":"write_file","output":"Created report.md (8 bytes).","success":true}\n\nid: 8\nevent: thinking\ndata: {"summary":"The tool has answered."}\n\nid: 9\nevent: text\ndata: {"text":"Written "}\n\nid: 10\nevent: text\ndata: {"text":"to report.md: "}\n\nid: 11\nevent: text\ndata: {"text":"“# "}\n\nid: 12\nevent: text\ndata: {"text":"Report”. The "}\n\nid: 13\nevent: text\ndata: {"text":"tool "}\n\nid: 14\nevent: text\ndata: {"text":"said: "}\n\nid: 15\nevent: text\ndata: {"text":"Created report.md "}\n\nid: 16\nevent: text\ndata: {"text":"(8 "}\n\nid: 17\nevent: text\ndata: {"text":"bytes)."}\n\nid: 18\nevent: turn_end\ndata: {"stopReason":"end_turn","usage":{"inputTokens":4746,"outputTokens":25,"cacheReadTokens":0,"cacheWriteTokens":0},"model":"demo","costUsd":0,"priceKnown":true}\n\nid: 19\nevent: changeset_ready\ndata: {"runId":"01a20563-0d4b-72a8-bde4-7ef046646767","sessionId":"01a20563-0198-706a-a7bb-fd5e086fd994","fileCount":1}\n\nid: 20\nevent: done\ndata: {"runId":"01a20563-0d4b-72a8-bde4-7ef046646767","text":"Written to report.md: “# Report”. The tool said: Created report.md (8 bytes).","stopReason":"end_turn","usage":{"inputTokens":9396,"outputTokens":64,"cacheReadTokens":0,"cacheWriteTokens":0},"costUsd":0,"priceKnown":true,"durationMs":215}\n\n',
  },
  'prompts.pending': {
    answers: {
      '200': {
        pending: true,
        promptId: '01a20563-072b-7120-8005-6729ffb2d6a3',
        promptType: 'ask_user',
        question: 'What would you like this machine to do for you first?',
        options: ['Write files', 'Answer questions', 'Something else'],
        allowFreeText: true,
        timeoutMs: 86399982,
        createdAt: '2026-11-22T22:31:45.707Z',
        expiresAt: '2026-11-23T22:31:45.707Z',
      },
    },
  },
  'prompts.reply': {
    body: {
      answer: 'Write files',
      promptId: '01a20563-072b-7120-8005-6729ffb2d6a3',
    },
    answers: {
      '200': {
        accepted: true,
        duplicate: false,
      },
    },
  },
  'changesets.list': {
    answers: {
      '200': {
        changesets: [
          {
            threadId: '01a20563-0ce2-7254-81ba-c4c31d15dd0a',
            title: 'Report: write',
            runId: '01a20563-0d4b-72a8-bde4-7ef046646767',
            fileCount: 1,
          },
        ],
      },
    },
  },
  'changesets.get': {
    answers: {
      '200': {
        pending: true,
        runId: '01a20563-0d4b-72a8-bde4-7ef046646767',
        files: [
          {
            path: 'report.md',
            status: 'added',
            diff: '--- a/report.md\n+++ b/report.md\n@@ -0,0 +1,1 @@\n+# Report\n\\ No newline at end of file\n',
            linesAdded: 1,
            linesRemoved: 0,
            binary: false,
            diffOmitted: false,
          },
        ],
      },
    },
  },
  'threads.list': {
    answers: {
      '200': {
        threads: [
          {
            threadId: '01a20563-0198-706a-a7bc-0186a54c7620',
            title: 'What can you do?',
            archived: false,
            messageCount: 10,
            costUsd: 0,
            createdAt: '2026-11-22T22:31:44.280Z',
            updatedAt: '2026-11-22T22:31:47.491Z',
            activeRunId: null,
            pendingChangeset: {
              runId: '01a20563-0d4b-72a8-bde4-7ef046646767',
              fileCount: 1,
            },
            tags: [],
            unread: true,
            forkedFrom: null,
            pinnedAt: null,
            folder: null,
            queued: 0,
            pendingPrompt: null,
          },
        ],
        nextCursor: null,
      },
    },
  },
  'threads.get': {
    answers: {
      '200': {
        threadId: '01a20563-0198-706a-a7bc-0186a54c7620',
        title: 'What can you do?',
        archived: false,
        messageCount: 10,
        costUsd: 0,
        createdAt: '2026-11-22T22:31:44.280Z',
        updatedAt: '2026-11-22T22:31:47.491Z',
        activeRunId: null,
        pendingChangeset: {
          runId: '01a20563-0d4b-72a8-bde4-7ef046646767',
          fileCount: 1,
        },
        tags: [],
        unread: true,
        forkedFrom: null,
        pinnedAt: null,
        folder: null,
        queued: 0,
        pendingPrompt: null,
        instructions: 'Answer in short sentences.',
        tools: { google: false },
        profile: null,
        assistant: null,
      },
    },
  },
  'changesets.review': {
    body: {
      action: 'accept',
      runId: '01a20563-0d4b-72a8-bde4-7ef046646767',
    },
    answers: {
      '200': {
        accepted: 1,
        rolledBack: 0,
        earlier: [],
        failed: [],
      },
    },
  },
  'threads.set': {
    body: {
      title: 'Monthly report',
    },
    answers: {
      '200': {
        threadId: '01a20563-0198-706a-a7bc-0186a54c7620',
        title: 'Monthly report',
        archived: false,
        messageCount: 10,
        costUsd: 0,
        createdAt: '2026-11-22T22:31:44.280Z',
        updatedAt: '2026-11-22T22:31:47.559Z',
        activeRunId: null,
        pendingChangeset: null,
        tags: [],
        unread: true,
        forkedFrom: null,
        pinnedAt: null,
        folder: null,
        queued: 0,
        pendingPrompt: null,
        instructions: null,
        tools: null,
        profile: null,
        assistant: null,
      },
    },
  },
  'threads.messages': {
    answers: {
      '200': {
        messages: [
          {
            seq: 7,
            role: 'user',
            content: [
              {
                type: 'text',
                text: 'write report.md: # Report',
              },
            ],
            runId: '01a20563-0d4b-72a8-bde4-7ef046646767',
            createdAt: '2026-11-22T22:31:47.275Z',
          },
          {
            seq: 8,
            role: 'assistant',
            content: [
              {
                type: 'text',
                text: 'I will write report.md.',
              },
              {
                type: 'tool_call',
                toolCallId: '01a20563-0d7a-7544-9ef3-31374611d819',
                name: 'write_file',
                input: {
                  path: 'report.md',
                  content: '# Report',
                },
              },
            ],
            runId: '01a20563-0d4b-72a8-bde4-7ef046646767',
            createdAt: '2026-11-22T22:31:47.322Z',
          },
          {
            seq: 9,
            role: 'user',
            content: [
              {
                type: 'tool_result',
                toolCallId: '01a20563-0d7a-7544-9ef3-31374611d819',
                output: 'Created report.md (8 bytes).',
                success: true,
              },
            ],
            runId: '01a20563-0d4b-72a8-bde4-7ef046646767',
            createdAt: '2026-11-22T22:31:47.360Z',
          },
          {
            seq: 10,
            role: 'assistant',
            content: [
              {
                type: 'text',
                text: 'Written to report.md: “# Report”. The tool said: Created report.md (8 bytes).',
              },
            ],
            runId: '01a20563-0d4b-72a8-bde4-7ef046646767',
            createdAt: '2026-11-22T22:31:47.491Z',
          },
        ],
        nextCursor: null,
      },
    },
  },
  'tags.set': {
    body: {
      tags: ['work'],
    },
    answers: {
      '200': {
        tags: ['work'],
      },
    },
  },
  'history.runs': {
    answers: {
      '200': {
        runs: [
          {
            runId: '01a20563-0d4b-72a8-bde4-7ef046646767',
            sessionId: '01a20563-0198-706a-a7bb-fd5e086fd994',
            threadId: '01a20563-0198-706a-a7bc-0186a54c7620',
            task: 'write report.md: # Report',
            status: 'completed',
            stopReason: 'end_turn',
            model: 'demo',
            provider: 'demo',
            profile: null,
            usage: {
              inputTokens: 9396,
              outputTokens: 64,
              cacheReadTokens: 0,
              cacheWriteTokens: 0,
            },
            costUsd: 0,
            priceKnown: true,
            toolCallCount: 1,
            durationMs: 215,
            waitMs: 0,
            startedBy: { kind: 'person', personId: '01980a1b-2c3d-7e4f-8a5b-6c7d8e9f0a1b', id: null },
            replayOf: null,
            attachments: [],
            createdAt: '2026-11-22T22:31:47.275Z',
            endedAt: '2026-11-22T22:31:47.491Z',
            error: null,
            trigger: null,
          },
        ],
        nextCursor: 'eyJydW5ObyI6M30',
      },
    },
  },
  'history.run': {
    answers: {
      '200': {
        runId: '01a20563-0d4b-72a8-bde4-7ef046646767',
        sessionId: '01a20563-0198-706a-a7bb-fd5e086fd994',
        threadId: '01a20563-0198-706a-a7bc-0186a54c7620',
        task: 'write report.md: # Report',
        status: 'completed',
        stopReason: 'end_turn',
        model: 'demo',
        provider: 'demo',
        profile: null,
        usage: {
          inputTokens: 9396,
          outputTokens: 64,
          cacheReadTokens: 0,
          cacheWriteTokens: 0,
        },
        costUsd: 0,
        priceKnown: true,
        toolCallCount: 1,
        durationMs: 215,
        waitMs: 0,
        startedBy: { kind: 'person', personId: '01980a1b-2c3d-7e4f-8a5b-6c7d8e9f0a1b', id: null },
        replayOf: null,
        attachments: [],
        createdAt: '2026-11-22T22:31:47.275Z',
        endedAt: '2026-11-22T22:31:47.491Z',
        error: null,
        trigger: null,
      },
    },
  },
  'engine.status': {
    answers: {
      '200': {
        version: '0.1.0',
        pid: 5376,
        startedAt: '2026-11-22T22:31:44.076Z',
        activeRuns: 0,
        damagedStores: [],
        newerStores: [],
        problems: [],
        reminders: [],
        says: { problems: [], reminders: [] },
        deletionsWait: null,
        speech: false,
        model: {
          id: 'demo',
          provider: 'demo',
          priceKnown: true,
        },
      },
    },
  },
  'files.list': {
    answers: {
      '200': {
        path: '',
        files: [
          {
            name: 'notes.md',
            type: 'file',
            sizeBytes: 8,
            modifiedAt: '2026-11-22T22:31:42.762Z',
          },
          {
            name: 'report.md',
            type: 'file',
            sizeBytes: 8,
            modifiedAt: '2026-11-22T22:31:47.346Z',
          },
        ],
        nextCursor: null,
        complete: true,
      },
    },
  },
  'memory.append': {
    body: {
      text: 'The owner drinks green tea.',
    },
    answers: {
      '201': {
        namespace: 'knowledge',
        entries: [
          {
            id: '01a20563-0ec4-774c-8cb3-f53d88e41672',
            text: 'The owner drinks green tea.',
            createdAt: '2026-11-22T22:31:47.652Z',
            mine: true,
            shared: false,
            source: {
              origin: 'user',
              runId: null,
              threadId: null,
              tool: null,
            },
          },
        ],
      },
    },
  },
  'memory.read': {
    answers: {
      '200': {
        namespace: 'knowledge',
        content: 'The owner drinks green tea.',
        entries: [
          {
            id: '01a20563-0ec4-774c-8cb3-f53d88e41672',
            text: 'The owner drinks green tea.',
            createdAt: '2026-11-22T22:31:47.652Z',
            mine: true,
            shared: false,
            source: {
              origin: 'user',
              runId: null,
              threadId: null,
              tool: null,
            },
          },
        ],
      },
    },
  },
  'runs.memories': {
    answers: {
      '200': {
        instructions: [{ of: 'all', text: 'Answer in short sentences.', leftOut: 0 }],
        tools: { google: false },
        told: [
          {
            kind: 'memory',
            id: '01a20563-0ec4-774c-8cb3-f53d88e41672',
            toldIn: 'prompt',
            toolCallId: null,
            tool: null,
            agent: null,
            at: '2026-11-23T08:02:11.310Z',
            score: 0.93,
            reasons: ['words'],
            question: 'Order the tea that I like',
            words: ['tea'],
            state: 'current',
            entry: {
              id: '01a20563-0ec4-774c-8cb3-f53d88e41672',
              namespace: 'knowledge',
              text: 'The owner drinks green tea.',
              mine: true,
              shared: false,
              source: {
                origin: 'user',
                runId: null,
                threadId: null,
                tool: null,
              },
              createdAt: '2026-11-22T22:31:47.652Z',
              confirmedAt: '2026-11-22T22:31:47.652Z',
              validFrom: '2026-11-22T22:31:47.652Z',
              supersededAt: null,
              supersededBy: null,
            },
            entity: null,
          },
        ],
      },
    },
  },
  'memory.search': {
    answers: {
      '200': {
        entries: [
          {
            id: '01a20563-0ec4-774c-8cb3-f53d88e41672',
            namespace: 'knowledge',
            text: 'The owner drinks green tea.',
            score: 1,
            reasons: ['words'],
            createdAt: '2026-11-22T22:31:47.652Z',
            mine: true,
            shared: false,
            source: {
              origin: 'user',
              runId: null,
              threadId: null,
              tool: null,
            },
            supersededAt: null,
          },
        ],
      },
    },
  },
  'secrets.put': {
    body: {
      value: 'the-key-of-the-weather-service',
      hosts: ['api.weather.example'],
    },
  },
  'secrets.list': {
    answers: {
      '200': {
        secrets: [
          {
            name: 'WEATHER_API_KEY',
            source: 'vault',
            hosts: ['api.weather.example'],
            updatedAt: '2026-11-22T22:31:47.790Z',
            usableBy: 'owner',
          },
        ],
      },
    },
  },
  'consents.allow': {
    body: {
      class: 'send_outside',
      target: 'api.weather.example',
    },
    answers: {
      '201': {
        id: '01a20563-0f9f-7203-9b35-5d9c6768bfda',
        class: 'send_outside',
        target: 'api.weather.example',
        tool: null,
        folder: null,
        threadId: null,
        triggerId: null,
        workflowId: null,
        by: 'owner',
        createdAt: '2026-11-22T22:31:47.871Z',
        expiresAt: '2027-02-20T22:31:47.871Z',
      },
    },
  },
  'consents.list': {
    answers: {
      '200': {
        consents: [
          {
            id: '01a20563-0f9f-7203-9b35-5d9c6768bfda',
            class: 'send_outside',
            target: 'api.weather.example',
            tool: null,
            folder: null,
            threadId: null,
            triggerId: null,
            workflowId: null,
            by: 'owner',
            createdAt: '2026-11-22T22:31:47.871Z',
            expiresAt: '2027-02-20T22:31:47.871Z',
          },
        ],
      },
    },
  },
  'config.set': {
    body: {
      provider: 'compat',
      api_base_url: 'http://127.0.0.1:11434/v1',
      compat_model_id: 'qwen3:8b',
    },
  },
  'providers.test': {
    body: {
      provider: 'compat',
      api_base_url: 'http://127.0.0.1:11434/v1',
      model_id: 'qwen3:8b',
    },
    answers: {
      '200': {
        ok: false,
        provider: 'compat',
        model: 'qwen3:8b',
        firstTextMs: 233,
        checks: [
          {
            check: 'reach',
            ok: true,
            code: 'ok',
            detail: 'The address answers.',
          },
          {
            check: 'key',
            ok: true,
            code: 'ok',
            detail: 'The provider accepts the key, or needs none.',
          },
          {
            check: 'model',
            ok: true,
            code: 'ok',
            detail: 'The provider knows the model.',
          },
          {
            check: 'stream',
            ok: true,
            code: 'ok',
            detail: 'The answer arrives as a stream.',
          },
          {
            check: 'tools',
            ok: false,
            code: 'tools_ignored',
            detail:
              'The model answers, but it did not call the tool it was asked to call, so it cannot act. Choose a model that is made for tool calling, or switch tool calling on at the server.',
          },
        ],
      },
    },
  },
  'providers.models': {
    answers: {
      '200': {
        models: [
          {
            id: 'llama3.2:3b',
          },
          {
            id: 'qwen3:8b',
          },
        ],
        nextCursor: null,
      },
    },
  },
  'providers.local': {
    answers: {
      '200': {
        servers: [
          {
            name: 'Ollama',
            baseUrl: 'http://127.0.0.1:11434/v1',
            models: ['qwen3:8b', 'llama3.2:3b'],
          },
        ],
      },
    },
  },
};
