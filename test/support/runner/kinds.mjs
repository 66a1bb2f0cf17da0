import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
/** Imports of types load nothing. */
const IMPORT = /^(?:import|export)\b(?! type\b)[^'"]*?'([^']+)'/gm

/** The whole program, which tests start within their own process. */
const PORTAL = join(ROOT, 'src/runtime/portal.ts')
/** Whatever else imports one of these starts a process or a browser. */
const STARTS = ['node:child_process', 'node:cluster', 'playwright-core', 'puppeteer-core']

/** They measure times: nothing else may run meanwhile. What counts calls, or a process' own time and memory, is not among them. */
const ALONE = [
  'test/cluster/crash.test.ts',
  'test/faults/breaker.test.ts',
  'test/faults/cms.test.ts',
  'test/faults/dear-requests.test.ts',
  'test/faults/load.test.ts',
  'test/faults/store.test.ts',
]

const known = new Map()

/** What a file of the project starts, itself or by what it imports: `other`, the `portal` alone, or nothing. */
function started(file) {
  if (file === PORTAL) return 'portal'
  const before = known.get(file)
  if (before !== undefined) return before
  // For files that import each other.
  known.set(file, 'nothing')
  const imports = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, from]) => from)
  const all = imports.map((from) => {
    if (!from.startsWith('.')) return STARTS.includes(from) ? 'other' : 'nothing'
    return /\.tsx?$/.test(from) ? started(join(dirname(file), from)) : 'nothing'
  })
  const result = ['other', 'portal'].find((what) => all.includes(what)) ?? 'nothing'
  known.set(file, result)
  return result
}

/** It measures the memory of its own process, which nothing else may have filled. */
const measuresItself = (file) => /\bmemoryUsage\(/.test(readFileSync(file, 'utf8'))

/**
 * Test files by the way they run: `unit` starts nothing, `portals` the portal in its own process, `together` other processes
 * too; `alone` runs one after the other.
 */
export function testKinds() {
  const kinds = { unit: [], portals: [], together: [], alone: [] }
  for (const entry of readdirSync(join(ROOT, 'test'), { recursive: true, withFileTypes: true })) {
    if (!/\.test\.tsx?$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const path = relative(ROOT, file).replaceAll(sep, '/')
    kinds[kindOf(file, path)].push(`<rootDir>/${path}`)
  }
  return kinds
}

function kindOf(file, path) {
  if (ALONE.includes(path)) return 'alone'
  const what = started(file)
  if (what === 'other' || measuresItself(file)) return 'together'
  return what === 'portal' ? 'portals' : 'unit'
}
