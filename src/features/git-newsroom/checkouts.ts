import { randomUUID } from 'node:crypto'
import {
  lstat,
  mkdir,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { systemCode } from '../../system/record.ts'
import { syncFolder } from './durable-files.ts'
import { NEWSROOM_FOLDER } from './fetching/messages.ts'

export interface Checkout {
  commit: string
  folder: string
}

/**
 * A commit is written next to the others and gets its name when it is whole; readers follow one link, which is replaced
 * in one step (docs/decisions/140).
 */
export interface Checkouts {
  /** undefined: the newsroom of the image is shown. */
  shown(): Promise<Checkout | undefined>
  commits(): Promise<string[]>
  newFolder(): Promise<string>
  /** The name outlives a crash of the machine. */
  keep(folder: string, commit: string): Promise<void>
  show(commit: string): Promise<void>
  /** No other process of this folder runs one meanwhile; undefined: one has been busy for too long. */
  alone<T>(task: () => Promise<T>): Promise<T | undefined>
}

const COMMIT = /^[0-9a-f]{40}$/
const COMMITS = 'commits'
const INCOMING = 'incoming'
const LOCK = 'lock'
/** A process may still read the commit before. */
const KEPT = 2
/** A process that holds the lock touches it; one that was killed does not. Milliseconds. */
const BEAT = 1000
const ABANDONED_AFTER = 10_000
const LOCK_PAUSE = 100
/** Longer than a fetch may take. Milliseconds. */
const LOCK_LIMIT = 6 * 60_000
/** Longer than an abandoned lock stands. Milliseconds. */
const START_LIMIT = 15_000

/**
 * @param own newsroom that is shown until the first commit is there
 * @throws when the folder cannot be written
 */
export async function openCheckouts(folder: string, link: string, own: string): Promise<Checkouts> {
  await mkdir(join(folder, COMMITS), { recursive: true })
  const folderOf = (commit: string): string => join(folder, COMMITS, commit)
  const pointTo = async (target: string): Promise<void> => {
    const next = `${link}.${randomUUID()}`
    await symlink(target, next)
    await rename(next, link)
    await syncFolder(dirname(link))
  }
  const commits = async (): Promise<string[]> =>
    (await readdir(join(folder, COMMITS))).filter((name) => COMMIT.test(name))
  const shown = async (): Promise<Checkout | undefined> => {
    const target = await readlink(link).catch(() => '')
    const commit = basename(dirname(target))
    if (!COMMIT.test(commit) || basename(target) !== NEWSROOM_FOLDER) return undefined
    const isThere = await stat(link).then(
      (stats) => stats.isDirectory(),
      () => false,
    )
    return isThere ? { commit, folder: folderOf(commit) } : undefined
  }
  const isRight = async (): Promise<boolean> => (await shown()) !== undefined || (await leadsTo(link, own))
  const showOwn = async (): Promise<true> => {
    // Also a link to a folder of an earlier image.
    if (!(await isRight())) await pointTo(own)
    return true
  }
  // A fetch of another process takes too long for a start to wait for.
  if (!(await isRight()) && !(await locked(join(folder, LOCK), showOwn, START_LIMIT))) await showOwn()

  const tidy = async (): Promise<void> => {
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      const isOther = name.startsWith(`${basename(link)}.`) || name.startsWith(`${LOCK}.`)
      if (name.startsWith(`${INCOMING}-`) || (isOther && (await isAbandoned(path)))) await removeAll(path)
    }
    const dated = await Promise.all(
      (await commits()).map(async (commit) => ({ commit, at: (await lstat(folderOf(commit))).mtimeMs })),
    )
    const current = (await shown())?.commit
    const others = dated.filter(({ commit }) => commit !== current).sort((one, other) => other.at - one.at)
    for (const { commit } of others.slice(KEPT - 1)) await removeAll(folderOf(commit))
  }

  return {
    shown,
    commits,
    async newFolder() {
      const incoming = join(folder, `${INCOMING}-${randomUUID()}`)
      await mkdir(incoming)
      return incoming
    },
    async keep(incoming, commit) {
      await removeAll(folderOf(commit))
      await rename(incoming, folderOf(commit))
      // Before a link leads to it, and before the commit that it replaces goes.
      await syncFolder(join(folder, COMMITS))
    },
    async show(commit) {
      const now = new Date()
      await utimes(folderOf(commit), now, now)
      // Relative, so that the folder may be mounted elsewhere.
      await pointTo(join(COMMITS, commit, NEWSROOM_FOLDER))
    },
    alone: (task) =>
      locked(join(folder, LOCK), async () => {
        await tidy()
        return task().finally(tidy)
      }),
  }
}

async function leadsTo(link: string, folder: string): Promise<boolean> {
  const [target, own] = await Promise.all([link, folder].map((path) => realpath(path).catch(() => undefined)))
  return target !== undefined && target === own
}

function removeAll(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true })
}

/** The file's name is its holder's alone: who takes away an abandoned lock cannot take away that of a third. */
async function locked<T>(lock: string, task: () => Promise<T>, limit = LOCK_LIMIT): Promise<T | undefined> {
  const token = randomUUID()
  for (const until = performance.now() + limit; !(await isTaken(lock, token)); ) {
    if (performance.now() > until) return undefined
    await wait(LOCK_PAUSE)
  }
  const beat = setInterval(() => {
    const now = new Date()
    utimes(join(lock, token), now, now).catch(() => {})
  }, BEAT)
  try {
    return await task()
  } finally {
    clearInterval(beat)
    await rm(join(lock, token), { force: true })
  }
}

async function isTaken(lock: string, token: string): Promise<boolean> {
  for (const holder of await readdir(lock).catch(() => [])) {
    if (!(await isAbandoned(join(lock, holder)))) return false
    await rm(join(lock, holder), { force: true })
  }
  const own = `${lock}.${token}`
  await mkdir(own)
  await writeFile(join(own, token), '')
  try {
    // Replaces an empty folder, and no other.
    await rename(own, lock)
    return true
  } catch (error) {
    await removeAll(own)
    if (!['ENOTEMPTY', 'EEXIST'].includes(systemCode(error) ?? '')) throw error
    return false
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined)
  return stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED_AFTER
}
