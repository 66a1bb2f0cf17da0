/**
 * Compiles every TypeScript file that a test can load to a native module by ts-jest, once for the whole run. Types are
 * left to `npm run typecheck`. The folder lies where Node finds the project's packages; `tear-down.mjs` removes it. What a
 * file compiled to stays in a store for later runs, because a run of one test file took half a minute without it.
 */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import tsJest from 'ts-jest'

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const CACHE = join(ROOT, 'node_modules/.cache')
const STORE = join(CACHE, 'compiled')
/** Compiled files that no run has used for so long are removed. Milliseconds. */
const UNUSED_MS = 7 * 24 * 3_600_000
const FOLDERS = ['src', 'tools', 'views', 'amp', 'mail', 'development', 'release', 'test']
const DEPENDENCIES = ['tsconfig.json', 'node_modules/ts-jest/package.json', 'node_modules/typescript/package.json'].map(
  (file) => join(ROOT, file),
)
const OWN_IMPORT = /(\bfrom |\bimport |\bimport\()(['"])(\.{1,2}\/[^'"\n]+\.tsx?)\2/g

/** What Jest tells a transformer of its configuration. */
const OPTIONS = {
  config: {
    rootDir: ROOT,
    cwd: ROOT,
    extensionsToTreatAsEsm: ['.ts', '.tsx'],
    globals: {},
    testMatch: [],
    testRegex: [],
  },
  configString: '{}',
  transformerConfig: {},
  cacheFS: new Map(),
  instrument: false,
  supportsStaticESM: true,
  supportsDynamicImport: true,
}

export async function compile() {
  const compiler = tsJest.default.createTransformer({
    tsconfig: join(ROOT, 'tsconfig.json'),
    useESM: true,
    diagnostics: false,
  })
  await mkdir(STORE, { recursive: true })
  const folder = await mkdtemp(join(CACHE, 'compiled-tests-'))
  // What a compiled file depends on apart from its text and its path.
  const compilerKey = await Promise.all(
    [fileURLToPath(import.meta.url), ...DEPENDENCIES].map((file) => readFile(file, 'utf8')),
  )
  const linkCompiled = async (file) => {
    const text = await readFile(file, 'utf8')
    const key = createHash('sha256')
      .update(JSON.stringify([compilerKey, file, text]))
      .digest('hex')
    const stored = join(STORE, `${key}.mjs`)
    if (!existsSync(stored)) {
      const written = `${stored}.${randomUUID()}`
      await writeFile(written, compiled(compiler, file, text))
      await rename(written, stored)
    }
    const target = join(folder, `${relative(ROOT, file)}.mjs`)
    await mkdir(dirname(target), { recursive: true })
    await link(stored, target)
    await utimes(stored, new Date(), new Date())
  }
  const listed = await Promise.all(
    FOLDERS.map((name) => readdir(join(ROOT, name), { recursive: true, withFileTypes: true })),
  )
  const sources = listed.flat().filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  await Promise.all(sources.map((entry) => linkCompiled(join(entry.parentPath, entry.name))))
  await removeUnused()
  // Workers start after this, with this process' environment.
  process.env.COMPILED_TESTS = folder
}

function compiled(compiler, file, text) {
  const { code } = compiler.process(text, file, OPTIONS)
  return (
    code
      .replace(OWN_IMPORT, '$1"$3.mjs"')
      // Files are looked for next to the source.
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(file)))
  )
}

async function removeUnused() {
  for (const name of await readdir(STORE)) {
    const file = join(STORE, name)
    // Another run may remove the same file.
    const usedAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.POSITIVE_INFINITY,
    )
    if (Date.now() - usedAt > UNUSED_MS) await rm(file, { force: true })
  }
}
