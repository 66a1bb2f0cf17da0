import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { ownAmpStyle, ownPageStyle } from '../../src/services/own-style.ts'
import { readSite } from '../../src/site/read-site.ts'
import { SiteError } from '../../src/site/site.ts'
import { parseTheme } from '../../src/site/theme.ts'
import { RUNS } from '../support/property-runs.ts'
import { ROOT } from '../support/root.ts'

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10H0z"/></svg>'
const FONT = join(ROOT, 'node_modules/@fontsource-variable/onest/files/onest-latin-wght-normal.woff2')
const GROUP = `version: 1
language: en
timeZone: Europe/London
name: Gazette
defaultService: town
services: [town]
`
const SERVICE = `title: Gazette
colours: { accent: "#8a1c1c", accentOnDark: "#ff9d9d" }
seo: { title: Gazette, description: News. }
`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'look-'))
  await mkdir(join(folder, 'services'))
  await mkdir(join(folder, 'fonts'))
  await write('group.yaml', GROUP)
  await write('services/town.yaml', SERVICE)
})
afterEach(() => rm(folder, { recursive: true }))
const write = (file: string, text: string) => writeFile(join(folder, file), text)

async function problems(): Promise<string[]> {
  try {
    await readSite(folder)
    return []
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    return error.problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`)
  }
}

test.each([
  ['a misspelt property', 'a {\n  colr: red;\n}', '2:3 "colr" is no property'],
  ['a value that is none', 'a { color: rde }', '1:5 "rde" is no value of color'],
  ['a brace without an end', 'a { color: red }\n@media print {\n  b { color: red }\n', '2:14 "{" is never closed'],
  ['a brace too many', 'a { color: red } }', '1:18'],
  ['an import', '@import url("/a.css");', '1:1 @import is not allowed'],
  [
    'a file on another site',
    'a { background: url(https://x.example/a.png) }',
    '1:17 "https://x.example/a.png" is on another site',
  ],
  ['a file without a scheme', 'a { background: url(//x.example/a.png) }', 'is on another site'],
  ['!important', 'a { color: red !important }', '!important is not allowed in AMP'],
  ['a nested rule', 'a { color: red; &:hover { color: blue } }', 'is within another rule'],
  ['the end of a style element', 'a::after { content: "</style><script>" }', 'must have no "</style"'],
  ['too many rules', '.a{color:red}'.repeat(4000), 'at most 40000'],
])('a theme with %s is reported with its line (SITE-12)', async (_mistake, css, message) => {
  await write('theme.css', css)
  const messages = await problems()
  expect(messages[0]).toMatch(/^theme\.css:\d+:\d+ /)
  expect(messages.join('\n')).toContain(message)
})

test('descriptors, and rules within @supports, are not taken for unknown properties', () => {
  const css = `@font-face { font-family: X; src: url(/x.woff2); font-display: swap } @page { size: A4 }
    @property --a { syntax: "<length>"; inherits: false; initial-value: 0 }
    @supports (a: b) { @media print { a { newer: yes } } }`
  expect(parseTheme('theme.css', css).problems).toEqual([])
})

test.each([
  '@IMPORT "https://x.example/a.css";',
  'a { --x: url(https://x.example/a.png) }',
  'a { background: image-set("https://x.example/a.png" 1x) }',
])('other ways to another site are closed: %s', (css) => {
  expect(parseTheme('theme.css', css).problems).not.toEqual([])
})

test('what is newer than the check is allowed in @supports, and values may be variables', () => {
  const css = '@supports (color: made-up(1)) { a { colr: red } } b { color: var(--x); --own: anything [goes] }'
  expect(parseTheme('theme.css', css).problems).toEqual([])
})

test('a theme is minified; AMP gets what it allows of it (SITE-12)', () => {
  const { theme } = parseTheme(
    'theme.css',
    `/* comment */ a { color : red } @keyframes x { to { opacity: 0 } } @layer y { b { color: red } }
     @media (min-width: 600px) { a { color: blue } }`,
  )
  expect(theme?.page).toContain('@keyframes')
  expect(theme?.page).not.toContain('comment')
  expect(theme?.amp).toBe('a{color:red}@media (min-width:600px){a{color:blue}}')
})

test('no text makes the check throw, and an accepted theme cannot leave its element', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          'a',
          '{',
          '}',
          ';',
          ':',
          '</style>',
          '"',
          "'",
          '\\',
          '/*',
          '*/',
          '@media',
          'url(',
          ')',
          '<!--',
          'color',
          'red',
          '\n',
          '\u0000',
        ),
        { maxLength: 30 },
      ),
      (parts) => {
        const { theme, problems } = parseTheme('theme.css', parts.join(''))
        if (problems.length === 0) expect(theme?.page).not.toMatch(/<\/style|<!--/i)
        else expect(theme).toBeUndefined()
      },
    ),
    { numRuns: RUNS },
  )
})

test('a service has its own fonts and its logo (SITE-12)', async () => {
  await cp(FONT, join(folder, 'fonts/own.woff2'))
  await write('group.yaml', `${GROUP}fonts: [{ family: Own Face, file: fonts/own.woff2, weight: "100 900" }]\n`)
  await write('services/town.yaml', `${SERVICE}fonts: { headings: Own Face, text: Onest }\nlogo: logo.svg\n`)
  await write('logo.svg', LOGO)
  await write('theme.css', 'a { color: red }')
  const { services } = await readSite(folder)
  const { town } = services
  if (!town) throw new Error('no service')
  const page = ownPageStyle(town)
  expect(page).toMatch(/@font-face\{font-family:"Own Face";src:url\(\/fonts\/[0-9a-f]{12}\.woff2\)/)
  expect(page).toContain('--font-display:"Own Face"')
  expect(page).toContain('--font-text:"Onest"')
  expect(page.endsWith('a{color:red}')).toBe(true)
  expect(ownAmpStyle(town, 'https://gazette.example')).toContain('url(https://gazette.example/fonts/')
  expect(Buffer.from(town.mark?.split(',')[1] ?? '', 'base64').toString()).toBe(LOGO)
})

test.each([
  [
    'a font without its file',
    'fonts: [{ family: Own, file: fonts/none.woff2 }]',
    '',
    'group.yaml:7:24 fonts/none.woff2 is missing or has more than 2 MB',
  ],
  ['a font of another format', 'fonts: [{ family: Own, file: fonts/own.ttf }]', '', 'must be a WOFF2 file in fonts/'],
  ['a font outside the folder', 'fonts: [{ family: Own, file: ../own.woff2 }]', '', 'must be a WOFF2 file in fonts/'],
  [
    'a family that is not there',
    '',
    'fonts: { text: Comic Sans }',
    'services/town.yaml:4:10 "Comic Sans" must be one of Bricolage Grotesque',
  ],
  ['a logo that is missing', '', 'logo: none.svg', 'services/town.yaml:4:1 none.svg is missing: draw it'],
  ['a logo that is no drawing', '', 'logo: text.svg', 'text.svg is no SVG'],
  ['a logo with a script', '', 'logo: script.svg', 'script.svg has a script'],
])('%s is reported with its line (SITE-12)', async (_mistake, group, service, message) => {
  await write('group.yaml', `${GROUP}${group}\n`)
  await write('services/town.yaml', `${SERVICE}${service}\n`)
  await write('text.svg', 'a text')
  await write('script.svg', LOGO.replace('<path', '<script>alert(1)</script><path'))
  expect((await problems()).join('\n')).toContain(message)
})

test('the customer’s site has no rules of its own, so its pages are as before', async () => {
  const { services } = await readSite(join(ROOT, 'sites/szpalta'))
  expect(Object.values(services).map(ownPageStyle).join('')).toBe('')
  expect((await readFile(join(ROOT, 'dist/site.json'), 'utf8')).includes('fontFaces')).toBe(true)
})
