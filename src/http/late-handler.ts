import type { RequestHandler } from 'express'

/**
 * A handler whose module is loaded for its first request, or before it in a quiet moment (src/portal/late-modules.ts), so that no start reads it
 * (docs/decisions/123). A module that could not be loaded is tried again by the next request, where Node does that: Node 20 keeps a failed import.
 * @param make loads the module and makes the handler
 */
export function lateHandler<Parameters>(make: () => Promise<RequestHandler<Parameters>>): RequestHandler<Parameters> {
  let making: Promise<RequestHandler<Parameters>> | undefined
  return async (request, response, next) => {
    making ??= make()
    const handler = await making.catch((error: unknown) => {
      making = undefined
      throw error
    })
    await handler(request, response, next)
  }
}
