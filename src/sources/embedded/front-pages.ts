import * as z from 'zod'
import { memoizeByIdentity } from '../../system/memoize.ts'
import { parseBlocks } from '../block-grammar.ts'
import { type Calendar, WITHOUT_CALENDAR } from './dated-parts.ts'
import { checked, type HomeMeta, homeMeta, NewsroomFileError, parseDocument, postsQuery } from './front-matter.ts'
import { writtenDate } from './written-date.ts'
import type { YamlReader } from './yaml-values.ts'

export interface Home {
  meta: HomeMeta
  body: string
}

/** (HOME-21) */
export interface FrontPage {
  file: string
  meta: PlannedMeta | HomeMeta
  body: string
  /** Local time of the site's zone, or with an offset; absent: shows while no planned one does. */
  from?: string
  /** Absent: until another one begins. */
  until?: string
}

const USUAL = 'home.html'
const PLANNED = /^home-[a-z0-9]+(?:-[a-z0-9]+)*\.html$/
const MAX_HOME_BLOCKS = 500

const moment = z.string().transform((value, context) => {
  const date = writtenDate(value)
  if (date === undefined) context.addIssue(`"${value}" is on no calendar: write 2026-03-01T10:00`)
  return date ?? ''
})
/** Front matter of `home-{name}.html`. */
export const plannedMeta = homeMeta.partial({ id: true, slug: true }).extend({ from: moment, until: moment.optional() })
type PlannedMeta = z.output<typeof plannedMeta>

/** Refused in the usual page, as its meaning is unclear. */
const notHere = z.undefined('belongs to a planned front page: call that file home-{name}.html').optional()
const usualMeta = homeMeta.extend({ from: notHere, until: notHere })

/** @param name below the service's folder */
export function isFrontPage(name: string): boolean {
  return /^home(?:[-_ .][^/]*)?\.(?:html|md)$/.test(name)
}

/** @throws {NewsroomFileError} */
export function frontPageIn(file: string, text: string, calendar: Calendar, read?: YamlReader): FrontPage {
  const name = file.slice(file.lastIndexOf('/') + 1)
  if (name !== USUAL && !PLANNED.test(name)) {
    throw new NewsroomFileError(
      `${file}: a front page is home.html, and a planned one home-{name}.html, its name of a-z, 0-9 and dashes`,
    )
  }
  const page = name === USUAL ? usualPage(file, text, read) : plannedPage(file, text, calendar, read)
  const blocks = parseBlocks(page.body).filter(({ blockName }) => blockName !== null)
  if (blocks.length > MAX_HOME_BLOCKS) {
    throw new NewsroomFileError(`${file}: ${blocks.length} blocks, more than ${MAX_HOME_BLOCKS}`)
  }
  for (const { blockName, attrs } of blocks) {
    if (attrs.posts !== undefined) checked(file, attrs.posts, postsQuery, [blockName ?? '', 'posts'])
  }
  return page
}

function usualPage(file: string, text: string, read: YamlReader | undefined): FrontPage {
  return { file, ...parseDocument(file, text, usualMeta, read) }
}

function plannedPage(file: string, text: string, calendar: Calendar, read: YamlReader | undefined): FrontPage {
  const { meta, body } = parseDocument(file, text, plannedMeta, read)
  const { from, until } = meta
  // A time with an offset and one without need the site's zone.
  if (until !== undefined && calendar !== WITHOUT_CALENDAR && calendar.at(until) <= calendar.at(from)) {
    throw new NewsroomFileError(`${file}: field "until" is not later than "from"`)
  }
  return { file, meta, body, from, ...(until !== undefined && { until }) }
}

const homes = memoizeByIdentity<FrontPage, Home>()

/** The last begun, while it lasts; the same object for the same page. */
export function homeAt(pages: readonly FrontPage[], calendar: Calendar): Home | undefined {
  const usual = pages.find(({ from }) => from === undefined)
  const current = calendar === WITHOUT_CALENDAR ? usual : (lastBegun(pages, calendar) ?? usual)
  return current && homes(current, [usual], () => homeFrom(current, usual))
}

/** @param usual has the number that a planned one lacks */
export function homeFrom(page: FrontPage, usual: FrontPage | undefined): Home {
  return { meta: withNumber(page, usual), body: page.body }
}

/** Of equal times the second file counts. */
function lastBegun(pages: readonly FrontPage[], { hasCome, at }: Calendar): FrontPage | undefined {
  const began = ({ from = '' }: FrontPage): number => at(from)
  return pages
    .filter(({ from, until }) => from !== undefined && hasCome(from) && (until === undefined || !hasCome(until)))
    .sort((a, b) => (began(a) < began(b) ? -1 : began(a) > began(b) ? 1 : 0))
    .at(-1)
}

/** A planned page has the usual one's number and name for advertisements. */
function withNumber({ meta }: FrontPage, usual: FrontPage | undefined): HomeMeta {
  const { id = usual?.meta.id ?? 0, slug = usual?.meta.slug ?? 'home', title, template, screaningOn } = meta
  return {
    id,
    slug,
    title,
    ...(template !== undefined && { template }),
    ...(screaningOn !== undefined && { screaningOn }),
  }
}

export function namedArticles({ body }: FrontPage): string[] {
  return parseBlocks(body).flatMap(({ attrs }) => postsQuery.safeParse(attrs.posts).data?.slugs ?? [])
}
