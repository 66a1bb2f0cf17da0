import type { RequestHandler } from 'express'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import { errorDocument } from '../../edge/transport/minimal-response.ts'
import { contextOf } from '../request-context.ts'

const KNOWN = new Set(['GET', 'HEAD', 'POST'])

/** Refuses other methods before any router runs: 405 (SEC-6). */
export const knownMethods: RequestHandler = (request, response, next) => {
  if (KNOWN.has(request.method)) return next()
  const { service } = contextOf(request)
  forbidCaching(response)
  response
    .status(405)
    .set('allow', [...KNOWN].join(', '))
    .type('html')
    .send(errorDocument(service, service.messages.badRequest))
}
