import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import type { RawVariables } from '../../src/system/settings/define-settings.ts'
import type { Target } from './front.ts'

/** For requests to the portal before. Milliseconds. */
const LAST_ANSWERS = 2000
const LOOK_AGAIN = 50
/** (tools/dev-server.ts) */
const listening = z.object({ port: z.number() })
const checked = z.object({ brokenFiles: z.array(z.string()) })

interface PortalSettings {
  program: string
  /** Of a build. */
  folder: string
  /** Absent: the log goes to stdout. */
  onLog?(chunk: string): void
  onEnd(): void
}

export interface Portals {
  current(): Target | undefined
  /** @throws when it does not start; the one before goes on */
  replace(variables: RawVariables): Promise<void>
  forgetContent(): Promise<void>
  /** Never rejects. */
  brokenFiles(): Promise<readonly string[]>
  close(): void
}

interface Portal extends Target {
  child: ChildProcess
}

export function createPortals({ program, folder, onLog, onEnd }: PortalSettings): Portals {
  const processes = new Set<ChildProcess>()
  let token = ''
  let current: Portal | undefined
  let isClosing = false

  const started = async (variables: RawVariables): Promise<Portal> => {
    token = variables.PURGE_TOKEN || token || randomBytes(16).toString('hex')
    const child = fork(program, [folder], {
      env: settingsOf(variables, token),
      stdio: ['ignore', onLog ? 'pipe' : 'inherit', 'inherit', 'ipc'],
    })
    processes.add(child)
    child.stdout?.setEncoding('utf8').on('data', onLog ?? (() => {}))
    // Its exit says enough.
    child.on('error', () => {})
    child.once('exit', () => processes.delete(child))
    return { child, waiting: 0, ports: { portal: (await messageOf(child, listening)).port } }
  }
  const retire = async (portal: Portal): Promise<void> => {
    for (const limit = performance.now() + LAST_ANSWERS; portal.waiting > 0 && performance.now() < limit; ) {
      await wait(LOOK_AGAIN)
    }
    portal.child.kill('SIGKILL')
  }

  return {
    current: () => current,
    async replace(variables) {
      const next = await started(variables)
      next.child.once('exit', () => {
        if (current !== next || isClosing) return
        current = undefined
        onEnd()
      })
      const previous = current
      current = next
      if (previous) void retire(previous)
    },
    async forgetContent() {
      if (current) await purge(current.ports.portal, token)
    },
    async brokenFiles() {
      if (!current) return []
      const { child } = current
      child.send('check')
      return messageOf(child, checked).then(
        ({ brokenFiles }) => brokenFiles,
        () => [],
      )
    },
    close() {
      isClosing = true
      for (const child of processes) child.kill('SIGKILL')
    },
  }
}

/** @throws when the process ends */
function messageOf<T extends z.ZodType>(child: ChildProcess, schema: T): Promise<z.output<T>> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown): void => {
      const { success, data } = schema.safeParse(message)
      if (!success) return
      settle()
      resolve(data)
    }
    const onExit = (code: number | null, signal: string | null): void => {
      settle()
      reject(new Error(`the server has ended (${signal ?? code})`))
    }
    const settle = (): void => {
      child.off('message', onMessage)
      child.off('exit', onExit)
    }
    child.on('message', onMessage)
    child.on('exit', onExit)
  })
}

function settingsOf({ LISTEN_FDS: _socket, ...variables }: RawVariables, token: string): RawVariables {
  const own = { PORT: '0', HOST: '127.0.0.1', WEB_CONCURRENCY: '1', PURGE_TOKEN: token }
  return { PAGE_CACHE: 'off', LOG_LEVEL: 'warn', ...variables, PAGE_CACHE_FILE: 'off', ...own }
}

function purge(port: number, token: string): Promise<void> {
  const body = JSON.stringify({ paths: ['/'] })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: '/ops/purge', method: 'POST', headers, agent: false }
    const call = request(options, (response) => {
      const { statusCode } = response
      // It may break off.
      response.resume().on('error', reject)
      if (statusCode === 200) response.on('end', resolve)
      else reject(new Error(`content stays as it was: the server responds with ${statusCode}`))
    })
    call.on('error', reject)
    call.end(body)
  })
}
