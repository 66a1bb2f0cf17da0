import type { Service } from '../services/service.ts'
import { type Archive, cardsIn } from './archive.ts'
import { listPath } from './links.ts'
import { cmsPath } from './public-paths.ts'
import type { WireArticle } from './wire.ts'

export interface SeriesPart {
  title: string
  href: string
}

export interface SeriesPlace {
  title: string
  href: string
  /** Counts from 1. */
  position: number
  parts: SeriesPart[]
}

export function seriesSlugs(wire: WireArticle, { series }: Service): string[] {
  const tags = new Set(wire.categories.map(({ relative_link: link, slug }) => slugIn(link) ?? slug))
  const ofTags = (series?.tags ?? []).flatMap(({ tag }) => (tags.has(tag) ? [tag] : []))
  const ofTerms =
    series?.taxonomy === undefined
      ? []
      : wire.own_terms.flatMap(({ taxonomy, slug }) => (taxonomy === series.taxonomy && slug ? [slug] : []))
  return [...new Set([...wire.series, ...ofTags, ...ofTerms])].slice(0, MAX_SERIES)
}

const MAX_SERIES = 3

function slugIn(link: string | undefined): string | undefined {
  return link === undefined ? undefined : cmsPath(link).split('/').at(-1)
}

/** @returns undefined outside of the parts, and for a single one */
export function seriesPlace(
  { id, path }: { id: string; path: string },
  archive: Archive,
  slug: string,
  service: Service,
): SeriesPlace | undefined {
  const parts = partsOf(archive)
  const index = parts.findIndex((part) => part.id === id || part.href === path)
  if (index === -1 || parts.length < 2) return undefined
  return {
    title: archive.heading,
    href: listPath('series', slug, service),
    position: index + 1,
    parts: parts.map(({ title, href }) => ({ title, href })),
  }
}

function partsOf(archive: Archive): Array<SeriesPart & { id: string }> {
  return cardsIn(archive).flatMap(({ id, title, link, isPromo }) => (isPromo ? [] : [{ id, title, href: link.href }]))
}
