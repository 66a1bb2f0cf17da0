/**
 * The tests of every change, its units alone, those of the world, those that read real input, new inputs (docs/decisions/042), or
 * what a release writes (docs/decisions/168): `node test/run.mjs change`, `unit`, `world`, `real-input`, `fuzz` or `keep-release`. Whatever follows goes to Jest; files and folders that are named there run whichever kind they are of. Needs a build.
 */
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireTestPackages } from './packages.mjs'
import { EVERY_CHANGE, propertyTests, readersOfRealInput, WORLD } from './support/runner/kinds.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
/** In place of 300. */
const PROPERTY_RUNS = '5000'

/** @returns the exit code */
function jest(args, variables = {}) {
  const command = [join(ROOT, 'node_modules/jest/bin/jest.js'), ...args]
  return (
    spawnSync(process.execPath, command, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...variables } })
      .status ?? 1
  )
}

function tests(kinds, args) {
  const hasPaths = args.some((arg) => !arg.startsWith('-'))
  return jest(hasPaths ? args : [...args, '--selectProjects', ...kinds])
}

function fuzz(args) {
  const inputs = jest([...args, '--selectProjects', 'together', '--testMatch', '**/test/fuzz/long.ts', '--runInBand'])
  return jest(['--runTestsByPath', ...propertyTests()], { PROPERTY_RUNS }) || inputs
}

const COMMANDS = {
  change: (args) => tests(EVERY_CHANGE, args),
  unit: (args) => tests(['unit'], args),
  world: (args) => tests(WORLD, args),
  'real-input': (args) => jest([...args, '--runTestsByPath', ...readersOfRealInput()]),
  fuzz,
  'keep-release': () =>
    jest(['--selectProjects', 'together', '--testMatch', '**/test/upgrade/keep-release.ts', '--runInBand']),
}

const [name, ...args] = process.argv.slice(2)
const command = COMMANDS[name]
if (command === undefined)
  throw new Error(`usage: node test/run.mjs ${Object.keys(COMMANDS).join('|')} [options of Jest]`)
requireTestPackages()
process.exitCode = command(args)
