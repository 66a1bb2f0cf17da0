import type { Express, RequestHandler } from 'express'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { cacheAs } from '../../http/caching.ts'
import { deliver } from './delivery.ts'
import { announcementsRoutes } from './route-declarations.ts'
import type { AnnouncementsSettings } from './settings.ts'

export interface IndexNowSettings {
  key: string
  url: string
}

export interface IndexNow {
  add(url: string): void
}

const COLLECTING = 1000
/** Limit of the protocol, and of what waits for an endpoint that is away. */
const MAX_URLS = 10_000

export const keyPath = (key: string): string => `/${key}.txt`

/**
 * One notice of an origin at a time; what changes meanwhile waits.
 * @param onError called at the first failure of a notice and the last, and for URLs that do not fit
 */
export function createIndexNow(
  { key, url: endpoint }: IndexNowSettings,
  signal: AbortSignal,
  onError: (error: Error) => void,
): IndexNow {
  const pending = new Map<string, Set<string>>()
  const sending = new Set<string>()

  const send = async (origin: string, urlList: readonly string[]): Promise<void> => {
    const { host } = new URL(origin)
    const body = JSON.stringify({ host, key, keyLocation: origin + keyPath(key), urlList })
    const failed = (reason: string): void =>
      onError(new Error(`IndexNow did not take ${urlList.length} URLs of ${host}: ${reason}`))
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    try {
      await deliver({ url: endpoint, headers, body }, signal, (reason) => failed(`${reason}; it is tried again`))
    } catch (error) {
      if (signal.aborted) return
      failed(error instanceof Error ? error.message : String(error))
    }
  }
  const sendPending = async (origin: string): Promise<void> => {
    if (sending.has(origin)) return
    const urls = [...(pending.get(origin) ?? [])]
    pending.delete(origin)
    if (urls.length === 0 || signal.aborted) return
    sending.add(origin)
    await send(origin, urls)
    sending.delete(origin)
    await sendPending(origin)
  }

  return {
    add(url) {
      const { origin } = new URL(url)
      const urls = pending.get(origin) ?? new Set()
      if (urls.has(url)) return
      if (urls.size === MAX_URLS) return onError(new Error(`IndexNow: too many URLs of ${new URL(origin).host} wait`))
      if (urls.size === 0 && !sending.has(origin)) setTimeout(() => void sendPending(origin), COLLECTING).unref()
      pending.set(origin, urls.add(url))
    },
  }
}

/** Search engines verify notices by this file (MAP-15). */
export function indexNowKey(key: string): RequestHandler {
  return (_request, response) => {
    cacheAs(response, announcementsRoutes.key.caching.keyFile)
    response.type('text').send(key)
  }
}

export function mountSearchNoticeKey(app: Express, { settings }: AppDependencies<AnnouncementsSettings>): void {
  if (!settings.indexNow) return
  const { key } = settings.indexNow
  app.get(keyPath(key), indexNowKey(key))
}
