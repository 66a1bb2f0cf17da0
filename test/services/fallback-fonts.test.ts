import { isSerif, titleFonts } from '../../src/services/fonts.ts'
import { ownPageStyle } from '../../src/services/own-style.ts'

const styleOf = (fonts: { headings?: string; text?: string }) => ownPageStyle({ language: 'pl', fontFaces: [], fonts })

test('what stands in for a font is of its kind (FONT-3)', () => {
  expect(styleOf({ headings: 'Source Serif 4' })).toContain('--fallback-display:var(--serif)')
  expect(styleOf({ headings: 'Playfair Display' })).toContain('--fallback-display:var(--serif)')
  expect(styleOf({ headings: 'Inter' })).not.toContain('--fallback-display:var(--serif)')
  expect(styleOf({ text: 'Source Sans 3' })).toContain('--fallback-text:var(--sans)')
  expect(styleOf({ text: 'Lora' })).not.toContain('--fallback-text:')
  expect(styleOf({ headings: 'Onest' })).toContain('--fallback-display:"Onest Fallback"')
})

test.each([
  ['PT Serif', true],
  ['Roboto Slab', true],
  ['IBM Plex Sans', false],
  ['Source Sans Serif', false],
  ['Bricolage Grotesque', false],
])('%s is a serif: %s (FONT-3)', (family, expected) => {
  expect(isSerif(family)).toBe(expected)
})

test('a title has the cuts of its language, and a site’s own font none (FONT-6)', () => {
  expect(titleFonts('pl', {})).toEqual(['bricolage-grotesque-title-polish', 'bricolage-grotesque-title-latin'])
  expect(titleFonts('en', { headings: 'Source Serif 4' })).toEqual(['source-serif-4-title-latin'])
  expect(titleFonts('uk', { headings: 'Onest' })).toEqual(['onest-title-cyrillic', 'onest-title-latin'])
  expect(titleFonts('pl', { headings: 'Inter' })).toEqual([])
})
