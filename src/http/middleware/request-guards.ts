import { parse } from 'node:querystring'
import type { RequestHandler } from 'express'
import { hasForeignCharacter } from '../../content/foreign-characters.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import type { RouteTable } from '../../edge/page-cache/route-table.ts'
import { errorDocument } from '../../edge/transport/minimal-response.ts'
import type { Disbelief, TrustProxy } from '../../edge/transport/strict-transport.ts'
import { contextOf } from '../request-context.ts'

/** Characters. */
const MAX_URL = 2048

/** Browsers never send these unescaped. */
const UNESCAPED = /[\\#]/

/** Each spelling would be a cache entry. Browsers resolve dots themselves. */
const OTHER_FORM = /^\/\/|\/(?:\.|%2e){1,2}(?:\/|$)/i

/** The handler refuses a query with a message (SEARCH-10). */
const SEARCH_API = /^\/search\/[^/]+\/[^/]+$/

/**
 * Refuses malformed URLs: 400; 414 when too long; 404 for another spelling, an escaped backslash or a control character
 * (SRC-20).
 */
export const guardUrl: RequestHandler = (request, response, next) => {
  const status = refusalOf(request.originalUrl)
  if (status === undefined) return next()
  forbidCaching(response)
  if (status === 404 && /^\/+$/.test(request.path)) return response.redirect(301, '/')
  const { service } = contextOf(request)
  const words = status === 404 ? service.messages.notFound : service.messages.badRequest
  response.status(status).type('html').send(errorDocument(service, words))
}

function refusalOf(url: string): 400 | 404 | 414 | undefined {
  if (url.length > MAX_URL) return 414
  if (!isReadable(url)) return 400
  const [path = ''] = url.split('?', 1)
  const isOtherForm = OTHER_FORM.test(path) && !SEARCH_API.test(path)
  return isOtherForm || hasForeignCharacter(path) ? 404 : undefined
}

function isReadable(url: string): boolean {
  const [path = '', query = ''] = url.split(/\?(.*)/s, 2)
  try {
    const decoded = decodeURIComponent(path)
    if (!path.startsWith('/') || UNESCAPED.test(path)) return false
    return !hasControl(decoded) && !/%00/.test(query) && !decoded.includes('\ufffd')
  } catch {
    return false
  }
}

/** These end a line, at which route patterns stop. */
function hasControl(text: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
}

const METHODS = new Set(['GET', 'HEAD', 'POST'])

/** 405 before any router runs (SEC-6). */
export const knownMethods: RequestHandler = (request, response, next) => {
  if (METHODS.has(request.method)) return next()
  const { service } = contextOf(request)
  forbidCaching(response)
  response
    .status(405)
    .set('allow', [...METHODS].join(', '))
    .type('html')
    .send(errorDocument(service, service.messages.badRequest))
}

/** Leaves handlers the declared parameters (CACHE-13): others would fail behind a cache. */
export const countedQuery =
  (routes: RouteTable): RequestHandler =>
  (request, _response, next) => {
    const { originalUrl } = request
    const mark = originalUrl.indexOf('?')
    if (mark !== -1 && routes.at(originalUrl.slice(0, mark))?.parameters) {
      const { url } = routes.targetOf(originalUrl)
      const value = parse(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
      Object.defineProperty(request, 'query', { value, configurable: true, enumerable: true })
    }
    next()
  }

/** Reports an untrusted `X-Forwarded-For`; `X-Forwarded-Proto` is checked earlier. */
export function noticeForwardedHeaders(trusts: TrustProxy, disbelieve: Disbelief): RequestHandler {
  return ({ headers, socket }, _response, next) => {
    const { remoteAddress } = socket
    const isForwarded = headers['x-forwarded-for'] !== undefined
    if (isForwarded && remoteAddress !== undefined && !trusts(remoteAddress, 0)) disbelieve(remoteAddress)
    next()
  }
}
