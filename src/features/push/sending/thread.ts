import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { PushStore } from '../store/store.ts'
import { newSender, openSendingJournal } from './journal.ts'
import { createRequests } from './push-request.ts'
import { CONNECTIONS, createSender } from './sender.ts'
import type { Call, SentByThread, ThreadData, ToThread } from './thread-messages.ts'
import { createTransport } from './transport.ts'

/** Encrypts, sends and waits for the disk in place of the thread that serves readers (docs/decisions/148). */

const { place, folder, vapid, ownHosts, rate, interval }: ThreadData = workerData
const DAY_MS = 86_400_000
const send = (message: SentByThread): void => parentPort?.postMessage(message)
const closing = new AbortController()
const store = await opened()
mkdirSync(folder, { recursive: true })
const holder = newSender(randomBytes(4).toString('hex'))
const journal = openSendingJournal(folder, holder)
const transport = createTransport(ownHosts, CONNECTIONS)
const sender = createSender({
  store,
  holder,
  folder,
  journal,
  requestOf: createRequests(vapid),
  transport: transport.send,
  rate,
  signal: closing.signal,
  onOutcomes: (counts) => send({ kind: 'outcomes', counts }),
  onTrouble: (problem) => send({ kind: 'trouble', problem }),
})
let looking: Promise<void> | undefined
let forgotAt = Number.NEGATIVE_INFINITY

async function opened(): Promise<PushStore> {
  if ('file' in place) return (await import('../store/sqlite-store.ts')).createSqliteStore(place.file)
  return (await import('../store/postgres-store.ts')).createPostgresStore(place.database)
}

async function work(): Promise<void> {
  const leads = await sender.look()
  if (!leads || performance.now() - forgotAt < DAY_MS) return
  forgotAt = performance.now()
  await store.forget(new Date().toISOString())
}

function look(): void {
  looking ??= work()
    .catch((error: unknown) => {
      if (!closing.signal.aborted) send({ kind: 'trouble', problem: String(error) })
    })
    .finally(() => {
      looking = undefined
    })
}

async function respond(id: number, { name, args }: Call): Promise<void> {
  try {
    const run = store[name] as (...values: Call['args']) => Promise<unknown>
    send({ kind: 'value', id, value: await run(...args) })
    if (name === 'announce') look()
  } catch (error) {
    send({ kind: 'failure', id, problem: String(error) })
  }
}

async function close(): Promise<void> {
  clearInterval(timer)
  closing.abort()
  await looking
  journal.close()
  transport.close()
  await store.close()
  parentPort?.close()
}

const timer = setInterval(look, interval)
parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'close') void close()
  else void respond(message.id, message.call)
})
look()
