/**
 * `npm run dev`: builds into a folder of its own, serves it, and builds again when a file is saved. What browsers show is
 * loaded again as soon as the new build responds; one that does not compile or start leaves the last good one in place
 * (docs/decisions/045).
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, normalize, sep } from 'node:path'
import { programModules } from '../build/program-modules.mjs'
import { createBuilds } from './builds.mjs'
import { createPortals } from './portals.mjs'
import { createTypeCheck } from './type-check.mjs'

const FOLDER = 'dist-development'
const SETTINGS_FILE = '.env'
/** What is read once, at a start: these files of the newsroom are settings. */
const READ_AT_START = /\/menu\.yaml$/
const COMPILED = ['src', 'tools', 'views', 'amp', 'mail', 'development']
/** A build has to be started again to be another one. */
const OWN_PROGRAMS = /^(?:build|development)\/.*\.mjs$/

// What the terminal has set counts more.
if (existsSync(SETTINGS_FILE)) process.loadEnvFile(SETTINGS_FILE)
const { PORT = '3000', HOST = '127.0.0.1', NEWSROOM_DIR, SITE_DIR = 'sites/szpalta' } = process.env
/** As `src/sources/embedded/newsroom-folder.ts` chooses it. */
const ownNewsroom = join(SITE_DIR, 'newsroom')
const newsroom = normalize(NEWSROOM_DIR || (existsSync(ownNewsroom) ? ownNewsroom : 'newsroom'))
const say = (text) => process.stdout.write(`${text}\n`)
const complain = (text) => process.stderr.write(`${text.trimEnd()}\n`)

await rm(FOLDER, { recursive: true, force: true })
/** What `npx szpalta dev` has too. */
const { createFront, watchFolders } = await programModules(
  "export { createFront } from './tools/dev/front.ts'; export { watchFolders } from './tools/dev/watch-folders.ts'",
  FOLDER,
)
if (process.env.DESK === 'on') await (await import('../build/desk.mjs')).writeDesk(FOLDER)
const portals = createPortals({ folder: FOLDER, complain })
const front = createFront({ target: portals.current })
const builds = await createBuilds(FOLDER, { isOfExtension, checkTypes: createTypeCheck(complain) })

/** What is watched, once it is. */
let watching
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void end())

const port = await front.listen({ port: Number(PORT), host: HOST, complain })
say(`http://localhost:${port} (blocks: /__catalogue)`)

/** Files that were saved since the last build began; the first build needs none. */
let saved = new Set(COMPILED)
let isAtWork = false
/** What the terminal has said of files of the newsroom. */
let named = ''
watching = await watchFolders(
  [...COMPILED, 'build', newsroom, normalize(SITE_DIR), 'public'].filter((folder) => existsSync(folder)),
  (path) => {
    saved.add(path)
    void work()
  },
)
await work()

/** One build at a time; what is saved meanwhile is built next. */
async function work() {
  if (isAtWork) return
  isAtWork = true
  while (saved.size > 0) {
    const paths = [...saved]
    saved = new Set()
    const startedAt = performance.now()
    try {
      await show(paths)
      front.reload()
      builds.check()
      say(`${shortList(paths)}: ${Math.round(performance.now() - startedAt)} ms`)
      await nameBrokenFiles()
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error))
      front.fail()
    }
  }
  isAtWork = false
}

/** All others are served: a broken file breaks nothing but itself. */
async function nameBrokenFiles() {
  const lines = await portals.brokenFiles()
  front.nameBrokenFiles(lines)
  const words = lines.map((line) => `  ${line}`).join('\n')
  if (words === named) return
  named = words
  if (lines.length > 0) complain(`files of the newsroom that cannot be read: ${lines.length}\n${words}`)
  else say('all files of the newsroom can be read')
}

/** @throws when it does not compile or start */
async function show(paths) {
  if (paths.some((path) => OWN_PROGRAMS.test(path))) complain('the build itself has changed: start `npm run dev` again')
  if (paths.some((path) => isCompiled(path))) portals.use(await builds.rebuild(paths))
  else if (portals.current() && paths.every(isArticle)) return portals.forgetContent()
  await portals.replace()
}

/** Code in the site folder. */
function isOfExtension(path) {
  const folder = `${normalize(SITE_DIR).split(sep).join('/')}/`
  return path.startsWith(folder) && /^extension(?:\.ts$|\/)/.test(path.slice(folder.length))
}

function isCompiled(path) {
  return COMPILED.includes(path.split('/')[0] ?? '') || isOfExtension(path)
}

function isArticle(path) {
  return path.startsWith(`${newsroom.split(sep).join('/')}/`) && !READ_AT_START.test(path)
}

function shortList([first, ...others]) {
  return others.length === 0 ? first : `${first} and ${others.length} more`
}

async function end() {
  watching?.close()
  front.close()
  portals.close()
  await builds.dispose()
  process.exit(0)
}
