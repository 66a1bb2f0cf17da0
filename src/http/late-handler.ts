import type { RequestHandler } from 'express'

/**
 * Loads the module in a quiet moment or for its first request; after a
 * failure for the next one, except on Node 20.
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
