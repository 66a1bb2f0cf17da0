import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { BundledLanguage } from '../../src/languages/language.ts'
import { type Lettering, readLettering } from '../../src/media/lettering.ts'
import { drawShareImage, shareSvg } from '../../src/media/share-image.ts'
import { groupBeside } from '../../src/seo/brand.ts'
import type { Service } from '../../src/services/service.ts'
import { drawingId, SHARE_SHAPES, type ShareShape, shareDrawing } from '../../src/services/share-image.ts'
import { siteOf } from '../../src/site/site.ts'
import { wordPressSite } from '../../src/site/wordpress-site.ts'
import { ROOT } from '../support/root.ts'

const BUILD = join(ROOT, 'dist')

function serviceNamed(name: string, language: BundledLanguage = 'pl'): Service {
  const site = wordPressSite({ name, tagline: '', home: 'https://gazeta.example', timeZone: 'UTC', language })
  const [service] = Object.values(siteOf(site).services)
  if (!service) throw new Error('a site has a service')
  return service
}
const letteringOf = (service: Service): Promise<Lettering> => readLettering(service, { build: BUILD })
const svgOf = async (service: Service, shape: ShareShape = SHARE_SHAPES[0]): Promise<string> =>
  shareSvg(shareDrawing(service, groupBeside(service)), shape, await letteringOf(service))
/** Places of the letters: x, y and scale. */
const lettersIn = (svg: string): Array<{ x: number; y: number; scale: number }> =>
  [...svg.matchAll(/translate\((-?[\d.]+) (-?[\d.]+)\) scale\(([\d.]+)\)/g)].map(([, x, y, scale]) => ({
    x: Number(x),
    y: Number(y),
    scale: Number(scale),
  }))

test.each([
  ['pl', 'Zażółć gęślą jaźń ŹRÓDŁA'],
  ['de', 'Süddeutsche Größenverhältnisse ẞ'],
  ['uk', 'Українська щоденна газета «Їжак і ґанок»'],
  ['en', 'Ελληνικά νέα'],
] as const)('every letter of a name in %s is drawn, without a font of the system (HEAD-29)', async (language, name) => {
  const service = serviceNamed(name, language)
  expect((await letteringOf(service)).drawable(name)).toBe(name)
  const svg = await svgOf(service)
  // One outline for each letter; a space has none.
  expect(lettersIn(svg)).toHaveLength([...name].filter((character) => character !== ' ').length)
  expect(svg).not.toMatch(/<text|font-family/)
})

test.each([
  'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzeskommentarsammlung',
  'Bardzo długa nazwa bloga, której nikt by nie wybrał, a jednak ktoś ją wybrał, bo wyjaśnia wszystko '.repeat(20),
  'A',
  `${'i'.repeat(3000)}`,
])('%.20s… stays within the image, in every shape (HEAD-29)', async (name) => {
  const service = serviceNamed(name)
  for (const shape of SHARE_SHAPES) {
    const letters = lettersIn(await svgOf(service, shape))
    expect(letters.length).toBeGreaterThan(0)
    for (const { x, y } of letters) {
      expect(x).toBeGreaterThan(0)
      expect(x).toBeLessThan(shape.width)
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(shape.height)
    }
    expect(new Set(letters.map(({ y }) => y)).size).toBeLessThanOrEqual(4)
  }
})

test.each(['日本語', '🌟🌟', '\u202e\u0000', '&<>"\''])(
  '%j is no markup, and what no font has is left out',
  async (name) => {
    const service = { ...serviceNamed('x'), title: name }
    const image = await drawShareImage(shareDrawing(service, undefined), SHARE_SHAPES[0], await letteringOf(service))
    expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  },
)

test.each(['שפלטה היום', 'جريدة', 'Gazeta שפלטה', '日本 News', 'ﬀ שׁ'])(
  'nothing of %s is drawn: a part of a name is another name, and no image mirrors its letters (HEAD-29)',
  async (name) => {
    const service = { ...serviceNamed('x'), title: name }
    const lettering = await letteringOf(service)
    expect(lettersIn(shareSvg(shareDrawing(service, undefined), SHARE_SHAPES[0], lettering))).toEqual([])
    expect(lettersIn(shareSvg(shareDrawing(service, 'Grupa'), SHARE_SHAPES[0], lettering))).not.toEqual([])
  },
)

test('without the fonts of a build there is an image without words', async () => {
  const build = await mkdtemp(join(tmpdir(), 'build-'))
  const service = serviceNamed('Gazeta')
  const lettering = await readLettering(service, { build })
  expect(lettersIn(shareSvg(shareDrawing(service, undefined), SHARE_SHAPES[0], lettering))).toEqual([])
  await rm(build, { recursive: true })
})

test('an image has another name when it would look different, and only then', () => {
  const service = serviceNamed('Gazeta')
  const id = drawingId(service, undefined)
  expect(id).toMatch(/^[0-9a-f]{12}$/)
  expect(drawingId({ ...service, serviceUrl: 'https://inna.example' }, undefined)).toBe(id)
  for (const other of [{ title: 'Inna' }, { color: '#123456' }, { fonts: { headings: 'Onest' } }]) {
    expect(drawingId({ ...service, ...other }, undefined)).not.toBe(id)
  }
  expect(drawingId(service, 'Grupa')).not.toBe(id)
})
