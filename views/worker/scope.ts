/**
 * What the worker uses of its global scope. The project's types are a document's, and TypeScript cannot hold both
 * libraries at once.
 */
export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: WorkEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchingEvent) => void): void
  addEventListener(type: 'message', listener: (event: WorkEvent & { readonly data: unknown }) => void): void
}

interface WorkEvent {
  /** Keeps the worker alive until the work is done. */
  waitUntil(work: Promise<unknown>): void
}

export interface FetchingEvent extends WorkEvent {
  readonly request: Request
  /** The answer to a navigation that was asked for while the worker started; undefined when there is none. */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
