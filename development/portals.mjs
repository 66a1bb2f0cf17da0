/** The processes that serve a build: the current one, and one that has loaded all packages and waits for the next. */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const STANDBY = fileURLToPath(new URL('standby.mjs', import.meta.url))
/** Requests of the build before this one may take so long. Milliseconds. */
const LAST_ANSWERS = 2000
const LOOK_AGAIN = 50
/** Of the process that serves (server.ts). */
const BROKEN_FILES = '/__development/broken-files'

/** @param complain gets what the terminal should show */
export function createPortals({ folder, complain }) {
  const token = process.env.PURGE_TOKEN ?? randomBytes(16).toString('hex')
  let packages = []
  let standby
  let current
  let isClosing = false

  const spawn = () => {
    const child = fork(STANDBY, { env: settings(token), stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const portal = { child, waiting: 0, ports: undefined, hasEnded: false }
    portal.ready = new Promise((resolve, reject) => {
      child.on('message', (ports) => resolve(ports))
      child.once('exit', (code, signal) => {
        portal.hasEnded = true
        reject(new Error(`the server has ended (${signal ?? code})`))
      })
      child.on('error', (error) => {
        // A message to one that has just ended: its exit says enough. One that could not be started has none.
        if (child.pid !== undefined) return
        portal.hasEnded = true
        reject(error)
      })
    })
    portal.ready.catch(() => {})
    child.send({ packages })
    return portal
  }
  const retire = async (portal) => {
    for (const limit = performance.now() + LAST_ANSWERS; portal.waiting > 0 && performance.now() < limit; )
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN))
    portal.child.kill('SIGKILL')
  }

  return {
    /** Where requests go; undefined before the first build. */
    current: () => current,
    /** Names the build that is served next. */
    use(build) {
      packages = build.packages
    },
    /** @throws when it does not start; then the one before it goes on */
    async replace() {
      // One that waits may have ended, as where memory is short.
      const next = standby && !standby.hasEnded ? standby : spawn()
      standby = undefined
      next.child.send({ start: { folder } })
      try {
        next.ports = await next.ready
      } finally {
        standby = isClosing ? undefined : spawn()
      }
      next.child.once('exit', () => {
        if (current !== next || isClosing) return
        current = undefined
        complain('the server has ended: save a file to start it again')
      })
      const previous = current
      current = next
      if (previous) void retire(previous)
    },
    /** What is wrong with files of the newsroom, a line for each with its remedy (SRC-72). Never rejects. */
    brokenFiles: () => (current ? linesOf(current.ports.catalogue) : Promise.resolve([])),
    /** What was loaded of the content is old. */
    forgetContent: () => purge(current.ports.portal, token),
    close() {
      isClosing = true
      for (const portal of [standby, current]) portal?.child.kill('SIGKILL')
    },
  }
}

function settings(token) {
  const { LISTEN_FDS: _socket, ...given } = process.env
  const usual = { PAGE_CACHE: 'off', LOG_LEVEL: 'warn', PURGE_TOKEN: token, NODE_ENV: 'production' }
  return { ...usual, ...given, PORT: '0', HOST: '127.0.0.1', WEB_CONCURRENCY: '1' }
}

/** @returns none, too, when the process has ended: the terminal says so */
async function linesOf(port) {
  try {
    const { status, body } = await fetched({ port, path: BROKEN_FILES })
    return status === 200 ? JSON.parse(body) : []
  } catch {
    return []
  }
}

/** @throws when the process ends meanwhile */
async function purge(port, token) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const { status } = await fetched({ port, path: '/ops/purge', method: 'POST', headers }, '{"paths":["/"]}')
  if (status !== 200) throw new Error(`content stays as it was: the server responds with ${status}`)
}

/** @throws when the response is not whole */
function fetched(options, body) {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', agent: false, ...options }, async (response) => {
      try {
        resolve({ status: response.statusCode, body: await text(response) })
      } catch (error) {
        reject(error)
      }
    })
    call.on('error', reject)
    call.end(body)
  })
}
