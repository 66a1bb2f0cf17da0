/**
 * What the package has next to the build: declarations for the authors of extensions and their tests, in `types/`. `npm pack` runs
 * it first.
 */
import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'

const FOLDER = 'types'
/** What `exports` of package.json names. */
const ENTRIES = ['src/site/extension/extension.ts', 'tools/testing.ts']
/** Its declarations come along: an extension needs no package for its schemas. */
const ZOD = 'zod'
const ZOD_FOLDER = 'node_modules/zod'
/** What they were made of: to make them takes seconds. */
const KEY_FILE = `${FOLDER}/made-of`
const SOURCES = ['amp', 'src', 'tools', 'views', 'package-lock.json', 'build/package.mjs']
const SPECIFIER = /(\bfrom\s*|\bimport\s*\(\s*|^import\s+)(['"])([^'"]+)\2/gm

const key = await keyOfSources()
if ((await readFile(KEY_FILE, 'utf8').catch(() => undefined)) === key) process.exit(0)
const declarations = emitted()
const written = new Map()
for (const path of reached(declarations)) {
  const text = declarations.get(path) ?? (await readFile(path, 'utf8'))
  written.set(join(FOLDER, packaged(path)), withOwnZod(text, path))
}
// Another process may pack at the same time: what is there and right stays.
for (const [path, text] of written) {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) continue
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
const there = await readdir(FOLDER, { recursive: true, withFileTypes: true })
for (const entry of there.filter((one) => one.isFile())) {
  const path = join(relative('.', entry.parentPath), entry.name)
  if (!written.has(path) && path !== KEY_FILE) await rm(path)
}
await writeFile(KEY_FILE, key)

async function keyOfSources() {
  const files = SOURCES.flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]))
  const facts = files.sort().map((path) => [path, statSync(path).size, statSync(path).mtimeMs])
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** @returns declarations by path, as if they lay next to their sources */
function emitted() {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: ENTRIES }, ts.sys, '.')
  const own = { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true, stripInternal: true }
  const program = ts.createProgram(ENTRIES, { ...own, outDir: resolve('.'), rootDir: resolve('.') })
  const files = new Map()
  const { diagnostics } = program.emit(undefined, (path, text) => files.set(relative('.', path), text))
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost(own)))
  return files
}

/** Files that the entries need for their types: a tenth of the program's. */
function reached(files) {
  const paths = new Set(ENTRIES.map((entry) => entry.replace(/\.tsx?$/, '.d.ts')))
  for (const path of paths) {
    const text = files.get(path) ?? ts.sys.readFile(path) ?? ''
    for (const [, , , specifier] of text.matchAll(SPECIFIER)) {
      const target = fileOf(specifier, path)
      if (target !== undefined && (files.has(target) || target.startsWith(ZOD_FOLDER))) paths.add(target)
    }
  }
  return paths
}

/** @returns the declarations of what a file imports; undefined: of another package */
function fileOf(specifier, importer) {
  if (specifier === ZOD) return `${ZOD_FOLDER}/index.d.ts`
  if (!specifier.startsWith('.')) return undefined
  return join(dirname(importer), specifier).replace(/\.(?:tsx?|js)$/, '.d.ts')
}

function packaged(path) {
  return path.startsWith(ZOD_FOLDER) ? path.replace(ZOD_FOLDER, ZOD) : path
}

function withOwnZod(text, path) {
  const own = relative(dirname(packaged(path)), `${ZOD}/index.js`)
  return text.replace(SPECIFIER, (whole, before, quote, specifier) =>
    specifier === ZOD ? `${before}${quote}${own.startsWith('.') ? own : `./${own}`}${quote}` : whole,
  )
}
