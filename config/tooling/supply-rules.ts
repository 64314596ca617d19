import semver from 'semver';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
}

interface Locked {
  readonly version?: string;
  /** The folder, if its name differs from that of the package. */
  readonly name?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, Locked>>;
}

interface Audit {
  readonly vulnerabilities?: Readonly<
    Record<
      string,
      {
        readonly name: string;
        readonly severity: string;
        readonly via: readonly (string | { readonly title: string; readonly url: string })[];
      }
    >
  >;
}

/** The oldest versions without a vulnerability that matters here; `null`: no version is allowed. */
const FLOORS: Readonly<Record<string, string | null>> = {
  '@modelcontextprotocol/sdk': '1.26.0',
  'adm-zip': null,
  tar: '7.5.7',
};

/** The faults of the lockfile, in sentences. */
export function lockfileFaults(
  { dependencies, devDependencies, optionalDependencies, allowScripts = {} }: Manifest,
  { packages }: Lockfile,
): readonly string[] {
  const faults: string[] = [];
  const direct = { ...dependencies, ...devDependencies, ...optionalDependencies };
  for (const [name, wanted] of Object.entries(direct))
    if (!semver.valid(wanted)) faults.push(`${name} is wanted as "${wanted}": name one exact version.`);
    else if (packages[`node_modules/${name}`]?.version !== wanted)
      faults.push(`${name} ${wanted} is wanted, and the lockfile has another: run npm install.`);
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '') continue;
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const is = `${name} ${entry.version}`;
    if (!entry.integrity) faults.push(`${is} has no integrity in the lockfile: run npm install again.`);
    if (entry.resolved && !entry.resolved.startsWith('https://registry.npmjs.org/'))
      faults.push(`${is} comes from ${entry.resolved}, which is not the registry.`);
    if (
      entry.hasInstallScript &&
      !entry.dev &&
      !entry.optional &&
      !entry.devOptional &&
      !(name in allowScripts)
    )
      faults.push(
        `${is} wants to run a script when it is installed: look at it, then name it in allowScripts.`,
      );
    const floor = FLOORS[name];
    if (floor === null) faults.push(`${is} must not be installed (promise S46).`);
    else if (floor !== undefined && semver.lt(entry.version ?? '0.0.0', floor))
      faults.push(`${is} is older than ${floor}, which closes known holes.`);
  }
  return faults;
}

/** Packages whose installed version, according to node_modules, differs from the lockfile. */
export function installedFaults({ packages }: Lockfile, installed: Lockfile): readonly string[] {
  return Object.entries(installed.packages).flatMap(([path, { version }]) => {
    const locked = packages[path]?.version;
    return locked === version
      ? []
      : [`${path} is ${version} here, and ${locked ?? 'nothing'} in the lockfile: run npm ci.`];
  });
}

/** What a new user waits for, beside `googleapis`, which is larger than all of this together. */
const LARGEST_INSTALL = { packages: 255, megabytes: 260 };

/**
 * What is wrong with the packages that `make run` installs: those in the lockfile that are not of development.
 *
 * @param bytesOf what a package takes on this disk, by its path; null where it is not installed, as for other platforms
 */
export function weightFaults(
  { packages }: Lockfile,
  bytesOf: (path: string) => number | null,
): readonly string[] {
  const weights = Object.entries(packages).flatMap(([path, { dev }]) => {
    const bytes = path === '' || dev || path === 'node_modules/googleapis' ? null : bytesOf(path);
    return bytes === null ? [] : [bytes];
  });
  const megabytes = Math.round(weights.reduce((sum, bytes) => sum + bytes, 0) / 1e6);
  const is = `make run installs ${weights.length} packages of ${megabytes} MB beside googleapis`;
  return weights.length <= LARGEST_INSTALL.packages && megabytes <= LARGEST_INSTALL.megabytes
    ? []
    : [
        `${is}, and should at most ${LARGEST_INSTALL.packages} of ${LARGEST_INSTALL.megabytes} MB: choose a lighter one, or load it elsewhere.`,
      ];
}

/** High and critical vulnerabilities in the output of `npm audit --json`; null if the audit failed. */
export function auditFaults(printed: string): readonly string[] | null {
  const report = parsed(printed);
  if (!report?.vulnerabilities) return null;
  return Object.values(report.vulnerabilities)
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity, via }) => {
      const why = via.flatMap((one) => (typeof one === 'string' ? [] : [`${one.title} (${one.url})`]));
      return `${name} has a hole of severity ${severity}: ${why.join('; ') || `through ${via.join(', ')}`}.`;
    });
}

function parsed(text: string): Audit | null {
  try {
    return JSON.parse(text) as Audit;
  } catch {
    return null;
  }
}
