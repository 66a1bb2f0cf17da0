import type { RequestListener } from 'node:http'
import { sendMinimal } from '../transport/minimal-response.ts'

interface Loading {
  /** Loads the application immediately. Returns the same promise each time. */
  now(): Promise<{ app: RequestListener }>
  /** A background refresh waits for the scheduled load, because no reader waits for the refresh. */
  later: Promise<{ app: RequestListener }>
}

/**
 * Serves an application that loads while the server already listens: requests wait for it, and get 503 when it cannot
 * be loaded.
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
