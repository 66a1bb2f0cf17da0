/** Each service's icon: drawn once, rasterised in the sizes that devices ask for. */
import { mkdir, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'
import sharp from 'sharp'

/** Sides of the images in favicon.ico: of a tab, of a tab on a dense screen, of a shortcut. Pixels. */
const FAVICON_SIZES = [16, 32, 48]

export async function writeIcons(folder) {
  const icons = `${folder}/icons`
  await mkdir(icons, { recursive: true })
  const { createServices, serviceIcon } = await drawing()
  for (const service of Object.values(createServices())) {
    const path = `${icons}/${service.name}`
    const [rounded, maskable] = [serviceIcon(service, 'rounded'), serviceIcon(service, 'maskable')]
    await writeFile(`${path}.svg`, rounded)
    const small = await Promise.all(FAVICON_SIZES.map((size) => raster(rounded, size).toBuffer()))
    await writeFile(`${path}.ico`, ico(small))
    await raster(rounded, 192).toFile(`${path}-192.png`)
    await raster(rounded, 512).toFile(`${path}-512.png`)
    await raster(maskable, 512).toFile(`${path}-maskable-512.png`)
    // Apple rounds the corners itself, and puts black where an image is transparent.
    await raster(maskable, 180).toFile(`${path}-180.png`)
  }
}

/** The program's own modules, as they stand now. */
async function drawing() {
  const bundle = await build({
    stdin: {
      contents: `export { createServices } from './src/services/registry.ts'; export { serviceIcon } from './src/services/icon.ts'`,
      resolveDir: '.',
    },
    bundle: true,
    write: false,
    format: 'esm',
  })
  return import(`data:text/javascript,${encodeURIComponent(bundle.outputFiles[0].text)}`)
}

function raster(svg, size) {
  return sharp(Buffer.from(svg), { density: 72 * (size / 32) })
    .resize(size, size)
    .png({ palette: true })
}

/** An ICO file of PNGs: a header, an entry for each image, the images. */
function ico(images) {
  const [headerSize, entrySize] = [6, 16]
  const header = Buffer.alloc(headerSize)
  header.writeUInt16LE(1, 2) // icons, not cursors
  header.writeUInt16LE(images.length, 4)
  let offset = headerSize + entrySize * images.length
  const entries = images.map((image, index) => {
    const entry = Buffer.alloc(entrySize)
    entry.writeUInt8(FAVICON_SIZES[index], 0)
    entry.writeUInt8(FAVICON_SIZES[index], 1)
    entry.writeUInt16LE(1, 4) // colour planes
    entry.writeUInt16LE(32, 6) // bits a pixel
    entry.writeUInt32LE(image.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += image.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...images])
}
