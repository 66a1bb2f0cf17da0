/** What a build was made of, so that `npm start` builds only what has changed (docs/decisions/167). */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'

const FILE = 'inputs.json'
const PROGRAM = [
  'src',
  'views',
  'amp',
  'mail',
  'tools',
  'languages',
  'build',
  'esbuild.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]
/** The program of a site's own, which is built in. */
const EXTENSION = ['extension.ts', 'extension']
/** Served or read as they are. */
const NOT_BUILT = new Set(['newsroom', 'public', 'node_modules', ...EXTENSION])
const SITE = 'sites/szpalta'

/**
 * @param env the environment's variables
 * @param root the project's folder
 * @returns a digest of the program's sources, of the site folder, and of the newsrooms
 */
export async function inputsOf({ SITE_DIR, NEWSROOM_DIR, DESK } = process.env, root = '.') {
  const site = resolve(root, SITE_DIR || SITE)
  const names = (await readdir(site).catch(() => [])).filter((name) => !NOT_BUILT.has(name))
  const newsrooms = ['newsroom', ...(await siteNewsrooms(root)), ...(NEWSROOM_DIR ? [NEWSROOM_DIR] : [])]
  const extension = EXTENSION.map((name) => join(site, name))
  const [program, look, texts] = await Promise.all([
    digest(root, [...PROGRAM, ...extension], readFile),
    digest(
      root,
      names.map((name) => join(site, name)),
      readFile,
    ),
    // Ten thousand articles are not read for it.
    digest(root, newsrooms, stampOf),
  ])
  return { program: `${program}${DESK === 'on' ? ' with a desk' : ''}`, site: `${site} ${look}`, newsroom: texts }
}

/** @returns undefined without a build, or after one that was interrupted */
export async function builtInputs(folder) {
  try {
    return JSON.parse(await readFile(join(folder, FILE), 'utf8'))
  } catch {
    return undefined
  }
}

export async function writeInputs(folder, inputs) {
  await writeFile(join(folder, FILE), JSON.stringify(inputs))
}

async function siteNewsrooms(root) {
  const sites = await readdir(join(root, 'sites')).catch(() => [])
  return sites.sort().map((site) => join('sites', site, 'newsroom'))
}

async function digest(root, paths, read) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of await filesBelow(resolve(root, path))) {
      hash
        .update(`${relative(root, file)}\0`)
        .update(await read(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

async function filesBelow(path) {
  if (!existsSync(path)) return []
  if (!(await stat(path)).isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

async function stampOf(file) {
  const { size, mtimeMs } = await stat(file)
  return `${size} ${mtimeMs}`
}
