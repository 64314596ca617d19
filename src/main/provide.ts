import type { ContainerModuleLoadOptions, ServiceIdentifier } from 'inversify';

type Ids<Deps> = { readonly [Key in keyof Deps]: ServiceIdentifier<Deps[Key]> };

/** Binds `id` to what `build` makes, once, of its dependencies. A missing or mistyped dependency does not compile. */
export function provide<T, Deps extends object>(
  options: ContainerModuleLoadOptions,
  id: ServiceIdentifier<T>,
  ids: Ids<Deps>,
  build: (deps: Deps) => T,
): void {
  const keys = Object.keys(ids) as (keyof Deps)[];
  const make = (...resolved: unknown[]): T =>
    build(Object.fromEntries(keys.map((key, index) => [key, resolved[index]])) as Deps);
  options
    .bind<T>(id)
    .toResolvedValue(make, keys.map((key) => ids[key]) as never)
    .inSingletonScope();
}
