import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
/** Imports of types load nothing. */
const IMPORT = /^(?:import|export)\b(?! type\b)[^'"]*?'([^']+)'/gm

const at = (path) => join(ROOT, path)
/** The whole program, which tests start within their own process. */
const PORTAL = at('src/portal/portal.ts')
/** The browser in which each change is tried. */
const CORE_BROWSER = at('test/support/core-browsers/chromium.ts')
/** The built portal in several processes, servers of its operator, WordPress, browsers. */
const WORLD_PROGRAMS = [
  at('test/support/process.ts'),
  ...['postgres', 'exim', 'redis', 'varnish'].map((name) => at(`test/support/${name}-server.ts`)),
  at('test/wordpress/machine.ts'),
  'playwright-core',
  'puppeteer-core',
]
/** Whatever imports one of these starts a process. */
const PROCESSES = ['node:child_process', 'node:cluster']
const PROPERTY_RUNS = at('test/support/property-runs.ts')
const REAL_INPUT = [at('test/support/real-input.ts'), at('test/wordpress/exported.ts')]

/** They measure times: nothing else may run meanwhile. What counts calls, or a process' own time and memory, is not among them. */
const ALONE = [
  'test/cluster/crash.test.ts',
  'test/faults/breaker.test.ts',
  'test/faults/cms.test.ts',
  'test/faults/dear-requests.test.ts',
  'test/faults/load.test.ts',
  'test/faults/store.test.ts',
]

/** What `npm test` runs; the rest is `npm run test:world`. */
export const EVERY_CHANGE = ['unit', 'portals', 'commands', 'core']
export const WORLD = ['together', 'alone']

const isOwn = (imported) => imported.startsWith(ROOT)
const direct = new Map()

/** What a file of the project imports: packages by name, files by path. */
function importsOf(file) {
  const before = direct.get(file)
  if (before !== undefined) return before
  const imports = [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, from]) => {
    if (!from.startsWith('.')) return [from]
    return /\.tsx?$/.test(from) ? [join(dirname(file), from)] : []
  })
  direct.set(file, imports)
  return imports
}

/** The same with what those import in turn. What the portal itself imports starts nothing more. */
function reachedFrom(file) {
  const reached = new Set([file])
  for (const one of reached) {
    if (one === PORTAL || !isOwn(one)) continue
    for (const imported of importsOf(one)) reached.add(imported)
  }
  return reached
}

/** It measures the memory of its own process, which nothing else may have filled. */
const measuresItself = (file) => /\bmemoryUsage\(/.test(readFileSync(file, 'utf8'))

function testFiles() {
  return readdirSync(join(ROOT, 'test'), { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.test\.tsx?$/.test(name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

const pathOf = (file) => relative(ROOT, file).replaceAll(sep, '/')

/**
 * Test files by what they start (docs/decisions/042). Of every change: `unit` nothing, `portals` the portal in its own process,
 * `commands` short processes, `core` one browser for the core list. Of the world: `together` whatever else; `alone` runs one
 * after the other.
 */
export function testKinds() {
  const kinds = Object.fromEntries([...EVERY_CHANGE, ...WORLD].map((kind) => [kind, []]))
  for (const file of testFiles()) kinds[kindOf(file)].push(`<rootDir>/${pathOf(file)}`)
  return kinds
}

function kindOf(file) {
  if (ALONE.includes(pathOf(file))) return 'alone'
  const reached = reachedFrom(file)
  if (reached.has(CORE_BROWSER)) return 'core'
  if (measuresItself(file) || WORLD_PROGRAMS.some((name) => reached.has(name))) return 'together'
  if (PROCESSES.some((name) => reached.has(name))) return 'commands'
  return reached.has(PORTAL) ? 'portals' : 'unit'
}

/** Paths of the files with property tests, whose inputs are random. */
export function propertyTests() {
  return testFiles()
    .filter((file) => importsOf(file).includes(PROPERTY_RUNS))
    .map(pathOf)
}

/**
 * Paths of the files whose tests differ with real input and without it, because they name it themselves. What merely has more
 * posts with it is not among them.
 */
export function readersOfRealInput() {
  return testFiles()
    .filter((file) => importsOf(file).some((one) => REAL_INPUT.includes(one)))
    .map(pathOf)
}
