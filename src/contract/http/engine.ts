import { Type } from 'typebox';
import { json } from '../row.ts';
import { saysAs, SaysOfProblems, SaysOfText, SaysShape, shownSays, Time, time } from '../shapes.ts';
import { inEnglish } from '../words/english.ts';

export const engine = {
  'engine.status': json({
    route: 'GET /api/status',
    who: 'person',
    summary:
      'The state of the engine: version, uptime, runs in flight, stores that are damaged or of a newer version, the model that would answer.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({
      version: Type.String(),
      pid: Type.Integer(),
      startedAt: Time,
      activeRuns: Type.Integer({ minimum: 0 }),
      damagedStores: Type.Array(Type.String()),
      newerStores: Type.Array(Type.String(), { description: 'Written by a newer version of svc' }),
      problems: Type.Array(Type.String(), {
        description: 'What else keeps the engine from being ready, in sentences',
      }),
      reminders: Type.Array(Type.String(), {
        description:
          'What its owner should see to, in sentences, like an old backup; the engine is ready all the same',
      }),
      says: Type.Object({ ...SaysOfProblems.properties, reminders: Type.Array(SaysShape) }),
      deletionsWait: Type.Union(
        [
          Type.Object({
            code: Type.Union([
              Type.Literal('clock_ahead'),
              Type.Literal('clock_back'),
              Type.Literal('clock_unknown'),
            ]),
            since: Time,
            left: Type.Integer({ minimum: 0, description: 'Seconds for which the engine has yet to run' }),
          }),
          Type.Null(),
        ],
        {
          description:
            'Why nothing is deleted for its age: the clock was set, or the machine was off for long, or the data came from elsewhere',
        },
      ),
      speech: Type.Boolean({
        description: 'Recordings can be heard and texts said: there is a key for that',
      }),
      storage: Type.Optional(
        Type.Object(
          {
            server: Type.String({ description: 'Its host, or the folder of its socket, and its port' }),
            database: Type.String(),
            schema: Type.String(),
          },
          { description: 'Where a PostgreSQL server keeps the data; told to the owner alone' },
        ),
      ),
      model: Type.Union([
        Type.Object({
          id: Type.String(),
          provider: Type.String(),
          priceKnown: Type.Boolean({
            description: 'False if costs are computed from an assumed price, which errs high',
          }),
          demoOnly: Type.Optional(
            Type.Literal(true, {
              description: 'Started with --demo or SVC_DEMO: the demo answers for every model profile, too',
            }),
          ),
        }),
        Type.Object({ problem: Type.String(), says: Type.Object({ problem: SaysOfText }) }),
      ]),
    }),
    handle: async ({ engine }, { asker }) => {
      const { storage, ...report } = await engine.report(asker);
      return {
        ...report,
        ...(storage === null ? {} : { storage }),
        problems: report.problems.map((one) => inEnglish(one)),
        reminders: report.reminders.map((one) => inEnglish(one)),
        says: { problems: report.problems.map(shownSays), reminders: report.reminders.map(shownSays) },
        model:
          'problem' in report.model
            ? { problem: inEnglish(report.model.problem), says: saysAs('problem', report.model.problem) }
            : report.model,
        deletionsWait: report.deletionsWait && {
          code: report.deletionsWait.code,
          since: time(report.deletionsWait.since),
          left: Math.ceil(report.deletionsWait.leftMs / 1_000),
        },
        startedAt: time(report.startedAt),
      };
    },
  }),
};
