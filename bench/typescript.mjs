/** Modules of the project that a benchmark uses as they are. */
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { requireTestPackages } from '../test/packages.mjs'

/** For modules of the tests' harness, which find the project's folder from where they lie, and packages that only tests have. */
export const HARNESS_OPTIONS = {
  packages: 'external',
  define: { 'import.meta.url': JSON.stringify(new URL('../test/support/root.ts', import.meta.url).href) },
  banner: {},
}

/**
 * Bundles a TypeScript module and imports it. The bundle lies inside the project, so that packages are found.
 * @param entry a file's URL
 * @param options of esbuild, where they are not the usual
 */
export async function importTypeScript(entry, options = {}) {
  if (options === HARNESS_OPTIONS) requireTestPackages()
  const name = basename(fileURLToPath(entry)).replace(/\.tsx?$/, '')
  const bundle = fileURLToPath(new URL(`../dist/bench-${name}.mjs`, import.meta.url))
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    banner: { js: "import { createRequire as __c } from 'node:module'; const require = __c(import.meta.url);" },
    // Its sources read files of their package at run time.
    external: ['css-tree'],
    logLevel: 'error',
    ...options,
  })
  try {
    return await import(pathToFileURL(bundle).href)
  } finally {
    await rm(bundle, { force: true })
  }
}
