import type { Example } from '../openapi.ts';

/** Requests that the demo model and small servers were asked, and their answers, by operation id. Tests check each against its schema. */
export const examples: Readonly<Record<string, Example>> = {
  'sessions.create': {
    answers: {
      '201': {
        sessionId: '01a2054a-7ca5-71ec-8977-d9b3c71e15ad',
        threadId: '01a2054a-7ca5-71ec-8977-dedc8c6b9666',
        createdAt: '2026-11-22T22:04:57.381Z',
      },
    },
  },
  'runs.start': {
    body: {
      task: 'write report.md: # Report',
    },
    answers: {
      '200': {
        runId: '01a2054a-895f-7298-9b04-ca100d085e72',
        text: 'Written to report.md: “# Report”. The tool said: Created report.md (8 bytes).',
        stopReason: 'end_turn',
        usage: {
          inputTokens: 9396,
          outputTokens: 64,
          cacheReadTokens: 0,
          cacheWriteTokens: 0,
        },
        costUsd: 0,
        durationMs: 243,
        changeset: {
          fileCount: 1,
        },
      },
      '202': {
        runId: '01a2054a-830b-755d-9235-006ac3f60b9a',
        prompt: {
          promptId: '01a2054a-8334-7054-b81c-6dd884aacc1a',
          promptType: 'ask_user',
          question: 'What would you like this machine to do for you first?',
          options: ['Write files', 'Answer questions', 'Something else'],
          allowFreeText: true,
          timeoutMs: 86399986,
          createdAt: '2026-11-22T22:04:59.060Z',
          expiresAt: '2026-11-23T22:04:59.060Z',
          runId: '01a2054a-830b-755d-9235-006ac3f60b9a',
        },
      },
    },
    stream:
      'id: 1\nevent: thinking\ndata: {"summary":"A file is wanted."}\n\nid: 2\nevent: text\ndata: {"text":"I "}\n\nid: 3\nevent: text\ndata: {"text":"will write "}\n\nid: 4\nevent: text\ndata: {"text":"report.md."}\n\nid: 5\nevent: tool_call\ndata: {"toolCallId":"01a2054a-89a5-75d7-814e-692ab4d24db5","name":"write_file","input":{"path":"report.md","content":"# Report"}}\n\nid: 6\nevent: turn_end\ndata: {"stopReason":"tool_use","usage":{"inputTokens":4650,"outputTokens":39,"cacheReadTokens":0,"cacheWriteTokens":0},"model":"demo","costUsd":0}\n\nid: 7\nevent: tool_result\ndata: {"toolCallId":"01a2054a-89a5-75d7-814e-692ab4d24db5","name":"write_file","output":"Created report.md (8 bytes).","success":true}\n\nid: 8\nevent: thinking\ndata: {"summary":"The tool has answered."}\n\nid: 9\nevent: text\ndata: {"text":"Written to "}\n\nid: 10\nevent: text\ndata: {"text":"report.md: “# "}\n\nid: 11\nevent: text\ndata: {"text":"Report”. The "}\n\nid: 12\nevent: text\ndata: {"text":"tool said: "}\n\nid: 13\nevent: text\ndata: {"text":"Created "}\n\nid: 14\nevent: text\ndata: {"text":"report.md (8 "}\n\nid: 15\nevent: text\ndata: {"text":"bytes)."}\n\nid: 16\nevent: turn_end\ndata: {"stopReason":"end_turn","usage":{"inputTokens":4746,"outputTokens":25,"cacheReadTokens":0,"cacheWriteTokens":0},"model":"demo","costUsd":0}\n\nid: 17\nevent: changeset_ready\ndata: {"runId":"01a2054a-895f-7298-9b04-ca100d085e72","sessionId":"01a2054a-7ca5-71ec-8977-d9b3c71e15ad","fileCount":1}\n\nid: 18\nevent: done\ndata: {"runId":"01a2054a-895f-7298-9b04-ca100d085e72","text":"Written to report.md: “# Report”. The tool said: Created report.md (8 bytes).","stopReason":"end_turn","usage":{"inputTokens":9396,"outputTokens":64,"cacheReadTokens":0,"cacheWriteTokens":0},"costUsd":0,"durationMs":243}\n\n',
  },
  'prompts.pending': {
    answers: {
      '200': {
        pending: true,
        promptId: '01a2054a-8334-7054-b81c-6dd884aacc1a',
        promptType: 'ask_user',
        question: 'What would you like this machine to do for you first?',
        options: ['Write files', 'Answer questions', 'Something else'],
        allowFreeText: true,
        timeoutMs: 86399970,
        createdAt: '2026-11-22T22:04:59.060Z',
        expiresAt: '2026-11-23T22:04:59.060Z',
      },
    },
  },
  'prompts.reply': {
    body: {
      answer: 'Write files',
      promptId: '01a2054a-8334-7054-b81c-6dd884aacc1a',
    },
    answers: {
      '200': {
        accepted: true,
        duplicate: false,
      },
    },
  },
  'changesets.get': {
    answers: {
      '200': {
        pending: true,
        runId: '01a2054a-895f-7298-9b04-ca100d085e72',
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
            threadId: '01a2054a-7ca5-71ec-8977-dedc8c6b9666',
            title: 'What can you do?',
            archived: false,
            messageCount: 10,
            costUsd: 0,
            createdAt: '2026-11-22T22:04:57.381Z',
            updatedAt: '2026-11-22T22:05:00.891Z',
            activeRunId: null,
            pendingChangeset: {
              runId: '01a2054a-895f-7298-9b04-ca100d085e72',
              fileCount: 1,
            },
            tags: [],
            unread: true,
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
        threadId: '01a2054a-7ca5-71ec-8977-dedc8c6b9666',
        title: 'What can you do?',
        archived: false,
        messageCount: 10,
        costUsd: 0,
        createdAt: '2026-11-22T22:04:57.381Z',
        updatedAt: '2026-11-22T22:05:00.891Z',
        activeRunId: null,
        pendingChangeset: {
          runId: '01a2054a-895f-7298-9b04-ca100d085e72',
          fileCount: 1,
        },
        tags: [],
        unread: true,
        pendingPrompt: null,
      },
    },
  },
  'changesets.review': {
    body: {
      action: 'accept',
      runId: '01a2054a-895f-7298-9b04-ca100d085e72',
    },
    answers: {
      '200': {
        accepted: 1,
        rolledBack: 0,
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
        threadId: '01a2054a-7ca5-71ec-8977-dedc8c6b9666',
        title: 'Monthly report',
        archived: false,
        messageCount: 10,
        costUsd: 0,
        createdAt: '2026-11-22T22:04:57.381Z',
        updatedAt: '2026-11-22T22:05:01.218Z',
        activeRunId: null,
        pendingChangeset: null,
        tags: [],
        unread: true,
        pendingPrompt: null,
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
            runId: '01a2054a-895f-7298-9b04-ca100d085e72',
            createdAt: '2026-11-22T22:05:00.639Z',
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
                toolCallId: '01a2054a-89a5-75d7-814e-692ab4d24db5',
                name: 'write_file',
                input: {
                  path: 'report.md',
                  content: '# Report',
                },
              },
            ],
            runId: '01a2054a-895f-7298-9b04-ca100d085e72',
            createdAt: '2026-11-22T22:05:00.709Z',
          },
          {
            seq: 9,
            role: 'user',
            content: [
              {
                type: 'tool_result',
                toolCallId: '01a2054a-89a5-75d7-814e-692ab4d24db5',
                output: 'Created report.md (8 bytes).',
                success: true,
              },
            ],
            runId: '01a2054a-895f-7298-9b04-ca100d085e72',
            createdAt: '2026-11-22T22:05:00.762Z',
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
            runId: '01a2054a-895f-7298-9b04-ca100d085e72',
            createdAt: '2026-11-22T22:05:00.891Z',
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
            runId: '01a2054a-895f-7298-9b04-ca100d085e72',
            sessionId: '01a2054a-7ca5-71ec-8977-d9b3c71e15ad',
            threadId: '01a2054a-7ca5-71ec-8977-dedc8c6b9666',
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
            toolCallCount: 1,
            durationMs: 243,
            waitMs: 0,
            startedBy: 'owner',
            createdAt: '2026-11-22T22:05:00.639Z',
            endedAt: '2026-11-22T22:05:00.891Z',
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
        runId: '01a2054a-895f-7298-9b04-ca100d085e72',
        sessionId: '01a2054a-7ca5-71ec-8977-d9b3c71e15ad',
        threadId: '01a2054a-7ca5-71ec-8977-dedc8c6b9666',
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
        toolCallCount: 1,
        durationMs: 243,
        waitMs: 0,
        startedBy: 'owner',
        createdAt: '2026-11-22T22:05:00.639Z',
        endedAt: '2026-11-22T22:05:00.891Z',
        error: null,
        trigger: null,
      },
    },
  },
  'engine.status': {
    answers: {
      '200': {
        version: '0.1.0',
        pid: 985,
        startedAt: '2026-11-22T22:04:57.145Z',
        activeRuns: 0,
        damagedStores: [],
        newerStores: [],
        problems: [],
        model: {
          id: 'demo',
          provider: 'demo',
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
            modifiedAt: '2026-11-22T22:04:55.102Z',
          },
          {
            name: 'report.md',
            type: 'file',
            sizeBytes: 8,
            modifiedAt: '2026-11-22T22:05:00.750Z',
          },
        ],
        nextCursor: null,
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
            id: '01a2054a-8be5-7506-ac6a-089a5ca961fe',
            text: 'The owner drinks green tea.',
            createdAt: '2026-11-22T22:05:01.285Z',
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
            id: '01a2054a-8be5-7506-ac6a-089a5ca961fe',
            text: 'The owner drinks green tea.',
            createdAt: '2026-11-22T22:05:01.285Z',
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
  'memory.search': {
    answers: {
      '200': {
        entries: [
          {
            id: '01a2054a-8be5-7506-ac6a-089a5ca961fe',
            namespace: 'knowledge',
            text: 'The owner drinks green tea.',
            score: 1,
            createdAt: '2026-11-22T22:05:01.285Z',
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
            updatedAt: '2026-11-22T22:05:01.625Z',
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
        id: '01a2054a-8d48-71e2-9fab-e92c446da42f',
        class: 'send_outside',
        target: 'api.weather.example',
        tool: null,
        threadId: null,
        by: 'owner',
        createdAt: '2026-11-22T22:05:01.640Z',
        expiresAt: '2027-02-20T22:05:01.640Z',
      },
    },
  },
  'consents.list': {
    answers: {
      '200': {
        consents: [
          {
            id: '01a2054a-8d48-71e2-9fab-e92c446da42f',
            class: 'send_outside',
            target: 'api.weather.example',
            tool: null,
            threadId: null,
            by: 'owner',
            createdAt: '2026-11-22T22:05:01.640Z',
            expiresAt: '2027-02-20T22:05:01.640Z',
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
        firstTextMs: 80,
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
              'The model answers, but it did not call the tool it was asked to call, so it can talk and not act. Choose a model that is made for tool calling, or switch tool calling on at the server.',
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
