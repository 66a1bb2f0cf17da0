import type { Request, RequestHandler, Response } from 'express'
import type { Dispatch } from '../edge/page-cache/dispatch.ts'
import { requestIdOf } from '../edge/transport/request-id.ts'
import type { Service } from '../services/service.ts'
import { createReads } from '../sources/cache/reads.ts'
import type { ContentOptions } from '../sources/reading.ts'
import { type Lifetimes, UNPURGED } from '../system/cache-headers.ts'

export interface RequestContext {
  readonly service: Service
  readonly requestId: string
  /** `content.span` is the request's, once started. */
  readonly content: ContentOptions
  readonly dispatch: Dispatch | undefined
}

declare global {
  namespace Express {
    interface Request {
      context?: RequestContext
    }
  }
}

/** Never responds. */
export type RequestObserver = (request: Request, response: Response, context: RequestContext) => void

/** Is the first middleware. */
export function requestContext(
  serviceOf: (host: string | undefined) => Service,
  observers: readonly RequestObserver[],
  lifetimes: Lifetimes = UNPURGED,
): RequestHandler {
  return (request, response, next) => {
    const { dispatch, headers } = request
    const requestId = requestIdOf(request)
    const reads = createReads()
    const content = { revalidate: dispatch?.isRevalidation === true, reads }
    request.caching = { lifetimes, isReadWhole: () => reads.isWhole }
    const context: RequestContext = { service: serviceOf(headers.host), requestId, content, dispatch }
    request.context = context
    response.setHeader('x-request-id', requestId)
    for (const observe of observers) observe(request, response, context)
    next()
  }
}

/** @throws {Error} outside the application */
export function contextOf({ context }: Pick<Request, 'context'>): RequestContext {
  if (!context) throw new Error('a request without a context')
  return context
}
