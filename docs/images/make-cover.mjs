/** Draws the cover of the English demo's podcast: `node docs/images/make-cover.mjs`. */
import { mkdir } from 'node:fs/promises'
import sharp from 'sharp'

const SIDE = 1400
const waves = [0, 1, 2, 3].map(
  (row) =>
    `<path d="M0 ${1060 + row * 90} q 87 -60 175 0 t 175 0 t 175 0 t 175 0 t 175 0 t 175 0 t 175 0 t 175 0" fill="none" stroke="#f2a598" stroke-width="${22 - row * 4}"/>`,
)
const rings = [150, 260, 370].map(
  (radius) =>
    `<path d="M${700 - radius} 420 a ${radius} ${radius} 0 0 1 ${radius * 2} 0" fill="none" stroke="#faf5e8" stroke-width="26" stroke-linecap="round"/>`,
)
const tower =
  '<path d="M600 1000 L640 470 H760 L800 1000 Z" fill="#faf5e8"/><path d="M618 760 L630 620 H770 L782 760 Z" fill="#8e1b1b"/><rect x="625" y="400" width="150" height="70" rx="10" fill="#faf5e8"/>'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}"><rect width="${SIDE}" height="${SIDE}" fill="#8e1b1b"/>${rings.join('')}${tower}${waves.join('')}</svg>`

await mkdir('sites/courier/public/recordings', { recursive: true })
await sharp(Buffer.from(svg))
  .flatten()
  .jpeg({ quality: 82, chromaSubsampling: '4:4:4' })
  .toFile('sites/courier/public/recordings/cover.jpg')
