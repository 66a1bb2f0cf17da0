import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { hasProportions } from '../../content/image-sizes.ts'
import { type MediaFile, originalOf, urlOfMedia } from '../../content/remote-media.ts'
import { ImageError } from '../header.ts'
import { imageHeader } from '../image-header.ts'
import { BusyError, createFairQueue, type FairQueue } from '../queue.ts'
import type { Original } from '../resizer.ts'
import type { DiskCache } from './disk-cache.ts'
import { type Downloaded, download } from './download.ts'
import { type PlainKind, plainKind } from './file-type.ts'
import { isLasting, type MediaClient, MediaError } from './media-client.ts'

export interface RemoteOriginal extends Original {
  /** It is served unchanged. */
  plain?: PlainKind
  /** Pixels; absent: it is served unchanged. */
  size?: { width: number; height: number }
}

/** Images outlive an outage of their host (IMG-20, IMG-23). */
export interface Originals {
  /**
   * @param client empty: nobody's request
   * @throws {MediaError | ImageError} when it is unavailable, or no image
   * @throws {BusyError} when too many are under way
   */
  get(file: MediaFile, client: string): Promise<RemoteOriginal>
}

const DAY_MS = 86_400_000
/** Milliseconds between checks, and after a failed one. */
const [FRESH_MS, RETRY_MS] = [DAY_MS, 600_000]
/** Milliseconds for which failures are remembered. */
const [LASTING_MS, PASSING_MS] = [600_000, 30_000]
const MAX_FAILURES = 2000
/** Bytes of images about to be cut. */
const MAX_HELD_BYTES = 48 * 1024 * 1024
/** One client leaves places for others. */
const FETCHES = { atOnce: 8, ofClient: 4 }

export function createOriginals(
  media: MediaClient,
  disk: DiskCache | undefined,
  maxMemory: number,
  now: () => number = Date.now,
): Originals {
  const records = createRecords(disk)
  const failures: Failures = new LRUCache({ max: MAX_FAILURES })
  const held = new LRUCache<string, Buffer>({ maxSize: MAX_HELD_BYTES, sizeCalculation: ({ length }) => length + 1 })
  // Slow hosts do not delay WordPress.
  const turns = { wordpress: createFairQueue<Stored>(FETCHES), other: createFairQueue<Stored>(FETCHES) }
  const turnsOf = ({ at }: MediaFile): FairQueue<Stored> => (at === 'wordpress' ? turns.wordpress : turns.other)

  const take = async (url: string, file: MediaFile, { body, ...validators }: Downloaded): Promise<Stored> => {
    const about = { ...aboutOf(file, body, now(), maxMemory), ...validators }
    if (body.length <= MAX_HELD_BYTES / 2) held.set(about.revision, body)
    await disk?.write(`original ${about.revision}`, body)
    await records.keep(url, about)
    return about
  }
  const fetched = (url: string, file: MediaFile, client: string): Promise<Stored> =>
    turnsOf(file).run(client, url, async () => {
      const before = failures.get(url)
      if (before) throw before
      try {
        const downloaded = await download(media, file)
        if (!downloaded) throw new MediaError('failed', 'HTTP 304 to an unconditional request')
        return await take(url, file, downloaded)
      } catch (error) {
        remember(failures, url, error)
        throw error
      }
    })
  const renew = async (url: string, file: MediaFile, about: Stored): Promise<void> => {
    const downloaded = await download(media, file, about)
    if (downloaded) await take(url, file, downloaded)
    else await records.keep(url, { ...about, checkedAt: now() })
  }
  const checks = createChecks(renew, records, failures, now)

  const aboutUrl = async (url: string, file: MediaFile, client: string): Promise<Stored> => {
    const about = await records.get(url)
    if (about) {
      if (now() - about.checkedAt > FRESH_MS) checks.add(turnsOf(file), url, file, about)
      return about
    }
    const failure = failures.get(url)
    if (failure) throw failure
    return fetched(url, file, client)
  }

  const single = async (file: MediaFile, client: string): Promise<RemoteOriginal> => {
    const url = urlOfMedia(file).href
    const { revision, plain, size } = await aboutUrl(url, file, client)
    return {
      id: `media ${revision}`,
      plain,
      size,
      async read() {
        const body = held.get(revision) ?? (await disk?.read(`original ${revision}`))
        if (body) return Buffer.from(body)
        // Other images wait for this one.
        void fetched(url, file, client).catch(() => {})
        throw new BusyError('an image is fetched again')
      },
    }
  }

  return {
    get: (file, client) => bestOf(file, (one) => single(one, client)),
  }
}

