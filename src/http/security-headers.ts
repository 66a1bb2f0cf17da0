import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import { speculationRules } from '../../views/speculation-rules.ts'
import { themeScript } from '../../views/theme.ts'
import { FRAME_ORIGINS } from '../content/embeds.ts'
import { integrationSources } from '../integrations/policy.ts'
import type { Integrations } from '../integrations/settings.ts'

const hashes = [themeScript, speculationRules].map(
  (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
)

/**
 * One policy for every page, so that shared caches can hold it: the inline scripts are named by their hashes. Colours
 * and sizes from the CMS stand in style attributes. Third parties are let in when they are configured.
 */
function contentSecurityPolicy(integrations: Integrations, mediaOrigins: readonly string[]): string {
  const { script, connect, frame } = integrationSources(integrations)
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes, ...script].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https: http:",
    "font-src 'self'",
    ['media-src', "'self'", ...mediaOrigins].join(' '),
    ['connect-src', "'self'", ...connect].join(' '),
    ['frame-src', ...FRAME_ORIGINS, ...frame].join(' '),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}

/**
 * On every answer, errors included (decision 52).
 * @param mediaOrigins other origins that films may come from
 */
export function securityHeaders(integrations: Integrations, mediaOrigins: readonly string[]): RequestHandler {
  const policy = contentSecurityPolicy(integrations, mediaOrigins)
  return (_request, response, next) => {
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('referrer-policy', 'strict-origin-when-cross-origin')
    response.setHeader('content-security-policy', policy)
    next()
  }
}
