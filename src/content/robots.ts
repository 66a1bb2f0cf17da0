import type { TimeZone } from '../system/time-zone.ts'
import { parseDate } from './dates.ts'

const FLAGS = ['noindex', 'nofollow', 'noarchive', 'nocache', 'nosnippet', 'noimageindex', 'notranslate'] as const
type Flag = (typeof FLAGS)[number]

/** Defaults need no directive. */
const NONE: readonly Flag[] = ['noindex', 'nofollow']

const IMAGE_PREVIEWS = ['none', 'standard', 'large'] as const
type ImagePreview = (typeof IMAGE_PREVIEWS)[number]

export interface Robots {
  flags: readonly Flag[]
  /** Characters; -1: unlimited. */
  maxSnippet?: number
  maxImagePreview?: ImagePreview
  /** Seconds; -1: unlimited. */
  maxVideoPreview?: number
  /** ISO 8601, UTC. */
  unavailableAfter?: string
}

const UNLIMITED = -1

export function parseRobots(content: string, zone: TimeZone): Robots {
  return strictest(
    content
      .toLowerCase()
      .split(',')
      .map((written) => directiveOf(written, zone)),
  )
}

export function isRobots(content: string): boolean {
  const generous = ['index', 'follow', 'all']
  return content
    .toLowerCase()
    .split(',')
    .every((written) => generous.includes(written.trim()) || robotsText(directiveOf(written, 'UTC')) !== '')
}

function directiveOf(written: string, zone: TimeZone): Robots {
  const colon = written.indexOf(':')
  const name = (colon === -1 ? written : written.slice(0, colon)).trim()
  const value = colon === -1 ? '' : written.slice(colon + 1).trim()
  const flags = colon === -1 ? FLAGS.filter((flag) => flag === name || (name === 'none' && NONE.includes(flag))) : []
  const limit = /^(?:-1|\d{1,6})$/.test(value) ? Number(value) : undefined
  const preview = IMAGE_PREVIEWS.find((candidate) => candidate === value)
  const until = name === 'unavailable_after' ? parseDate(value, zone) : undefined
  return {
    flags,
    maxSnippet: name === 'max-snippet' && limit !== undefined ? limit : undefined,
    maxVideoPreview: name === 'max-video-preview' && limit !== undefined ? limit : undefined,
    maxImagePreview: name === 'max-image-preview' && preview ? preview : undefined,
    unavailableAfter: until && new Date(until.epoch).toISOString(),
  }
}

/** The smallest of each limit (HEAD-6). */
export function strictest(all: readonly Robots[]): Robots {
  const [only, ...others] = all
  if (only && others.length === 0) return only
  const maxSnippet = smallest(all.map((robots) => robots.maxSnippet))
  const maxVideoPreview = smallest(all.map((robots) => robots.maxVideoPreview))
  const maxImagePreview = IMAGE_PREVIEWS.find((preview) => all.some((robots) => robots.maxImagePreview === preview))
  const [unavailableAfter] = all.flatMap((robots) => robots.unavailableAfter ?? []).sort()
  return {
    flags: FLAGS.filter((flag) => all.some(({ flags }) => flags.includes(flag))),
    maxSnippet,
    maxImagePreview,
    maxVideoPreview,
    unavailableAfter: unavailableAfter || undefined,
  }
}

function smallest(limits: ReadonlyArray<number | undefined>): number | undefined {
  const specified = limits.filter((limit) => limit !== undefined)
  const real = specified.filter((limit) => limit !== UNLIMITED)
  if (real.length > 0) return Math.min(...real)
  return specified[0]
}

export function isNoindex(robots: Robots | undefined): boolean {
  return robots?.flags.includes('noindex') ?? false
}

export function robotsText({ flags, maxSnippet, maxImagePreview, maxVideoPreview, unavailableAfter }: Robots): string {
  return [
    ...flags,
    ...(maxSnippet === undefined ? [] : [`max-snippet:${maxSnippet}`]),
    ...(maxImagePreview ? [`max-image-preview:${maxImagePreview}`] : []),
    ...(maxVideoPreview === undefined ? [] : [`max-video-preview:${maxVideoPreview}`]),
    ...(unavailableAfter ? [`unavailable_after:${unavailableAfter}`] : []),
  ].join(', ')
}
