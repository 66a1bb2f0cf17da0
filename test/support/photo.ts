import sharp from 'sharp'

/** An image like a photo: soft areas with grain, which an encoder cannot reduce to nothing. */
export async function photo(width: number, height: number, seed = 1): Promise<Buffer> {
  const hue = (seed * 67) % 360
  const gradient = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="a" x2="1" y2="1">` +
      `<stop stop-color="hsl(${hue},60%,70%)"/><stop offset=".5" stop-color="hsl(${(hue + 60) % 360},50%,40%)"/>` +
      `<stop offset="1" stop-color="hsl(${(hue + 150) % 360},40%,15%)"/></linearGradient></defs>` +
      `<rect width="100%" height="100%" fill="url(#a)"/>${shapes(seed)}</svg>`,
  )
  const grain = await sharp({
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .blur(0.7)
    .png()
    .toBuffer()
  return sharp(gradient)
    .composite([{ input: grain, blend: 'overlay' }])
    .jpeg({ quality: 90 })
    .toBuffer()
}

function shapes(seed: number): string {
  return Array.from({ length: 40 }, (_, index) => {
    const [x, y] = [(index * 37 * seed) % 100, (index * 53 + seed * 11) % 100]
    const [radius, light] = [1 + ((index * 7) % 9), (index * 29) % 90]
    return `<circle cx="${x}%" cy="${y}%" r="${radius}%" fill="hsl(${(index * 47) % 360},45%,${light}%)" opacity=".6"/>`
  }).join('')
}

/** An image of one colour. */
export function solidImage(background: string): Promise<Buffer> {
  return sharp({ create: { width: 1200, height: 600, channels: 3, background } })
    .webp()
    .toBuffer()
}
