import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { contrast } from '../../src/site/contrast.ts'

/** Around an element, in CSS pixels: its ring, and the ground that it stands on. */
const MARGIN = 6
/** Of what is not text (WCAG 1.4.11). */
const CONTRAST = 3

interface Pixels {
  data: Buffer
  width: number
  height: number
}

/** The element and what is around it, as the reader sees it. */
export async function imageOf(page: Page, element: Locator): Promise<Pixels> {
  await element.scrollIntoViewIfNeeded()
  const box = await element.boundingBox()
  const size = page.viewportSize()
  if (!box || !size) throw new Error('the element has no box')
  const [left, top] = [Math.max(0, box.x - MARGIN), Math.max(0, box.y - MARGIN)]
  const clip = {
    x: left,
    y: top,
    width: Math.min(size.width, box.x + box.width + MARGIN) - left,
    height: Math.min(size.height, box.y + box.height + MARGIN) - top,
  }
  const image = sharp(await page.screenshot({ clip, animations: 'disabled', caret: 'hide' })).removeAlpha()
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** @returns how many pixels stand out against the commonest colour of the image */
export function pixelsThatStandOut({ data }: Pixels): number {
  const counts = new Map<string, number>()
  for (let at = 0; at < data.length; at += 3) {
    const color = colorAt(data, at)
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  const [ground = '#ffffff'] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? []
  return [...counts].reduce((sum, [color, count]) => sum + (contrast(color, ground) >= CONTRAST ? count : 0), 0)
}

/** @returns how many pixels differ by enough to be seen */
export function pixelsThatChange(one: Pixels, other: Pixels): number {
  if (one.width !== other.width || one.height !== other.height) throw new Error('the images are of two sizes')
  let changed = 0
  for (let at = 0; at < one.data.length; at += 3)
    if (contrast(colorAt(one.data, at), colorAt(other.data, at)) >= CONTRAST) changed += 1
  return changed
}

const colorAt = (data: Buffer, at: number): string => `#${data.toString('hex', at, at + 3)}`
