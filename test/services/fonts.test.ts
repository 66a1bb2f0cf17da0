import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { firstViewFonts, italicFonts, titleFonts, usesFurtherFonts } from '../../src/services/fonts.ts'
import { ownPageStyle } from '../../src/services/own-style.ts'
import { createServices } from '../support/customer-site.ts'
import { ROOT } from '../support/root.ts'

const { akademia } = createServices()
const styles = (name: string) => readFile(join(ROOT, 'dist/fonts', name), 'utf8')
const filesOf = (css: string) => [...css.matchAll(/([a-z0-9-]+)\.woff2/g)].map(([, name = '']) => name)

test('a Polish page needs two files a family, and those of its italic (FONT-5)', () => {
  expect(firstViewFonts('pl', {})).toEqual([
    'bricolage-grotesque-latin',
    'bricolage-grotesque-polish',
    'source-serif-4-latin',
    'source-serif-4-polish',
  ])
  expect(italicFonts('pl', {})).toEqual(['source-serif-4-italic-latin', 'source-serif-4-italic-polish'])
  expect(italicFonts('en', { text: 'Onest', headings: 'Onest' })).toEqual([])
})

test('a title whose letters the small cut may lack is set in none of it, and in the whole fonts later (FONT-6)', () => {
  const without = ':root{--font-title:var(--fallback-display)}'
  for (const [language, fonts, isWithout] of [
    ['fr', {}, true],
    ['fr', { headings: 'Source Serif 4' }, true],
    ['fr', { headings: 'Own Face' }, false],
    ['de', {}, false],
  ] as const) {
    expect(titleFonts(language, fonts).length > 0).toBe(language === 'de')
    expect(ownPageStyle({ ...akademia, language, fonts }).includes(without)).toBe(isWithout)
  }
})

test('faces of few services are in a sheet of their own, and of no other (FONT-5)', async () => {
  const [common, further] = [filesOf(await styles('faces.css')), filesOf(await styles('further-faces.css'))]
  expect(common.filter((name) => /onest|cyrillic|french/.test(name))).toEqual([])
  expect(further.filter((name) => !/onest|cyrillic|french/.test(name))).toEqual([])
  for (const [language, fonts] of [
    ['pl', {}],
    ['uk', { headings: 'Onest' }],
    ['en', { text: 'Onest' }],
    ['fr', {}],
  ] as const) {
    const needed = [...firstViewFonts(language, fonts), ...italicFonts(language, fonts)]
    const linked = usesFurtherFonts({ ...akademia, language, fonts }) ? [...common, ...further] : common
    expect(needed.filter((name) => !linked.includes(name))).toEqual([])
  }
})

test('a theme that names such a family gets its faces (FONT-5)', () => {
  const theme = { page: 'h1{font-family:Onest}', amp: '' }
  expect(usesFurtherFonts(akademia)).toBe(false)
  expect(usesFurtherFonts({ ...akademia, ownRules: theme })).toBe(true)
})
