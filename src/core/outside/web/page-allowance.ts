import type { RunId } from '../../kernel/ids.ts';
import { webLimits } from './limits.ts';
import { refuse } from './errors.ts';
import { say } from './says.ts';

export interface PageLimits {
  /** Pages that one run may read; each call counts, even one that continues a page. */
  readonly pages: number;
  /**
   * Host names that it may read from, including those of redirects. A host without an address also counts: the lookup has
   * disclosed its name.
   */
  readonly hosts: number;
}

interface Read {
  readonly pages: number;
  readonly hosts: ReadonlySet<string>;
}

const NOTHING: Read = { pages: 0, hosts: new Set() };

/**
 * The pages that each run, with its sub-agents, may still read: which pages and hosts a model chooses tells their
 * servers something. Runs do not outlive the process, so this lives in memory. The runs that read longest ago are
 * forgotten first; far fewer run at a time.
 */
export class PageAllowance {
  readonly #limits: () => PageLimits;
  readonly #read = new Map<RunId, Read>();

  constructor(limits: () => PageLimits) {
    this.#limits = limits;
  }

  /** Checks whether another page of this host could be read. @throws Refusal too_many_pages */
  check(runId: RunId, hostname: string): void {
    const { pages } = this.#of(runId);
    const max = this.#limits().pages;
    if (max === 0) throw isOff('max_pages_per_run');
    if (pages >= max) throw tooManyPages(pages);
    this.#mayAsk(runId, hostname);
  }

  /** Counts one page, even if reading it fails. @throws Refusal too_many_pages, and then nothing is counted */
  take(runId: RunId, hostname: string): void {
    this.check(runId, hostname);
    this.#count(runId, hostname, 1);
  }

  /** For a counted page that redirects to this host. @throws Refusal too_many_pages */
  follow(runId: RunId, hostname: string): void {
    this.#mayAsk(runId, hostname);
    this.#count(runId, hostname, 0);
  }

  #mayAsk(runId: RunId, hostname: string): void {
    const { hosts } = this.#of(runId);
    const max = this.#limits().hosts;
    if (max === 0) throw isOff('max_page_hosts_per_run');
    if (!hosts.has(hostname) && hosts.size >= max) throw tooManyHosts(hosts.size, hostname);
  }

  #of(runId: RunId): Read {
    return this.#read.get(runId) ?? NOTHING;
  }

  #count(runId: RunId, hostname: string, more: number): void {
    const { pages, hosts } = this.#of(runId);
    this.#read.delete(runId);
    this.#read.set(runId, { pages: pages + more, hosts: new Set([...hosts, hostname]) });
    for (const oldest of this.#read.keys()) {
      if (this.#read.size <= webLimits.runsCounted) break;
      this.#read.delete(oldest);
    }
  }
}

const isOff = (key: string) => refuse.too_many_pages({ [key]: 0 }, say('web.pages_off', { key }));

const tooManyPages = (pages: number) => refuse.too_many_pages({ pages }, say('web.pages', { pages }));

const tooManyHosts = (hosts: number, hostname: string) =>
  refuse.too_many_pages({ hosts }, say('web.hosts', { hosts, host: hostname }));
