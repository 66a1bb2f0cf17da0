import type { RequestListener } from 'node:http'
import { sendMinimal } from '../transport/minimal-response.ts'

interface Loading {
  /** By the first reader who cannot be answered without it. The same promise each time. */
  now(): Promise<{ app: RequestListener }>
  /** As it is loaded by itself: a refresh, for which nobody waits, does not hurry it. */
  later: Promise<{ app: RequestListener }>
}

/**
 * An application that is loaded while the server listens already: requests for it wait, and are answered 503 when it
 * cannot be loaded.
 */
export function whenLoaded({ now, later }: Loading): RequestListener {
  let loaded: RequestListener | undefined
  return (request, response) => {
    if (loaded) return loaded(request, response)
    const loading = request.dispatch?.isRevalidation ? later : now()
    loading.then(
      ({ app }) => {
        loaded = app
        app(request, response)
      },
      () => sendMinimal(response, 503),
    )
  }
}
