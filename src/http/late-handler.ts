import type { RequestHandler } from 'express'

/**
 * A handler whose module is loaded for its first request, so that no start reads it (docs/decisions/123). A module that could not be loaded is
 * tried again by the next request.
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
