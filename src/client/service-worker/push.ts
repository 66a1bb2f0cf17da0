/** A part of the service worker for own push (PUSH-13). */

declare const self: PushScope

/** By src/features/push/announcing.ts, signed by this portal's key. */
interface Shown {
  id: string
  title: string
  body: string
  url: string
  tag: string
}

self.addEventListener('push', (event) => {
  const shown = event.data?.json() as Shown | undefined
  if (!shown) return
  const { title, body, tag } = shown
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: shown }))
})

self.addEventListener('notificationclick', (event) => {
  const { notification } = event
  const { id, url } = notification.data as Shown
  notification.close()
  event.waitUntil(Promise.all([open(new URL(url, location.origin).href), count(id)]))
})

/** An open window navigates, which counts as a view. */
async function open(url: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' })
  for (const client of windows) {
    try {
      await client.focus()
      if (client.url !== url) await client.navigate(url)
      return
    } catch {
      // It closes, or may not be navigated.
    }
  }
  await self.clients.openWindow(url)
}

async function count(id: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await fetch('/api/push/clicks', { method: 'POST', headers, body: JSON.stringify({ id }) }).catch(() => {})
}

interface WindowClient {
  readonly url: string
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}

interface PushScope {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    matchAll(options: { type: 'window' }): Promise<readonly WindowClient[]>
    openWindow(url: string): Promise<unknown>
  }
  addEventListener(type: 'push', listener: (event: PushedEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickedEvent) => void): void
}

interface PushedEvent {
  readonly data: { json(): unknown } | null
  waitUntil(work: Promise<unknown>): void
}

interface ClickedEvent {
  readonly notification: { readonly data: unknown; close(): void }
  waitUntil(work: Promise<unknown>): void
}

export {}
