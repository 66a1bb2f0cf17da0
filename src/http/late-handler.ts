import type { RequestHandler } from 'express'

/**
 * No start reads the module (docs/decisions/123): it is loaded in a quiet moment (src/portal/late-modules.ts), or for
 * its first request. One that could not be loaded is tried again by the next request, except on Node 20.
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
