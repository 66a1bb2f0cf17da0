import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, type FSWatcher, watch } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { EXTENSION } from '../src/site/site.ts'
import { environment } from '../src/system/settings/environment.ts'
import { compileSite } from './command-line/compile-site.ts'

const BUILD = dirname(fileURLToPath(import.meta.url))
const SERVER = join(BUILD, 'dev-server.js')
const PAUSE_MS = 150
const listening = z.object({ port: z.number() })

let child: ChildProcess | undefined
let watcher: FSWatcher | undefined
let timer: NodeJS.Timeout | undefined
let saved = ''
let restarting = Promise.resolve()

async function run(): Promise<void> {
  const site = environment().SITE_DIR
  if (site) {
    watcher = watch(site, { recursive: true }, (_event, name) => {
      const path = String(name ?? '')
      if (isIgnored(path)) return
      saved = path
      clearTimeout(timer)
      timer = setTimeout(() => {
        restarting = restarting.then(startAgain)
      }, PAUSE_MS)
    })
  }
  await compile()
  start()
}

function start(): void {
  const startedAt = performance.now()
  // A persisted page would outlive what it shows.
  const server = fork(SERVER, { env: { ...environment(), PAGE_CACHE_FILE: 'off' } })
  child = server
  server.on('message', (message) => {
    const { success, data } = listening.safeParse(message)
    if (success)
      process.stdout.write(`http://localhost:${data.port} (${Math.round(performance.now() - startedAt)} ms)\n`)
  })
}

async function startAgain(): Promise<void> {
  process.stdout.write(`${saved} was saved\n`)
  await stop()
  await compile()
  start()
}

/** A wrong extension is said, and the rest of the portal shown. */
async function compile(): Promise<void> {
  const site = environment().SITE_DIR
  if (!site || !existsSync(join(site, EXTENSION.file))) return
  await compileSite(BUILD, site).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  })
}

async function stop(): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

function isIgnored(path: string): boolean {
  return ['newsroom', '.extension'].some((name) => path === name || path.startsWith(`${name}${sep}`))
}

async function end(): Promise<void> {
  clearTimeout(timer)
  watcher?.close()
  await stop()
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end())
await run()
