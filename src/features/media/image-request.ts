import type { Request, Response } from 'express'
import { ALL_WIDTHS, FULL_WIDTH, PREVIEW_SIZES, SMALL_SIZES } from '../../content/image-sizes.ts'
import { MAIL_EXTENSION, MAIL_SHAPES } from '../../content/mail-image.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import type { ImageForm } from '../../media/cut.ts'

/** Seconds. */
const RETRY_AFTER = '5'

/** @returns the listed size or shape (IMG-9) */
export function formOf({ query: { w, h } }: Request, widths: readonly number[] = ALL_WIDTHS): ImageForm | undefined {
  if (h !== undefined) return SHAPES.find(({ width, height }) => String(width) === w && String(height) === h)
  const width = w === undefined ? FULL_WIDTH : listed(w, widths)
  return width === undefined ? undefined : { width }
}

const SHAPES = [...PREVIEW_SIZES, ...SMALL_SIZES]

/** Such a form may be cut from an image of its own (IMG-34). */
export function isSmall({ width, height }: ImageForm): boolean {
  return SMALL_SIZES.some((size) => size.width === width && size.height === height)
}

/** @returns the form that the URL of an image in a mail names (ISSUE-6) */
export function mailFormOf({ path, query: { w, h } }: Request): ImageForm | undefined {
  if (!path.endsWith(MAIL_EXTENSION)) return undefined
  const shape = Object.values(MAIL_SHAPES).find(({ width, height }) => String(width) === w && String(height) === h)
  return shape && { ...shape, format: 'jpeg' }
}

function listed(text: unknown, sizes: readonly number[]): number | undefined {
  return sizes.find((size) => String(size) === text)
}

export function takesAvif(request: Request): boolean {
  return /\bimage\/avif\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(request.get('accept') ?? '')
}

export function missing(response: Response): void {
  forbidCaching(response)
  response.status(404).type('text').send('404')
}

export function busy(response: Response): void {
  forbidCaching(response)
  response.status(503).set('retry-after', RETRY_AFTER).type('text').send('503')
}
