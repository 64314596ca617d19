/** The processor time that this process has used, in milliseconds: what else the machine does meanwhile does not count. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
