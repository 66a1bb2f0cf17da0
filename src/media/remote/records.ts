import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import type { DiskCache } from './disk-cache.ts'

const stored = z.object({
  revision: z.string(),
  checkedAt: z.number(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  plain: z.enum(['gif', 'svg', 'bmp', 'ico']).optional(),
  size: z.object({ width: z.number(), height: z.number() }).optional(),
})
export type Stored = z.output<typeof stored>

export interface Records {
  get(url: string): Promise<Stored | undefined>
  /** In memory alone. */
  hold(url: string, about: Stored): void
  keep(url: string, about: Stored): Promise<void>
  forget(url: string): Promise<void>
}

const MAX_KNOWN = 10_000

export function createRecords(disk: DiskCache | undefined): Records {
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
