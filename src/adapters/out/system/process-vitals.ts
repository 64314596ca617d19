import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { LoopDelay, Vitals } from '../../../core/execution/metrics/port.ts';

const RESOLUTION_MS = 20;
const NS_PER_MS = 1e6;

/** This process. */
export class ProcessVitals implements Vitals {
  #delays: ReturnType<typeof monitorEventLoopDelay> | null = null;
  #openStreams = 0;

  rssBytes(): number {
    return process.memoryUsage.rss();
  }

  loopDelay(): LoopDelay | null {
    if (this.#delays === null) {
      this.#delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      this.#delays.enable();
    }
    const { count, max } = this.#delays;
    if (count === 0) return null;
    const late = (ns: number) => Math.max(0, ns / NS_PER_MS - RESOLUTION_MS);
    const [p50, p99] = [this.#delays.percentile(50), this.#delays.percentile(99)];
    return { p50: late(p50), p99: late(p99), max: late(max), samples: count };
  }

  streamOpened(): () => void {
    this.#openStreams += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.#openStreams -= 1;
      isOpen = false;
    };
  }

  get openStreams(): number {
    return this.#openStreams;
  }
}
