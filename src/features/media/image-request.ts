import type { Request, Response } from 'express'
import { ALL_WIDTHS, FULL_WIDTH, PREVIEW_SIZES } from '../../content/image-sizes.ts'
import { MAIL_EXTENSION, MAIL_SHAPES } from '../../content/mail-image.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import type { ImageForm } from '../../media/cut.ts'

/** Seconds. */
const RETRY_AFTER = '5'

/** @returns the listed size or shape (IMG-9) */
export function formOf({ query: { w, h } }: Request, widths: readonly number[] = ALL_WIDTHS): ImageForm | undefined {
  const width = w === undefined ? FULL_WIDTH : listed(w, widths)
  if (width === undefined) return undefined
  if (h === undefined) return { width }
  const height = listed(
    h,
    PREVIEW_SIZES.filter((size) => size.width === width).map((size) => size.height),
  )
  return height === undefined ? undefined : { width, height }
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
