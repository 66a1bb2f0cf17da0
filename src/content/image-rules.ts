import { getDomain } from 'tldts'
import { hasUrl } from '../services/registry.ts'
import type { Service, Services } from '../services/service.ts'
import type { RemoteMedia } from './remote-media.ts'

/** AMP adds it to requests, and refuses it in documents. */
export const AMP_ONLY = '__amp_source_origin'

/** No image uses this base of relative URLs. */
export const RELATIVE = 'https://relative.invalid'

export interface ImageRules {
  /** An absolute origin and path, or a path of this server, without a final slash. */
  cdn: string
  /** With `{url}`, `{width}` and `{quality}` (IMG-8). */
  template: string
  /** Absent: no crops. */
  cropTemplate?: string
  /** Absent: no JPEG (ISSUE-6). */
  mailTemplate?: string
  /** Domains whose `cdn-*` hosts are the group's (IMG-2); a call, as no start reads all suffixes. */
  cdnDomains(): ReadonlySet<string>
  /** In addition to `storage.googleapis.com` and `*.amazonaws.com` (IMG-2). */
  storageHosts: ReadonlySet<string>
  /** With subdomains (IMG-3). */
  unchangedHosts: readonly string[]
  /** In front of WordPress, without the CDN's rules. */
  remote?: RemoteMedia
}

export interface ImageSource {
  src: string
  srcSet?: string
}

/** @throws {TypeError} when `cdn` is neither an absolute http(s) URL nor a path */
export function imageRules(settings: {
  services: Services
  cdn: string
  template: string
  cropTemplate?: string
  mailTemplate?: string
  bucketUrl?: string
  remote?: RemoteMedia
}): ImageRules {
  const cdn = cdnBase(settings.cdn)
  const serviceUrls = Object.values(settings.services)
    .filter(hasUrl)
    .map((service) => service.serviceUrl)
  let domains: Set<string> | undefined
  return {
    cdn,
    template: settings.template,
    cropTemplate: settings.cropTemplate,
    mailTemplate: settings.mailTemplate,
    cdnDomains: () => {
      domains ??= domainsOf([...serviceUrls, cdn])
      return domains
    },
    unchangedHosts: [...new Set(Object.values(settings.services).flatMap(({ group }) => group.unchangedImageHosts))],
    storageHosts: new Set(settings.bucketUrl ? [new URL(settings.bucketUrl).hostname] : []),
    remote: settings.remote,
  }
}

/** Relative URLs are on the service's WordPress. */
export function imageRulesOf(service: Service, rules: ImageRules): ImageRules {
  const site = rules.remote?.sites.find((one) => one.services.has(service.name) || one.services.has(service.settingsOf))
  return rules.remote && site && site !== rules.remote.own
    ? { ...rules, remote: { ...rules.remote, own: site } }
    : rules
}

/** As parsed, to be a prefix of URLs. */
function cdnBase(written: string): string {
  const isPath = /^\/[^/\\]/.test(written)
  const url = isPath || /^https?:\/\//i.test(written) ? URL.parse(written, RELATIVE) : null
  if (!url) throw new TypeError(`image CDN is not a URL: ${written}`)
  return `${isPath ? '' : url.origin}${url.pathname}`.replace(/\/+$/, '')
}

function domainsOf(urls: readonly string[]): Set<string> {
  return new Set(urls.map((url) => getDomain(url)).filter((domain) => domain !== null))
}

export function keepsUrls(host: string, { unchangedHosts }: ImageRules): boolean {
  return unchangedHosts.some((known) => host === known || host.endsWith(`.${known}`))
}

/** The parser undoes breaks and backslashes that hide a scheme. */
export function parseHttpUrl(text: string): URL | undefined {
  const url = URL.parse(text, RELATIVE)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  if (url.href.includes(AMP_ONLY)) return undefined
  url.username = ''
  url.password = ''
  return url
}
