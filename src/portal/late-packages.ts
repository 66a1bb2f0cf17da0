/**
 * Each reads a package that the build keeps out of a start. The build fills the list in (build/late-packages.mjs); without a build the modules import
 * the packages themselves.
 */
export const latePackages: ReadonlyArray<() => unknown> = []
