/**
 * Compiles every TypeScript file that a test can load to a native module by ts-jest, once for the whole run. Types are
 * left to `npm run typecheck`. The folder lies where Node finds the project's packages; `tear-down.mjs` removes it.
 */
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import tsJest from 'ts-jest'

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const CACHE = join(ROOT, 'node_modules/.cache')
const FOLDERS = ['src', 'views', 'amp', 'mail', 'development', 'test']
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
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(join(CACHE, 'compiled-tests-'))
  const compileFile = async (file) => {
    const { code } = compiler.process(await readFile(file, 'utf8'), file, OPTIONS)
    const target = join(folder, `${relative(ROOT, file)}.mjs`)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(
      target,
      code
        .replace(OWN_IMPORT, '$1"$3.mjs"')
        // Files are looked for next to the source.
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(file))),
    )
  }
  const listed = await Promise.all(
    FOLDERS.map((name) => readdir(join(ROOT, name), { recursive: true, withFileTypes: true })),
  )
  const sources = listed.flat().filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  await Promise.all(sources.map((entry) => compileFile(join(entry.parentPath, entry.name))))
  // Workers start after this, with this process' environment.
  process.env.COMPILED_TESTS = folder
}
