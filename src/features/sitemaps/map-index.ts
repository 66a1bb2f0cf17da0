import type { SitemapItemLoose } from 'sitemap'
import type { ContentRepository } from '../../content/repository.ts'
import { originOf } from '../../seo/head.ts'
import type { Service } from '../../services/service.ts'
import { inTime } from '../../system/deadline.ts'
import { latestOf } from './dates.ts'
import type { Months } from './months.ts'
import {
  type DatedKind,
  MAX_SITEMAPS,
  MONTH_SIZE,
  SITEMAP_SIZE,
  type SitemapName,
  sitemapPath,
  TERM_KINDS,
  type TermKind,
} from './paths.ts'
import type { MapItems } from './send-map.ts'
import type { TermIndex, Terms } from './terms.ts'

/** Longest wait for a large CMS (MAP-8). Milliseconds. */
const TERMS_WAIT = 100
const MONTHS_WAIT = 300
const MAX_KNOWN = 10_000

interface NamedMap {
  name: SitemapName
  modified: string | undefined
}

interface NamedMonths {
  maps: NamedMap[]
  isComplete: boolean
}

/** Until the terms are known, the first map of each kind stands for them (MAP-8). */
export async function mapsOf(
  content: ContentRepository,
  service: Service,
  { terms: index, months, changes }: { terms: TermIndex; months: Months; changes: MapChanges },
): Promise<{ maps: Array<{ url: string; lastmod: string | undefined }>; isComplete: boolean }> {
  const [articles, types, listed] = await Promise.all([
    monthsNamed(months, content, service, 'articles'),
    monthsNamed(months, content, service, 'types'),
    newOrKnown(index.terms(content, service), TERMS_WAIT, () => index.known(service)),
  ])
  const terms = listed.value
  const pagesOf = (kind: TermKind): NamedMap[] => {
    const count = terms ? terms[kind].size : guessOf(kind, types.maps.length)
    return numbers(count, SITEMAP_SIZE).map((page) => ({
      name: { kind, page },
      modified: terms && lastChange(terms, kind, page - 1),
    }))
  }
  const named = [...articles.maps, ...types.maps, ...TERM_KINDS.flatMap(pagesOf)]
  return {
    maps: named.map(({ name, modified }) => {
      const path = sitemapPath(name)
      return { url: originOf(service) + path, lastmod: latestOf([changes.of(service, path), modified]) }
    }),
    isComplete: listed.isNew && articles.isComplete && types.isComplete,
  }
}

async function monthsNamed(
  months: Months,
  content: ContentRepository,
  service: Service,
  kind: DatedKind,
): Promise<NamedMonths> {
  const newest = await months.newest(content, kind)
  if (newest === undefined) return { maps: [], isComplete: true }
  const all = months.all(content, service, kind)
  const { value: known, isNew } = await newOrKnown(all, MONTHS_WAIT, () => months.known(service, kind))
  const maps = (known ?? []).flatMap(({ month, count, modified }) =>
    numbers(count, MONTH_SIZE).map((page) => ({ name: { kind, month, page }, modified })),
  )
  const isNamed = known?.some(({ month }) => month === newest)
  const own = { name: { kind, month: newest, page: 1 }, modified: undefined }
  return { maps: isNamed ? maps : [own, ...maps], isComplete: isNew }
}

/** @param wait milliseconds */
async function newOrKnown<T>(
  promise: Promise<T>,
  wait: number,
  known: () => T | undefined,
): Promise<{ value: T | undefined; isNew: boolean }> {
  try {
    const value = await inTime<T | undefined>(promise, wait, undefined)
    return value === undefined ? { value: known(), isNew: false } : { value, isNew: true }
  } catch (error) {
    const value = known()
    if (value === undefined) throw error
    return { value, isNew: false }
  }
}

function numbers(count: number, size: number): number[] {
  return Array.from({ length: Math.min(MAX_SITEMAPS, Math.ceil(count / size)) }, (_, at) => at + 1)
}

function guessOf(kind: TermKind, types: number): number {
  if (kind === 'series') return 0
  return kind === 'lists' ? Math.min(types, 1) : 1
}

function lastChange(terms: Terms, kind: TermKind, index: number): string | undefined {
  // A list changes with its newest article.
  return latestOf(ofMap(terms[kind], index).map(([, date]) => date)) ?? terms.newest
}

export function* termItems(
  terms: Terms,
  { kind, page }: { kind: TermKind; page: number },
  service: Service,
): Generator<SitemapItemLoose, void> {
  for (const [path, lastmod] of ofMap(terms[kind], page - 1)) {
    yield { url: new URL(path, originOf(service)).href, lastmodISO: lastmod }
  }
}

function ofMap<Entry>(entries: Iterable<Entry>, index: number): Entry[] {
  return [...entries].slice(index * SITEMAP_SIZE, (index + 1) * SITEMAP_SIZE)
}

export interface MapChanges {
  of(service: Service, path: string): string | undefined
  noted(service: Service, path: string, items: MapItems): AsyncIterable<SitemapItemLoose>
}

export function createMapChanges(): MapChanges {
  const known = new Map<string, string>()
  const keyOf = ({ name }: Service, path: string): string => `${name} ${path}`
  return {
    of: (service, path) => known.get(keyOf(service, path)),
    async *noted(service, path, items) {
      let latest: string | undefined
      for await (const item of items) {
        latest = latestOf([latest, item.lastmodISO])
        yield item
      }
      if (latest === undefined) return
      if (known.size === MAX_KNOWN) known.clear()
      known.set(keyOf(service, path), latest)
    },
  }
}
