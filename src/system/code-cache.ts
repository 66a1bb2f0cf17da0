/**
 * Keeps what V8 has compiled of large chunks, which the build divides (docs/decisions/176). Chunks import this module, so it
 * imports none of them.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import { underUsualFlags } from './v8-flags.ts'

/** As trusted as the build, in whose folder it is. */
const FOLDER = 'compiled'
/** What each script begins with (build/code-cache.mjs). */
const ASSIGNED = 'module.exports='
/** Of a checksum: V8 believes whatever bytes it gets. */
const HEAD_BYTES = 4

type Exports = Record<string, unknown>
type Load = (specifier: string) => Promise<unknown>
type Chunk = (
  exports: Exports,
  require: (name: string) => unknown,
  module: { exports: Exports },
  load: Load,
  url: string,
) => void

interface Evaluated {
  script: Script
  /** Of the compiled code. */
  file: string
  isKept: boolean
}

const evaluated: Evaluated[] = []

/**
 * Evaluates the script next to a chunk's module.
 * @param chunks that it imports, by their specifiers
 * @param load imports a module for it
 * @returns what the chunk exports
 */
export function evaluate(url: string, chunks: Record<string, unknown>, load: Load): Exports {
  const require = createRequire(url)
  const path = fileURLToPath(url).replace(/\.js$/, '.cjs')
  // Node maps traces to sources in what it loads itself.
  const chunk: Chunk = process.sourceMapsEnabled ? require(path) : compiled(path)
  const module = { exports: {} }
  chunk(module.exports, (name) => chunks[name] ?? require(name), module, load, url)
  return module.exports
}

function compiled(path: string): Chunk {
  const file = join(dirname(path), '../..', FOLDER, `${basename(path)}-${process.version}-${process.arch}`)
  const source = readFileSync(path, 'latin1').slice(ASSIGNED.length)
  const cachedData = keptCode(file)
  const filename = pathToFileURL(path).href
  const script = underUsualFlags(() => new Script(source, { filename, columnOffset: ASSIGNED.length, cachedData }))
  evaluated.push({ script, file, isKept: cachedData !== undefined && !script.cachedDataRejected })
  return script.runInThisContext()
}

/** Undefined: there is none, or it is damaged. */
function keptCode(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file)
    const code = bytes.subarray(HEAD_BYTES)
    return bytes.length > HEAD_BYTES && bytes.readUInt32LE() === crc32(code) ? code : undefined
  } catch {
    return undefined
  }
}

/** Keeps what is not kept yet, in some 50 ms. Silent where the build's folder cannot be written. */
export function keepCompiledCode(): void {
  for (const { script, file, isKept } of evaluated) {
    if (isKept) continue
    const code = underUsualFlags(() => script.createCachedData())
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt32LE(crc32(code))
    if (!isReplaced(file, [head, code])) return
  }
}

/** @returns whether the file could be written */
function isReplaced(file: string, parts: Buffer[]): boolean {
  const written = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(written, Buffer.concat(parts))
    renameSync(written, file)
    return true
  } catch {
    removeIfThere(written)
    return false
  }
}

function removeIfThere(file: string): void {
  try {
    rmSync(file)
  } catch {
    // It was not written.
  }
}
