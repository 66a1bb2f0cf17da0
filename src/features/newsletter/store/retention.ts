import type { Notify } from './notice.ts'
import type { SubscriberStore } from './store.ts'

interface RetentionSettings {
  isThere(): boolean
  open(): SubscriberStore
  now?(): Date
  notify: Notify
  onError: (error: unknown) => void
}

/** Milliseconds. */
const FIRST_AFTER = 60_000
const DAY = 86_400_000
const MAX_BATCHES = 200

/**
 * Soon after the start and once a day (SUB-14).
 * @returns a function that stops it
 */
export function keepForgetting({
  isThere,
  open,
  now = () => new Date(),
  notify,
  onError,
}: RetentionSettings): () => void {
  const look = async (): Promise<void> => {
    if (!isThere()) return
    const store = open()
    let count = 0
    try {
      for (let batches = 0; batches < MAX_BATCHES; batches++) {
        const { deleted, isDone, unsent } = await store.forget(now().toISOString())
        count += deleted
        if (unsent > 0) notify({ kind: 'unsent', count: unsent })
        if (isDone) break
      }
    } catch (error) {
      onError(error)
    } finally {
      if (count > 0) notify({ kind: 'forgotten', count })
      await store.close()
    }
  }
  const daily = setInterval(() => void look(), DAY).unref()
  const first = setTimeout(() => void look(), FIRST_AFTER).unref()
  return () => {
    clearInterval(daily)
    clearTimeout(first)
  }
}
