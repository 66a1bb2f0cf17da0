/**
 * The build fills the list in (build/late-packages.mjs). Without a build the modules import the packages themselves.
 */
export const latePackages: ReadonlyArray<() => unknown> = []
