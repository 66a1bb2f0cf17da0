/**
 * Checks of inventories and wording (docs/decisions/128): `npm run lint` runs all of them after Biome, whatever that says (`--biome`),
 * `npm run lint:texts` all of them, `node test/lint/run.mjs vocabulary source` those of the named files. Prints each fault with its
 * file and line, and ends with the line "N passed, N failed". Needs no build.
 */
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { programModules } from '../../build/program-modules.mjs'

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '../..'))
const { CHECKS } = await programModules(
  "export { CHECKS } from './test/lint/checks.ts'",
  `node_modules/.cache/lint-${process.pid}`,
)
const { values, positionals: names } = parseArgs({ options: { biome: { type: 'boolean' } }, allowPositionals: true })
const unknown = names.filter((name) => CHECKS[name] === undefined)
if (unknown.length > 0) throw new Error(`no such checks: ${unknown}; there are ${Object.keys(CHECKS)}`)

/** What is wrong by one check; a check that cannot run has failed. */
async function faultsOf({ faults }) {
  try {
    return await faults()
  } catch (error) {
    return [{ file: 'test/lint/run.mjs', problem: error instanceof Error ? error.stack : String(error) }]
  }
}

let [passed, failed] = [0, 0]
if (values.biome) {
  const command = ['node_modules/@biomejs/biome/bin/biome', 'check', '.']
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' })
  if (status === 0) passed += 1
  else failed += 1
}
for (const group of names.length > 0 ? names : Object.keys(CHECKS)) {
  for (const check of CHECKS[group]) {
    const faults = await faultsOf(check)
    if (faults.length === 0) {
      passed += 1
      continue
    }
    failed += 1
    console.error(`\n${group}: ${check.name}`)
    for (const { file, line, problem } of faults) console.error(`  ${line ? `${file}:${line}` : file}: ${problem}`)
  }
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
