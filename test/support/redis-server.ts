import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from './process.ts'
import { until } from './until.ts'

/** A real Redis on a loopback port with a folder of its own; it stores nothing across a restart. */
export interface RedisServer {
  port: number
  /** With the password. */
  url: string
  /** Sends a command, as an operator would. */
  send(command: string, ...args: string[]): Promise<unknown>
  kill(): Promise<void>
  /** Starts it again, empty. */
  start(): Promise<void>
  /** From now on it accepts connections and never responds, until `resume`. */
  hang(): void
  resume(): void
  close(): Promise<void>
}

export const REDIS_PASSWORD = 'tajne-haslo'

/** @param options further ones of the server: `--rename-command XADD ''` */
export async function startRedis(program: string, options: readonly string[] = []): Promise<RedisServer> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'redis-'))
  const url = `redis://:${REDIS_PASSWORD}@127.0.0.1:${port}`
  let child: ChildProcess | undefined

  const send = async (command: string, ...args: string[]): Promise<unknown> => {
    const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, enableReadyCheck: false })
    redis.on('error', () => {})
    try {
      await redis.connect()
      return await redis.call(command, ...args)
    } finally {
      redis.disconnect()
    }
  }
  const start = async (): Promise<void> => {
    const settings = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'no',
    ]
    child = spawn(program, [...settings, '--requirepass', REDIS_PASSWORD, ...options], { stdio: 'ignore' })
    await until(
      () => send('PING').catch(() => undefined),
      (response) => response === 'PONG',
    )
  }
  const kill = async (): Promise<void> => {
    const ended = child && once(child, 'exit')
    child?.kill('SIGKILL')
    await ended
    child = undefined
  }
  await start()
  return {
    port,
    url,
    send,
    kill,
    start,
    hang: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async close() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
