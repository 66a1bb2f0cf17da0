import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
/** Imports of types load nothing. */
const IMPORT = /^(?:import|export)\b(?! type\b)[^'"]*?'([^']+)'/gm

/** Whatever imports one of these starts a process, a browser or the portal. */
const STARTS = [
  'node:child_process',
  'node:cluster',
  'playwright-core',
  'puppeteer-core',
  join(ROOT, 'src/runtime/portal.ts'),
  join(ROOT, 'test/support/process.ts'),
]

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

/** Whether a file of the project starts something, itself or by what it imports. */
function starts(file) {
  if (STARTS.includes(file)) return true
  const before = known.get(file)
  if (before !== undefined) return before
  // For files that import each other.
  known.set(file, false)
  const imports = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, from]) => from)
  const result = imports.some((from) => {
    if (!from.startsWith('.')) return STARTS.includes(from)
    return /\.tsx?$/.test(from) && starts(join(dirname(file), from))
  })
  known.set(file, result)
  return result
}

/** It measures the memory of its own process, which nothing else may have filled. */
const measuresItself = (file) => /\bmemoryUsage\(/.test(readFileSync(file, 'utf8'))

/** Test files by the way they run: `unit` starts nothing, `together` runs side by side, `alone` one after the other. */
export function testKinds() {
  const kinds = { unit: [], together: [], alone: [] }
  for (const entry of readdirSync(join(ROOT, 'test'), { recursive: true, withFileTypes: true })) {
    if (!/\.test\.tsx?$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const path = relative(ROOT, file).replaceAll(sep, '/')
    const kind = ALONE.includes(path) ? 'alone' : starts(file) || measuresItself(file) ? 'together' : 'unit'
    kinds[kind].push(`<rootDir>/${path}`)
  }
  return kinds
}
