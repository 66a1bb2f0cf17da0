import fc from 'fast-check'
import { cssColour } from '../../src/content/colour.ts'
import { RUNS } from '../support/property-runs.ts'

test.each([
  ['#fff', '#fff'],
  ['#FF5500', '#ff5500'],
  ['#f50c', '#f50c'],
  ['#ff5500cc', '#ff5500cc'],
  [' #abc ', '#abc'],
  ['rgb(255, 85, 0)', 'rgb(255, 85, 0)'],
  ['rgba(255,85,0,.5)', 'rgba(255,85,0,.5)'],
  ['rgb(100% 50% 0% / 0.5)', 'rgb(100% 50% 0% / 0.5)'],
  ['hsl(20, 100%, 50%)', 'hsl(20, 100%, 50%)'],
  ['HSL(20deg 100% 50%)', 'hsl(20deg 100% 50%)'],
  ['RebeccaPurple', 'rebeccapurple'],
  ['red', 'red'],
])('%s is the colour %s', (written, colour) => {
  expect(cssColour(written)).toBe(colour)
})

test.each([
  undefined,
  '',
  '#',
  '#ff',
  '#fffff',
  '#ggg',
  'fff',
  'czerwony',
  'red;',
  'red; background: url(https://evil.example)',
  '#fff}body{display:none',
  'rgb(1,2)',
  'rgb(1,2,3,4,5)',
  'rgb(1,2,3',
  'rgb(-,.,+)',
  'rgb(calc(1),2,3)',
  'hsl(20, 100%, 50%) url(x)',
  'url(x)',
  'var(--x)',
  'expression(alert(1))',
  'constructor',
  '__proto__',
  `#${'f'.repeat(65)}`,
])('%s is not a colour', (written) => {
  expect(cssColour(written)).toBeUndefined()
})

test('an accepted colour can neither end its declaration nor load anything (CARD-3)', () => {
  const sign = fc.constantFrom(...'#rgbahsl(),.%/ -+0189fe;:{}"\'\\\n', 'rgb(', 'hsl(', 'deg', 'url(', 'red', ')')
  const text = fc.oneof(
    fc.string(),
    fc.array(sign).map((signs) => signs.join('')),
  )
  fc.assert(
    fc.property(text, (written) => {
      const colour = cssColour(written)
      if (colour === undefined) return
      expect(colour).toMatch(/^(?:#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([-+0-9.,%/\sdeg]+\)|[a-z]+)$/)
      expect(cssColour(colour)).toBe(colour)
    }),
    { numRuns: RUNS },
  )
})

test('endless digits are read in time (SEC-17)', () => {
  const written = `rgb(${Array(4).fill('0'.repeat(14)).join(',')}`
  const before = process.cpuUsage()
  let contrast: string | undefined
  for (let time = 0; time < 2000; time++) contrast ??= cssColour(written)
  expect([contrast, process.cpuUsage(before).user / 1000 < 300]).toEqual([undefined, true])
})
