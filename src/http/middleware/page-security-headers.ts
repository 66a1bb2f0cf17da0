import { createHash } from 'node:crypto'
import type { Express, RequestHandler } from 'express'
import type { Assets } from '../../../views/context.ts'
import { breakingScript } from '../../../views/document/breaking.ts'
import {
  brokenImagesScript,
  fontsScript,
  moduleLoader,
  noAdsScripts,
  speculationRules,
} from '../../../views/document/inline-scripts.ts'
import { readingScript, revisionScript } from '../../../views/document/text-scale.ts'
import { themeScript } from '../../../views/document/theme.ts'
import { TRUSTED_POLICIES } from '../../../views/document/trusted-html.ts'
import { OFFLINE_SCRIPT } from '../../../views/pages/offline.tsx'
import { CLOSED_POLICY, COMMON_HEADERS } from '../../edge/transport/common-headers.ts'
import { hasIntegrations, type Integrations } from '../../integrations/settings.ts'
import { integrationSources } from '../../integrations/third-parties.ts'
import type { GiphyOrigins } from '../../sources/giphy/item.ts'

const PERMISSIONS = [
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((name) => `${name}=()`)
  .join(', ')

interface PagePolicySettings {
  assets: Pick<Assets, 'boot'>
  ownStyles: readonly string[]
  integrations: Integrations
  /** Of embedded content (EMB-5). */
  frameOrigins: readonly string[]
  giphyOrigins?: GiphyOrigins
}

/**
 * One policy for all pages lets shared caches store it (docs/decisions/016). Style attributes carry colours and sizes
 * from the CMS. Third parties do not support Trusted Types, enforced where none is configured.
 */
export function pagePolicy({
  assets: { boot },
  ownStyles,
  integrations,
  frameOrigins,
  giphyOrigins,
}: PagePolicySettings): string {
  const scripts = [
    brokenImagesScript,
    fontsScript,
    themeScript,
    ...(integrations.adNetwork === undefined ? [] : Object.values(noAdsScripts)),
    breakingScript,
    readingScript,
    revisionScript,
    speculationRules,
    moduleLoader(boot),
    moduleLoader(OFFLINE_SCRIPT),
  ].map(hash)
  const { connect, frame } = integrationSources(integrations)
  const isOwn = !hasIntegrations(integrations)
  return [
    "default-src 'self'",
    // Browsers that support 'strict-dynamic' ignore 'self'.
    ['script-src', "'strict-dynamic'", ...scripts, "'self'"].join(' '),
    "script-src-attr 'none'",
    "worker-src 'self'",
    ...(isOwn
      ? [['style-src', "'self'", ...ownStyles.map(hash)].join(' '), "style-src-attr 'unsafe-inline'"]
      : [OPEN_STYLES]),
    "img-src 'self' data: https: http:",
    // Articles' media are on any host (BLOCK-41).
    "media-src 'self' https: http:",
    ['connect-src', "'self'", ...connect, ...(giphyOrigins?.pingback ?? [])].join(' '),
    ['frame-src', ...frameOrigins, ...frame].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    ...(isOwn ? ["require-trusted-types-for 'script'", `trusted-types ${TRUSTED_POLICIES.join(' ')}`] : []),
  ].join('; ')
}

const OPEN_STYLES = "style-src 'self' 'unsafe-inline'"

const AMP_CDN = 'https://cdn.ampproject.org'
const AMP_SCRIPTS = ['v0.js', 'v0.mjs', 'v0/', 'rtv/', 'lts/', 'esm/', 'sw/', 'viewer/'].map(
  (path) => `${AMP_CDN}/${path}`,
)

/**
 * AMP's own (amp.dev, "Content security policy"), without its host's other paths, such as cached documents. Viewers may
 * frame the document.
 */
export const AMP_POLICY = [
  'default-src * data: blob:',
  ['script-src', 'blob:', ...AMP_SCRIPTS].join(' '),
  `style-src 'unsafe-inline' ${AMP_CDN}`,
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self' https://*.ampproject.org",
].join('; ')

/** Installs the service worker within AMP's viewers (AMP-12). */
export function installingPolicy(script: string): string {
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self' https://*.ampproject.org",
  ].join('; ')
}

/** Only frames a document of this site. */
export function framingPolicy(style: string): string {
  return [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** For every response, errors included (SEC-33). */
export function securityHeaders(settings: PagePolicySettings): RequestHandler {
  const headers = new Map<string, string>([
    ...Object.entries(COMMON_HEADERS),
    ['content-security-policy', pagePolicy(settings)],
    ['cross-origin-opener-policy', 'same-origin-allow-popups'],
    ['permissions-policy', PERMISSIONS],
  ])
  return (_request, response, next) => {
    response.setHeaders(headers)
    next()
  }
}

/** The pages' policy is longer than many files. */
export const closedPolicy: RequestHandler = (_request, response, next) => {
  response.setHeader('content-security-policy', CLOSED_POLICY)
  next()
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

const AS_FILE = 'attachment; filename="api.json"'

/** Makes JSON a download, never rendered as a page (SEC-18). */
export function nameJsonResponses({ response }: Pick<Express, 'response'>): void {
  const { json } = response
  response.json = function named(body) {
    this.setHeader('content-disposition', AS_FILE)
    return json.call(this, body)
  }
}
