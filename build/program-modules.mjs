import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

let calls = 0

/**
 * The program's own modules, as they stand now.
 * @param contents of a module that exports what is needed of them
 * @param folder for a file that exists meanwhile, below the project's folder
 * @param plugins of the bundler
 */
export async function programModules(contents, folder, plugins = []) {
  const outfile = resolve(folder, 'program-modules.mjs')
  await build({
    stdin: { contents, resolveDir: '.' },
    bundle: true,
    packages: 'external',
    jsx: 'automatic',
    plugins,
    platform: 'node',
    format: 'esm',
    outfile,
  })
  try {
    // A process that builds again would get the modules of the first build.
    calls += 1
    return await import(`${pathToFileURL(outfile).href}?${calls}`)
  } finally {
    await rm(outfile)
  }
}
