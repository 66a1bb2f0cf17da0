import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownCompiledFolder } from '../src/site/extension/compiled.ts'
import { siteFolder } from '../src/site/settings.ts'
import { commandLine } from '../src/system/command-line.ts'
import { environment } from '../src/system/settings/environment.ts'
import { compileSite } from './extension/compile-site.ts'
import { runCommand } from './run-command.ts'

const USAGE = `usage: ${commandLine('build', { args: '[--site <folder>]' })}
   Checks and compiles extension.ts of the site folder. A start does the same where esbuild and typescript are installed.
`

/** @returns the exit code: 1 when it does not compile */
async function run(): Promise<number> {
  const site = resolve(siteFolder(environment()))
  const outcome = await compileSite(dirname(fileURLToPath(import.meta.url)), site)
  const said = {
    none: `${site} has no extension.ts: there is nothing to compile`,
    current: 'the extension is compiled already',
    compiled: `the extension is compiled: ${ownCompiledFolder(site)}`,
  }
  process.stdout.write(`${said[outcome]}\n`)
  return 0
}

runCommand(run, USAGE)
