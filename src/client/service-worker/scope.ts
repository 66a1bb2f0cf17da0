/**
 * The part of the worker's global scope in use. The project's types are a document's, and TypeScript cannot load both
 * libraries at once.
 */
export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly navigator: { readonly userAgent: string }
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
  /** The response to a navigation that started with the worker; undefined without one. */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
