/** `npx szpalta dev` (docs/decisions/173). */
import { existsSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listenSettings } from '../src/edge/transport/settings.ts'
import { EXTENSION } from '../src/site/site.ts'
import { ownNewsroomFolder } from '../src/sources/embedded/newsroom-folder.ts'
import { commandLine } from '../src/system/command-line.ts'
import { environment } from '../src/system/settings/environment.ts'
import { compileSite } from './command-line/compile-site.ts'
import { developmentBuild } from './dev/development-build.ts'
import { createFront } from './dev/front.ts'
import { createPortals } from './dev/portals.ts'
import { asJson, inWords, type Outcome } from './dev/voice.ts'
import { watchFolders } from './dev/watch-folders.ts'
import { localOrigins } from './start/local-origins.ts'
import { contentOf, siteInFolder } from './start/site-in-folder.ts'
import { takenPort } from './start/taken-port.ts'
import { welcome } from './start/welcome.ts'

const BUILD = dirname(fileURLToPath(import.meta.url))
const COMMAND = commandLine('dev', {}, true)
/** A setting. */
const READ_AT_START = /\/menu\.yaml$/
const COMPILED = /^\.extension\//

const variables = environment()
const site = variables.SITE_DIR || undefined
const newsroom = ownNewsroomFolder(dirname(BUILD), { newsroom: variables.NEWSROOM_DIR || undefined, siteDir: site })
const complain = (text: string): void => void process.stderr.write(`${text.trimEnd()}\n`)
const voice = process.stdout.isTTY ? inWords((text) => void process.stdout.write(`${text}\n`), complain) : asJson()

const at = await freePlace().catch((error: unknown) => {
  complain(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
const { folder, scripts, remove } = developmentBuild(BUILD)
process.on('exit', remove)
const portals = createPortals({
  program: join(BUILD, 'dev-server.js'),
  folder,
  onLog: voice.log,
  onEnd() {
    front.fail()
    voice.failed('the server has ended: save a file to start it again')
  },
})
const front = createFront({ target: portals.current, scripts })
let watching: Awaited<ReturnType<typeof watchFolders>> | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end())
const port = await front.listen({ ...at, complain })

let saved = new Set<string>()
let [isAtWork, isWelcomed, isExtensionDue] = [false, false, true]
let broken = ''
const folders = [site, newsroom].filter((one): one is string => one !== undefined && existsSync(one))
watching = await watchFolders(folders, (path) => {
  if (COMPILED.test(inSite(path))) return
  saved.add(path)
  void work()
})
await work()

async function freePlace(): Promise<ReturnType<typeof listenSettings>> {
  const place = listenPlace()
  const words = await takenPort(place, COMMAND)
  if (words !== undefined) throw new Error(words)
  return place
}

function listenPlace(): ReturnType<typeof listenSettings> {
  try {
    return listenSettings(variables)
  } catch {
    throw new Error(`"${variables.PORT}" is no port: 0 to 65535`)
  }
}

/** One turn at a time, of which the first starts the portal. */
async function work(): Promise<void> {
  if (isAtWork) return
  isAtWork = true
  do {
    const paths = [...saved]
    saved = new Set()
    await turn(paths)
  } while (saved.size > 0)
  isAtWork = false
}

async function turn(paths: readonly string[]): Promise<void> {
  const startedAt = performance.now()
  try {
    const isContent = paths.length > 0 && portals.current() !== undefined && paths.every(isArticle)
    await (isContent ? portals.forgetContent() : replace(paths))
    front.reload()
    const milliseconds = Math.round(performance.now() - startedAt)
    const lines = await portals.brokenFiles()
    for (const path of paths) voice.saved(fromHere(path), outcomeOf(path, lines), milliseconds)
    nameBrokenFiles(lines)
  } catch (error) {
    front.fail()
    voice.failed(
      `${error instanceof Error ? error.message : String(error)}: ${portals.current() ? 'what was shown before stays' : 'mend it and save'}`,
    )
  }
}

async function replace(paths: readonly string[]): Promise<void> {
  isExtensionDue ||= paths.some((path) => /^extension(?:\.ts$|\/)/.test(inSite(path)))
  if (isExtensionDue) await compile()
  isExtensionDue = false
  const own = await siteInFolder(variables, BUILD)
  const origins = own ? localOrigins(own, { ...variables, PORT: String(port) }) : {}
  await portals.replace({ ...variables, ...origins })
  if (isWelcomed) return
  isWelcomed = true
  voice.ready(port, () =>
    welcome({
      site: own,
      defaultService: own && (variables.SERVICE || own.defaultService),
      ...{ port, host: at.host, content: contentOf(variables, own), command: COMMAND, isDevelopment: true },
    }),
  )
}

/** Without a wrong extension the rest is shown. */
async function compile(): Promise<void> {
  if (!site || !existsSync(join(site, EXTENSION.file))) return
  await compileSite(BUILD, site).catch((error: unknown) => {
    voice.failed(error instanceof Error ? error.message : String(error))
  })
}

function nameBrokenFiles(lines: readonly string[]): void {
  front.nameBrokenFiles(lines)
  const words = lines.join('\n')
  if (words === broken) return
  broken = words
  if (lines.length > 0) voice.brokenFiles(lines)
  else voice.allFilesMended()
}

function outcomeOf(path: string, lines: readonly string[]): Outcome {
  if (!existsSync(path)) return 'removed'
  const own = slashed(relative(newsroom, path))
  return lines.some((line) => line.startsWith(`${own}:`)) ? 'unreadable' : 'shown'
}

function isArticle(path: string): boolean {
  return path.startsWith(`${slashed(newsroom)}/`) && !READ_AT_START.test(path)
}

/** Outside of it: with dots. */
function inSite(path: string): string {
  return site ? slashed(relative(site, path)) : '..'
}

function fromHere(path: string): string {
  return slashed(relative(process.cwd(), path))
}

function slashed(path: string): string {
  return path.split(sep).join('/')
}

async function end(): Promise<void> {
  watching?.close()
  front.close()
  portals.close()
  voice.stopped()
  process.exit(0)
}
