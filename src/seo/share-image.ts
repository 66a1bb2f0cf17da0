import type { SharedImage } from '../content/shared-image.ts'
import { LARGE_WIDTH } from '../content/shared-image.ts'
import type { Service } from '../services/service.ts'
import { drawnName, ownName, SHARE_SHAPES, type ShareShape, sharePath } from '../services/share-image.ts'
import { groupBeside, siteNameOf } from './brand.ts'

export interface PageImage {
  /** Absolute, or a path. */
  src: string
  alt: string
  width?: number
  height?: number
}

/** Nearest first. */
export type Place = ReadonlyArray<{ slug: string; name: string }>

const [LINKED, ...CROPS] = SHARE_SHAPES

/** Falls back to category, service and drawing (HEAD-29, HEAD-30). */
export function imageOfService(service: Service, place: Place = []): PageImage {
  return { src: sharePath(nameOf(service, place, LINKED)), alt: altOf(service, place), ...LINKED }
}

/** 1:1, 4:3 and 16:9, for search engines. */
export function cropsOfService(service: Service, place: Place = []): string[] {
  return CROPS.map((shape) => sharePath(nameOf(service, place, shape)))
}

function nameOf(service: Service, place: Place, shape: ShareShape): string {
  const file = ownCategory(service, place)?.file ?? service.share?.image
  return file ? ownName(file, shape) : drawnName(service, groupBeside(service), shape)
}

function altOf(service: Service, place: Place): string {
  return ownCategory(service, place)?.name ?? siteNameOf(service)
}

function ownCategory({ share }: Service, place: Place) {
  for (const { slug, name } of place) {
    const file = share && Object.hasOwn(share.categories, slug) ? share.categories[slug] : undefined
    if (file) return { file, name }
  }
  return undefined
}

/** @returns undefined: too narrow (HEAD-28) */
export function largeImage(shared: SharedImage | undefined): PageImage | undefined {
  if (!shared || (shared.size !== undefined && shared.size.width < LARGE_WIDTH)) return undefined
  return { src: shared.src, alt: shared.alt, ...shared.size }
}
