import type { Clock } from '../../ports/clock.ts';
import type { StoragePlace } from '../../instance/engine/service.ts';
import type { Metric, Series } from './model.ts';
import type { StorageTraffic, Vitals } from './port.ts';
import type { RunMeters } from './run-meters.ts';

export interface MetricsServiceDeps {
  readonly meters: RunMeters;
  readonly vitals: Vitals;
  readonly runs: { readonly liveCount: number };
  /** The server that keeps the data; null: files do. */
  readonly server: { readonly place: StoragePlace; traffic(): StorageTraffic } | null;
  readonly clock: Clock;
  readonly version: string;
}

const SINCE = 'since the engine started';

/** The engine's activity in numbers, without any content. */
export class MetricsService {
  readonly #deps: MetricsServiceDeps;
  readonly #startedAt: number;

  constructor(deps: MetricsServiceDeps) {
    this.#deps = deps;
    this.#startedAt = deps.clock.monotonic();
  }

  /** Each name once. */
  metrics(): readonly Metric[] {
    return [...this.#runs(), ...this.#process(), ...this.#storage()];
  }

  #runs(): readonly Metric[] {
    const { meters, runs } = this.#deps;
    return [
      counter('svc_runs_started_total', `Runs that began ${SINCE}.`, meters.started.series),
      counter('svc_runs_total', `Runs that ended ${SINCE}, by how they ended.`, meters.ended.series),
      gauge('svc_runs_active', 'Runs in flight.', runs.liveCount),
      {
        name: 'svc_run_duration_seconds',
        help: `How long the runs took that ended ${SINCE}.`,
        kind: 'histogram',
        ...meters.seconds.distribution,
      },
      counter(
        'svc_model_calls_total',
        `Calls of models ${SINCE}, without their retries.`,
        meters.modelCalls.series,
      ),
      counter('svc_model_retries_total', `Retries of calls of models ${SINCE}.`, meters.modelRetries.series),
      counter(
        'svc_tokens_total',
        `Tokens of runs that ended ${SINCE} and of side calls; input excludes cached tokens.`,
        meters.tokens.series,
      ),
      counter(
        'svc_cost_usd_total',
        `US dollars of runs that ended ${SINCE} and of side calls; with price="unknown" a careful guess and no cost: the price of the model is unknown.`,
        meters.costUsd.series,
      ),
      counter('svc_side_calls_total', `Side calls of models ${SINCE}, by outcome.`, meters.sideCalls.series),
      counter('svc_tool_calls_total', `Tool calls that had an outcome ${SINCE}.`, meters.toolCalls.series),
    ];
  }

  #process(): readonly Metric[] {
    const { vitals, clock, version } = this.#deps;
    const delay = vitals.loopDelay();
    return [
      gauge('svc_open_streams', 'Event streams that are being read.', vitals.openStreams),
      {
        name: 'svc_event_loop_delay_seconds',
        help: 'How late the event loop was, since metrics were first asked for.',
        kind: 'gauge',
        series:
          delay === null
            ? []
            : (['p50', 'p99', 'max'] as const).map((stat) => {
                return { labels: { stat }, value: delay[stat] / 1000, samples: delay.samples };
              }),
      },
      gauge('svc_resident_memory_bytes', 'Memory of the process that is not paged out.', vitals.rssBytes()),
      gauge(
        'svc_uptime_seconds',
        'How long the engine has been up.',
        (clock.monotonic() - this.#startedAt) / 1000,
      ),
      {
        name: 'svc_build_info',
        help: 'Always 1; the version is in the label.',
        kind: 'gauge',
        series: [{ labels: { version }, value: 1, samples: 1 }],
      },
    ];
  }

  #storage(): readonly Metric[] {
    const { server } = this.#deps;
    if (!server) return [];
    const { connections, inUse, waiting, roundTrips } = server.traffic();
    return [
      {
        name: 'svc_storage_info',
        help: 'Always 1; where the data is stands in the labels.',
        kind: 'gauge',
        series: [{ labels: { kind: 'postgres', ...server.place }, value: 1, samples: 1 }],
      },
      {
        name: 'svc_storage_connections',
        help: 'Connections to the server of the data.',
        kind: 'gauge',
        series: [
          { labels: { state: 'in_use' }, value: inUse, samples: 1 },
          { labels: { state: 'idle' }, value: connections - inUse, samples: 1 },
        ],
      },
      gauge('svc_storage_waiting', 'Callers that wait for such a connection.', waiting),
      counter('svc_storage_round_trips_total', `Round trips to the server of the data ${SINCE}.`, [
        { labels: {}, value: roundTrips, samples: 1 },
      ]),
    ];
  }
}

const counter = (name: string, help: string, series: readonly Series[]): Metric => ({
  name,
  help,
  kind: 'counter',
  series,
});

const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  kind: 'gauge',
  series: [{ labels: {}, value, samples: 1 }],
});
