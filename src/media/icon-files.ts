import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serviceIcon } from '../services/icon.ts'
import type { Service, Services } from '../services/service.ts'
import { loadSharp } from './load-sharp.ts'

/** Follows the service's name. */
export const ICON_FORMS = ['.svg', '.ico', '-192.png', '-512.png', '-maskable-512.png', '-180.png'] as const
export type IconForm = (typeof ICON_FORMS)[number]

/** Pixels of a tab, a dense tab and a shortcut. */
const FAVICON_SIZES = [16, 32, 48]
/** SVG's usual resolution, and the drawing's side. */
const [BASE_DENSITY, DRAWING_SIDE] = [72, 32]

export async function iconFile(service: Service, form: IconForm): Promise<Buffer> {
  const [rounded, maskable] = [serviceIcon(service, 'rounded'), serviceIcon(service, 'maskable')]
  switch (form) {
    case '.svg':
      return Buffer.from(rounded)
    case '.ico':
      return ico(await Promise.all(FAVICON_SIZES.map((size) => raster(rounded, size))))
    case '-192.png':
      return raster(rounded, 192)
    case '-512.png':
      return raster(rounded, 512)
    case '-maskable-512.png':
      return raster(maskable, 512)
    case '-180.png':
      // Apple rounds corners and blackens transparency.
      return raster(serviceIcon(service, 'touch'), 180)
  }
}

export function iconsId(services: Services): string {
  const drawings = Object.values(services).map((service) => [service.name, serviceIcon(service, 'rounded')])
  return createHash('sha256').update(JSON.stringify(drawings)).digest('hex')
}

/** Undefined: the build is of another site. */
export function builtIcons(build: string, services: Services): string | undefined {
  try {
    return readFileSync(join(build, 'icons-id'), 'utf8') === iconsId(services) ? join(build, 'icons') : undefined
  } catch {
    return undefined
  }
}

async function raster(svg: string, side: number): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(Buffer.from(svg), { density: BASE_DENSITY * (side / DRAWING_SIDE) })
    .resize(side, side)
    .png({ palette: true })
    .toBuffer()
}

function ico(images: readonly Buffer[]): Buffer {
  const [headerSize, entrySize] = [6, 16]
  const header = Buffer.alloc(headerSize)
  header.writeUInt16LE(1, 2) // icons, not cursors
  header.writeUInt16LE(images.length, 4)
  let offset = headerSize + entrySize * images.length
  const entries = images.map((image, index) => {
    const entry = Buffer.alloc(entrySize)
    const side = FAVICON_SIZES[index] ?? 0
    entry.writeUInt8(side, 0)
    entry.writeUInt8(side, 1)
    entry.writeUInt16LE(1, 4) // colour planes
    entry.writeUInt16LE(32, 6) // bits a pixel
    entry.writeUInt32LE(image.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += image.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...images])
}
