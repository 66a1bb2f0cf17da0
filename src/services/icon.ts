import { escapeHtml } from '../system/escape.ts'
import { paperOf } from './paper.ts'
import type { Service } from './service.ts'

/** Every number below is in these units. */
const SIDE = 32

const COLUMNS = 'M8 8h5v16H8zM15.5 8h3v16h-3zM21 8h3v10h-3z'

/** @param shape `maskable`: the drawing is in every mask's circle; `touch`: Apple rounds the corners */
export function serviceIcon(
  { title, color, mark, paper }: Pick<Service, 'title' | 'color' | 'mark' | 'paper'>,
  shape: 'rounded' | 'maskable' | 'touch',
): string {
  if (mark !== undefined) return markIcon(title, mark, paperOf({ paper }).light, shape)
  const isMaskable = shape !== 'rounded'
  const radius = isMaskable ? 0 : 6
  const columns = `<path d="${COLUMNS}" fill="${paperOf({ paper }).light}"/>`
  const drawing = isMaskable ? `<g transform="translate(3.2 3.2) scale(.8)">${columns}</g>` : columns
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><title>${escapeHtml(title)}</title><rect width="${SIDE}" height="${SIDE}" rx="${radius}" fill="${color}"/>${drawing}</svg>`
}

/** Stands in for an unavailable image (IMG-23); a logo has no drawing there. */
export function placeholderImage({ color, mark }: Pick<Service, 'color' | 'mark'>): string {
  const columns =
    mark === undefined ? `<path d="${COLUMNS}" fill="${color}" transform="translate(57.6 22.6) scale(1.4)"/>` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90"><path fill="#e4e4e7" d="M0 0h160v90H0z"/>${columns}</svg>`
}

/** A mark shrinks into the circle of masks; the icon of a WordPress is a square, as Apple's is. */
function markIcon(title: string, mark: string, background: string, shape: 'rounded' | 'maskable' | 'touch'): string {
  const isWhole = shape === 'rounded' || (shape === 'touch' && mark.startsWith('data:image/png'))
  const [offset, side] = isWhole ? [0, SIDE] : [SIDE * 0.14, SIDE * 0.72]
  const paper = shape !== 'rounded' ? `<rect width="${SIDE}" height="${SIDE}" fill="${background}"/>` : ''
  const image = `<image href="${escapeHtml(mark)}" x="${offset}" y="${offset}" width="${side}" height="${side}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><title>${escapeHtml(title)}</title>${paper}${image}</svg>`
}
