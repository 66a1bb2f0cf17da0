/** Lighthouse and its packages are installed at their first use, so that `npm ci` does not bring them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../process.mjs'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))

/** @returns Lighthouse's function: URL and options to a report */
export async function installedLighthouse() {
  if (!existsSync(join(FOLDER, 'node_modules'))) {
    process.stderr.write('installing Lighthouse (npm ci --prefix bench/lighthouse)\n')
    await run('npm', ['ci', '--no-audit', '--no-fund', '--prefix', FOLDER], { env: process.env })
  }
  return (await import('lighthouse')).default
}
