import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createFilesAtUrl } from '../edge/releases/files-at-url.ts'
import {
  createOtherReleases,
  isHashedName,
  MAX_FILE_BYTES,
  type OtherReleases,
} from '../edge/releases/other-releases.ts'
import type { ReleaseFiles } from '../edge/releases/settings.ts'
import {
  createSeal,
  createSharedFiles,
  digestOf,
  type OwnFile,
  type SharedFiles,
  textOf,
} from '../edge/releases/shared-files.ts'
import { sparingly } from '../sources/stored-articles.ts'
import { orNothing } from '../system/deadline.ts'
import type { SharedStore } from '../system/store/shared-store.ts'

/** Longest delay of the readiness while the store is slow. Milliseconds. */
const PUBLISH_WAIT = 5000
/** A store may lose all meanwhile. Milliseconds. */
const CHECK_INTERVAL = 5 * 60_000
/** Milliseconds. */
const RETRY_PAUSE = 10_000

export interface SharedReleases {
  releases: OtherReleases
  /** Resolves when pages may name the files. */
  published: Promise<unknown>
  /** Publishes again: the store may have lost everything. */
  again(): void
  close(): void
}

/**
 * Where files of other releases come from, and this build's go (docs/decisions/102).
 * @returns undefined: they are kept nowhere
 */
export async function shareReleaseFiles(
  settings: ReleaseFiles,
  folders: readonly string[],
  store: SharedStore | undefined,
  log: Logger,
): Promise<SharedReleases | undefined> {
  const warn = sparingly((words, facts) => log.warn(facts, words))
  const onFailure = (error: unknown): void => warn('files of another release cannot be had', { err: error })
  if (settings.kind === 'url') {
    const releases = createOtherReleases(createFilesAtUrl(settings.url), onFailure)
    return { releases, published: Promise.resolve(), again: () => {}, close: () => {} }
  }
  const lasting = store?.background.lasting
  if (settings.kind !== 'store' || !store || !lasting) return undefined
  const files = createSharedFiles({
    store: { get: store.background.get, lasting },
    seal: await createSeal(settings.secret),
  })
  const publishing = keepPublished(files, folders, (error) =>
    warn('files of this release are not shared yet', { err: error }),
  )
  return {
    releases: createOtherReleases(files, onFailure),
    published: orNothing(publishing.first, PUBLISH_WAIT),
    again: publishing.again,
    close: publishing.close,
  }
}

function keepPublished(files: SharedFiles, folders: readonly string[], onFailure: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let own: Promise<ReadonlyMap<string, OwnFile>> | undefined
  const publish = async (): Promise<void> => {
    let pause = CHECK_INTERVAL
    try {
      own ??= ownFiles(folders)
      await files.publish(await own)
    } catch (error) {
      pause = RETRY_PAUSE
      onFailure(error)
    }
    if (!isClosed) timer = setTimeout(() => void publishOnce(), pause).unref()
  }
  let running: Promise<void> | undefined
  const publishOnce = (): Promise<void> => {
    clearTimeout(timer)
    running ??= publish().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    first: publishOnce(),
    again: (): void => void publishOnce(),
    close: (): void => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** A file that other instances would refuse is left out. */
async function ownFiles(folders: readonly string[]): Promise<ReadonlyMap<string, OwnFile>> {
  return new Map((await Promise.all(folders.map(filesIn))).flat())
}

async function filesIn(folder: string): Promise<Array<readonly [name: string, OwnFile]>> {
  const all = await readdir(folder)
  const names = new Set(all)
  const files = all.filter(isHashedName).map(async (name) => {
    const text = async (): Promise<string> => {
      const br = names.has(`${name}.br`) ? await readFile(join(folder, `${name}.br`)) : undefined
      return textOf({ identity: await readFile(join(folder, name)), br })
    }
    const { size } = await stat(join(folder, name))
    return size > MAX_FILE_BYTES ? [] : [[name, { text, digest: digestOf(await text()) }] as const]
  })
  return (await Promise.all(files)).flat()
}
