/** The same articles in other frameworks: installed, built and started on demand. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { READERS_CONTENT, SHARED_CONTENT, writeReadersContent } from '../content/content.mjs'
import { untilAnswers200 } from '../load.mjs'
import { freePort, run, start, startTold } from '../process.mjs'
import { writeNextFiles } from './next-files.mjs'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const MADE = new Set(['node_modules', '.next', '.astro', 'dist'])
/** Both read the content where they are built and where they run. */
const SETTINGS = {
  NODE_ENV: 'production',
  BENCH_CONTENT: SHARED_CONTENT,
  BENCH_READERS: READERS_CONTENT,
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
}

const NEXT = {
  name: 'next',
  contents: [SHARED_CONTENT, READERS_CONTENT],
  // Also when nothing changed: the fingerprint is of them.
  write: () => Promise.all([writeReadersContent(), writeNextFiles()]),
  build: ['node_modules/next/dist/bin/next', 'build'],
  // What its documentation leaves to a CDN, or to this copy.
  finish: async (folder) => {
    const standalone = join(folder, '.next/standalone')
    await cp(join(folder, 'public'), join(standalone, 'public'), { recursive: true })
    await cp(join(folder, '.next/static'), join(standalone, '.next/static'), { recursive: true })
  },
  output: '.next',
  serve: (port) => ({ script: ['.next/standalone/server.js'], env: { HOSTNAME: '127.0.0.1', PORT: `${port}` } }),
}
const ASTRO = {
  name: 'astro',
  contents: [SHARED_CONTENT],
  write: () => {},
  build: ['node_modules/astro/astro.js', 'build'],
  finish: () => {},
  output: 'dist',
  serve: (port) => ({ script: ['dist/server/entry.mjs'], env: { HOST: '127.0.0.1', PORT: `${port}` } }),
}

/** @param say told what takes a while */
export async function prepareRivals(say) {
  for (const rival of [NEXT, ASTRO]) await prepare(rival, say)
}

/** Next.js alone. `readNewsroom` has written the content that all share. */
export function prepareNext(say) {
  return prepare(NEXT, say)
}

async function prepare({ name, contents, write, build, finish, output }, say) {
  const folder = join(FOLDER, name)
  if (!existsSync(join(folder, 'node_modules'))) {
    say(`installing ${name} (npm ci --prefix bench/rivals/${name})`)
    await run('npm', ['ci', '--no-audit', '--no-fund', '--prefix', folder], { env: process.env })
  }
  await write()
  const stamp = join(folder, output, 'bench-stamp')
  const wanted = await fingerprint(folder, contents)
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted) return
  say(`building ${name}`)
  await run(process.execPath, build, { cwd: folder, env: SETTINGS })
  await finish(folder)
  await writeFile(stamp, wanted)
}

/** Of everything that a build is made of. */
async function fingerprint(folder, contents) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !MADE.has(relative(folder, file).split('/', 1)[0]))
  const hash = createHash('sha256')
  for (const file of [...files.sort(), ...contents]) hash.update(file).update(await readFile(file))
  return hash.digest('hex')
}

/** @param path waited for until it answers 200 */
export function startNext(path) {
  return serve(NEXT, path)
}

/** @param path waited for until it answers 200 */
export function startAstro(path) {
  return serve(ASTRO, path)
}

async function serve({ name, serve }, path) {
  const port = await freePort()
  const { script, env } = serve(port)
  const child = start(process.execPath, script, { cwd: join(FOLDER, name), env: { ...SETTINGS, ...env } })
  const origin = `http://127.0.0.1:${port}`
  await untilAnswers200(origin + path, child)
  return { child, pid: child.pid, origin }
}

/** @returns origins: one sends the page as it is, the other compresses it each time */
export async function startExpress(html) {
  const { child, answer: ports } = await startTold(join(FOLDER, 'express/server.mjs'), html)
  const [plain, compressed] = ports.map((port) => `http://127.0.0.1:${port}`)
  return { child, pid: child.pid, plain, compressed }
}

/** Where the rivals have an article. */
export const PATHS = {
  nextIsr: (path) => `/isr${path}`,
  nextDynamic: (path) => `/dynamic${path}`,
  astroStatic: (path) => `/static${path}`,
  astroDynamic: (path) => `/dynamic${path}`,
}
