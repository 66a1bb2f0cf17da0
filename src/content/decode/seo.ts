import { isRecord } from '../../system/record.ts'
import type { LinkRules } from '../links.ts'
import { cmsPath } from '../public-paths.ts'
import { parseRobots, type Robots, strictest } from '../robots.ts'
import { CRAWLERS, type Crawler, type Seo } from '../seo.ts'
import { plainField, plainText } from '../text.ts'
import type { WireSeo } from '../wire.ts'
import { articleTags, type MetaContents, metaContents, seoTags } from './seo-tags.ts'

/** Characters; a longer one is ignored (HEAD-16). */
const MAX_TITLE = 500

/** @param title `titleToMetadate`, which precedes the title in `seo` */
export function seoOf(wire: WireSeo | undefined, title: string | undefined, rules: LinkRules): Seo {
  const shown = [title, wire?.title].map(titleOf).find((candidate) => candidate !== '')
  if (!wire) return { title: shown }
  const meta = metaContents(wire.meta)
  const description = (meta.get('description') ?? []).map(plainText).find((candidate) => candidate !== '')
  const canonicalPath = canonicalPathOf(wire.canonical, rules)
  const robots = robotsOf(meta, 'robots', rules)
  const crawlers = crawlersOf(meta, rules)
  const [tags, ofArticle] = [seoTags(meta, rules), articleTags(meta)]
  return {
    title: shown,
    description,
    canonicalPath,
    robots,
    crawlers: Object.keys(crawlers).length > 0 ? crawlers : undefined,
    tags: Object.keys(tags).length > 0 ? tags : undefined,
    articleTags: ofArticle.length > 0 ? ofArticle : undefined,
  }
}

function titleOf(written = ''): string {
  return written.length > MAX_TITLE ? '' : plainField(written)
}

/** Combines all tags of one name (HEAD-6). */
export function robotsOf(meta: MetaContents, name: 'robots' | Crawler, rules: LinkRules): Robots | undefined {
  const contents = meta.get(name) ?? []
  return contents.length === 0
    ? undefined
    : strictest(contents.map((content) => parseRobots(content, rules.service.timeZone)))
}

function crawlersOf(meta: MetaContents, rules: LinkRules): Partial<Record<Crawler, Robots>> {
  return Object.fromEntries(
    CRAWLERS.flatMap((crawler) => {
      const robots = robotsOf(meta, crawler, rules)
      return robots ? [[crawler, robots]] : []
    }),
  )
}

/** Of the service's host or its CMS' (HEAD-12). WordPress' `/?p=12` serves no page. */
function canonicalPathOf(canonical: string | undefined, { service, cmsHost }: LinkRules): string | undefined {
  const home = service.serviceUrl ?? 'http://localhost'
  const url = canonical === undefined ? null : URL.parse(canonical, home)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  if (url.host !== new URL(home).host && url.host !== cmsHost) return undefined
  const path = cmsPath(url.pathname)
  return path === '/' || /^\/(?:wp-|index\.php)/.test(path) ? undefined : path
}

/** With a type and schema.org's vocabulary (HEAD-25). */
export function schemaOrg(value: unknown): object | undefined {
  const items = Array.isArray(value) ? value : [value]
  const isUsable = items.length > 0 && items.every(isSchemaOrg)
  return isUsable && typeof value === 'object' && value !== null ? value : undefined
}

function isSchemaOrg(item: unknown): boolean {
  if (!isRecord(item)) return false
  const { '@context': context, '@type': type, '@graph': graph } = item
  const isTyped = [type].flat().some((name) => typeof name === 'string' && name !== '')
  return [context].flat().some(isVocabulary) && (isTyped || (Array.isArray(graph) && graph.length > 0))
}

function isVocabulary(context: unknown): boolean {
  const vocabulary = isRecord(context) ? context['@vocab'] : context
  const host = typeof vocabulary === 'string' ? URL.parse(vocabulary)?.hostname : undefined
  return host === 'schema.org' || host === 'www.schema.org'
}
