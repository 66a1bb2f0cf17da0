import type { Clock } from '../../system/clock.ts'
import { TooBusy } from './fair-queue.ts'
import type { PageCache } from './page-cache.ts'
import type { PageKey, StoredPage } from './stored-page.ts'

/** Milliseconds: until then a stale whole page is better than a newer incomplete one. */
const WHOLE_FOR = 60_000
/** Milliseconds; the last one repeats. */
const PAUSES = [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 60_000] as const
/** A source that brings something is slow, not away: pauses restart from here. */
const AFTER_PROGRESS = 2
/** Milliseconds before a reader's request tries again. */
const RETRY_PAUSE = 5000
const MAX_COMPLETIONS = 200

interface CompletionSettings<Request extends PageKey> {
  cache: PageCache
  isFresh: (page: StoredPage | undefined) => page is StoredPage
  render(request: Request): Promise<unknown>
  onError(error: unknown): void
  now: Clock
  signal?: AbortSignal
}

interface Running {
  tries: number
  next?: NodeJS.Timeout
}

/** Renders incomplete pages again until they are whole (FEED-7). */
export interface Completion<Request extends PageKey> {
  prefers(page: StoredPage): boolean
  begin(request: Request, page?: StoredPage): void
}

export function createCompletion<Request extends PageKey>({
  cache,
  isFresh,
  render,
  onError,
  now,
  signal,
}: CompletionSettings<Request>): Completion<Request> {
  const completing = new Map<string, Running>()
  const tryOnce = async (request: Request): Promise<void> => {
    try {
      await render(request)
    } catch (error) {
      if (!(error instanceof TooBusy)) onError(error)
    }
  }
  const end = (name: string): void => {
    clearTimeout(completing.get(name)?.next)
    completing.delete(name)
  }
  const continueLater = (name: string, request: Request, running: Running): void => {
    const proceed = async (): Promise<void> => {
      const stored = cache.get(request.service, request.url)
      const before = stored?.etag
      if (!stored || isFresh(stored)) return end(name)
      running.tries += 1
      await tryOnce(request)
      if (completing.get(name) !== running) return
      const tried = cache.get(request.service, request.url)
      if (tried?.isIncomplete && tried.etag !== before) running.tries = Math.min(running.tries, AFTER_PROGRESS)
      continueLater(name, request, running)
    }
    const pause = PAUSES[Math.min(running.tries, PAUSES.length - 1)]
    running.next = setTimeout(() => void proceed(), pause).unref()
  }
  const giveWay = (): void => {
    const byTries = [...completing].sort(([, one], [, other]) => other.tries - one.tries)
    for (const [name] of byTries.slice(0, 1)) end(name)
  }
  signal?.addEventListener('abort', () => {
    for (const name of [...completing.keys()]) end(name)
  })
  return {
    prefers: (page) =>
      !page.isAwaited &&
      !page.isIncomplete &&
      page.status === 200 &&
      now() - page.storedAt <= page.policy.maxAge * 1000 + WHOLE_FOR,
    begin(request, page) {
      if (page) page.retryAt = now() + RETRY_PAUSE
      const name = `${request.service} ${request.url}`
      if (completing.has(name) || signal?.aborted === true) return
      if (completing.size >= MAX_COMPLETIONS) giveWay()
      const running: Running = { tries: 0 }
      completing.set(name, running)
      continueLater(name, request, running)
    },
  }
}