/** Only its host can say that an image is gone. Each has one request at a time. */
function createChecks(
  renew: (url: string, file: MediaFile, about: Stored) => Promise<void>,
  records: Records,
  failures: Failures,
  now: () => number,
) {
  const checking = new Set<string>()
  const check = (url: string, file: MediaFile, about: Stored): Promise<void> =>
    renew(url, file, about).catch(async (error: unknown) => {
      if (error instanceof MediaError && error.problem === 'missing') {
        remember(failures, url, error)
        await records.forget(url)
      } else records.hold(url, { ...about, checkedAt: now() - FRESH_MS + RETRY_MS })
    })
  return {
    add(turns: FairQueue<Stored>, url: string, file: MediaFile, about: Stored): void {
      if (checking.has(url)) return
      checking.add(url)
      if (!turns.later(() => check(url, file, about).finally(() => checking.delete(url)))) checking.delete(url)
    },
  }
}

async function bestOf(file: MediaFile, single: (file: MediaFile) => Promise<RemoteOriginal>): Promise<RemoteOriginal> {
  const original = originalOf(file)
  if (!original) return single(file)
  const whole = await single(original.file).catch((error: unknown) => {
    if (error instanceof MediaError || error instanceof ImageError) return undefined
    throw error
  })
  // Only the size shows that WordPress cut the middle.
  return whole?.size && hasProportions(whole.size, original) ? whole : single(file)
}

type Failures = LRUCache<string, MediaError | ImageError>

function remember(failures: Failures, url: string, error: unknown): void {
  if (!(error instanceof MediaError || error instanceof ImageError)) return
  const isPassing = error instanceof MediaError && !isLasting(error)
  failures.set(url, error, { ttl: isPassing ? PASSING_MS : LASTING_MS })
}

/** @throws {ImageError} */
function aboutOf(file: MediaFile, body: Buffer, at: number, maxMemory: number): Stored {
  const revision = createHash('sha256').update(body).digest('hex')
  const plain = plainKind(body, file.path)
  if (plain) return { revision, plain, checkedAt: at }
  const { width, height } = imageHeader(body, maxMemory)
  return { revision, size: { width, height }, checkedAt: at }
}

const stored = z.object({
  revision: z.string(),
  checkedAt: z.number(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  plain: z.enum(['gif', 'svg', 'bmp', 'ico']).optional(),
  size: z.object({ width: z.number(), height: z.number() }).optional(),
})
type Stored = z.output<typeof stored>

interface Records {
  get(url: string): Promise<Stored | undefined>
  hold(url: string, about: Stored): void
  keep(url: string, about: Stored): Promise<void>
  forget(url: string): Promise<void>
}

const MAX_KNOWN = 10_000

function createRecords(disk: DiskCache | undefined): Records {
  const known = new LRUCache<string, Stored>({ max: MAX_KNOWN })
  const fromDisk = async (url: string): Promise<Stored | undefined> => {
    const body = await disk?.read(`about ${url}`)
    const parsed = body && stored.safeParse(jsonOf(body))
    if (!parsed?.success) return undefined
    known.set(url, parsed.data)
    return parsed.data
  }
  return {
    get: async (url) => known.get(url) ?? fromDisk(url),
    hold: (url, about) => void known.set(url, about),
    async keep(url, about) {
      known.set(url, about)
      await disk?.write(`about ${url}`, Buffer.from(JSON.stringify(about)))
    },
    async forget(url) {
      known.delete(url)
      await disk?.remove(`about ${url}`)
    },
  }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
