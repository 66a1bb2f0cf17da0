import { createHash } from 'node:crypto'
import { memoizeByIdentity } from '../system/memoize.ts'
import { serviceIcon } from './icon.ts'
import { paperOf } from './paper.ts'
import type { Service, ShareFile } from './service.ts'

/** Pixels: for links, then 1:1, 4:3 and 16:9 for search engines. */
export const SHARE_SHAPES = [
  { width: 1200, height: 630 },
  { width: 1200, height: 1200 },
  { width: 1200, height: 900 },
  { width: 1200, height: 675 },
] as const
export type ShareShape = (typeof SHARE_SHAPES)[number]

export interface ShareDrawing {
  above?: string
  title: string
  color: string
  paper: string
  /** SVG. */
  icon: string
  hasOwnMark: boolean
  fonts: Service['fonts']
  /** Of the site's own fonts. */
  faces: readonly string[]
}

/** Changes with the drawing. */
const REVISION = 1
/** Hexadecimal digits in a URL. */
const ID_LENGTH = 12

/** @param above the group's name, above the service's */
export function shareDrawing(service: Service, above: string | undefined): ShareDrawing {
  return {
    title: service.title,
    color: service.color,
    paper: paperOf(service).light,
    icon: serviceIcon(service, 'rounded'),
    hasOwnMark: service.mark !== undefined,
    fonts: service.fonts,
    faces: service.fontFaces.map(({ id }) => id),
    above,
  }
}

export function drawingId(service: Service, above: string | undefined): string {
  return ids(service, [above], () => {
    const whole = JSON.stringify([REVISION, shareDrawing(service, above)])
    return createHash('sha256').update(whole).digest('hex').slice(0, ID_LENGTH)
  })
}

const ids = memoizeByIdentity<Service, string>()

/** The URL of a drawn image never changes its content. */
export function drawnName(service: Service, above: string | undefined, { width, height }: ShareShape): string {
  return `share-${service.name}-${drawingId(service, above)}-${width}x${height}.png`
}

/** A file of the site folder is cut to the shape. */
export function ownName({ id }: ShareFile, { width, height }: ShareShape): string {
  return `share-${id.slice(0, ID_LENGTH)}-${width}x${height}.jpg`
}

export const sharePath = (name: string): string => `/assets/${name}`
