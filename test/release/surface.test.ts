import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bumpOf, readChangelog, sectionsAfter, UNRELEASED } from '../../release/changelog.ts'
import { bumpFor, type Change, changesOf, describeChange, unannounced } from '../../release/surface/compare-surfaces.ts'
import { publicSurface, type Surface, surfaceFile } from '../../release/surface/surface.ts'
import { ROOT } from '../support/root.ts'

const text = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8')

let now: Surface
beforeAll(() => {
  now = publicSurface(ROOT)
})

test('REL-10 what differs from the last release is named in CHANGELOG, under the heading of its kind', async () => {
  const { version, ...before } = surfaceFile.parse(JSON.parse(await text('release/surface.json')))
  const sections = sectionsAfter(version, readChangelog(await text('CHANGELOG.md')))
  const missing = unannounced(changesOf(before, now), sections)
  // `npm run surface` is for the moment after a release (docs/stability.md).
  expect(missing.map((change) => `name it in CHANGELOG.md (docs/stability.md): ${describeChange(change)}`)).toEqual([])
})

test('REL-10 once changes follow a release, the surface is compared with that release', async () => {
  const { version } = surfaceFile.parse(JSON.parse(await text('release/surface.json')))
  const sections = readChangelog(await text('CHANGELOG.md'))
  const [first, second] = sections
  const newest = first?.version === UNRELEASED ? second : first
  expect(newest?.date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  if (first?.version === UNRELEASED && first.text !== '') expect(version).toBe(newest?.version)
})

test('REL-10 the surface has every kind of thing that is promised', () => {
  const counts = Object.fromEntries(Object.entries(now).map(([area, shapes]) => [area, Object.keys(shapes).length]))
  process.stderr.write(`\n  public surface: ${JSON.stringify(counts)}\n\n`)
  expect(now.site['service title']).toContain('"required":true')
  expect(now.newsroom['article corrections[].date']).toContain('"pattern"')
  expect(now.settings.PAGE_MAX_AGE).toBe('60')
  expect(now.routes['GET /api/most-read']).toBeDefined()
  expect(now.metrics.szpalta_answer_seconds).toBe('histogram route, status')
  expect(now.metrics.szpalta_workers).toBe('gauge')
  expect(now.extension['BlockDefinition.page']).toContain('ReactNode')
  expect(now.extension['AmpTools.absolute']).toBe('absolute(url: string): string;')
  expect(now.cms['post nrm_author.socialMedia.twitter']).toContain('text')
  expect(now.cms['post krypto_cat[].name']).toContain('"required":true')
  expect(now.cms['archive sumOfPosts']).toContain('"required":true')
})

type Mutation = [what: string, change: (surface: Surface) => void, kind: Change['kind'], names: string[], bump: string]

const without = (area: keyof Surface, name: string) => (surface: Surface) => {
  const within = Object.keys(surface[area]).filter(
    (key) => key === name || (/^[.[|]/.test(key.slice(name.length)) && key.startsWith(name)),
  )
  if (within[0] !== name) throw new Error(`${area} has no ${name}`)
  for (const key of within) delete surface[area][key]
}
const as = (area: keyof Surface, name: string, edit: (shape: string) => string) => (surface: Surface) => {
  const shape = edit(surface[area][name] ?? '')
  if (shape === surface[area][name]) throw new Error(`${name} is as before`)
  surface[area][name] = shape
}

const MUTATIONS: Mutation[] = [
  ['a field of the site folder goes', without('site', 'service newsletter'), 'removed', ['newsletter'], 'major'],
  [
    'an optional field of the site folder is required',
    as('site', 'group accessibility', (shape) => shape.replace('}', ',"required":true}')),
    'changed',
    ['accessibility'],
    'major',
  ],
  [
    'a field of an article takes another form',
    as('newsroom', 'article corrections[].date', () => '{"type":"number"}'),
    'changed',
    ['corrections.date'],
    'major',
  ],
  ['a setting goes', without('settings', 'PAGE_CACHE_MB'), 'removed', ['PAGE_CACHE_MB'], 'major'],
  ['a setting has another default', as('settings', 'PAGE_MAX_AGE', () => '61'), 'changed', ['PAGE_MAX_AGE'], 'minor'],
  ['a setting is new', as('settings', 'PAGE_COLOUR', () => 'red'), 'added', ['PAGE_COLOUR'], 'minor'],
  ['a route goes', without('routes', 'GET /api/most-read'), 'removed', ['/api/most-read'], 'major'],
  [
    'a route reads other parameters',
    as('routes', 'GET /api/most-read', () => 'since'),
    'changed',
    ['/api/most-read'],
    'major',
  ],
  ['a metric goes', without('metrics', 'szpalta_ready'), 'removed', ['szpalta_ready'], 'major'],
  [
    'a label of a metric has another name',
    as('metrics', 'szpalta_answer_seconds', (shape) => shape.replace('route', 'path')),
    'changed',
    ['szpalta_answer_seconds'],
    'major',
  ],
  ['a function of extensions goes', without('extension', 'urlField'), 'removed', ['urlField'], 'major'],
  [
    'a block of an extension needs one more output',
    as('extension', 'BlockDefinition.mail', () => 'mail(): SafeHtml;'),
    'added',
    ['BlockDefinition.mail'],
    'major',
  ],
  [
    'a block of an extension may leave an output out',
    as('extension', 'BlockDefinition.feed', (shape) => shape.replace('feed', 'feed?')),
    'changed',
    ['BlockDefinition.feed'],
    'minor',
  ],
  [
    'a field of the CMS is read no more',
    without('cms', 'post nrm_author.avatar'),
    'removed',
    ['nrm_author.avatar'],
    'major',
  ],
  [
    'a field of the CMS is required',
    as('cms', 'card excerpt', (shape) => shape.replace('}', ',"required":true}')),
    'changed',
    ['excerpt'],
    'major',
  ],
]

const HEADINGS = { added: 'Added', changed: 'Changed', removed: 'Removed' }
const changelog = (kind: Change['kind'], words: string) =>
  readChangelog(
    `# Changelog\n\n## Unreleased\n\n### ${HEADINGS[kind]}\n\n- ${words}\n\n## 1.0.0 - 2026-11-29\n\n- A first one.\n`,
  )
const released = (sections: ReturnType<typeof changelog>) => sectionsAfter('1.0.0', sections)

describe.each(MUTATIONS)('%s', (_what, mutate, kind, names, bump) => {
  let changes: Change[]
  beforeAll(() => {
    const other = structuredClone(now)
    mutate(other)
    changes = changesOf(now, other)
  })
  const line = (quote: string): string => `${names.map((name) => `${quote}${name}${quote}`).join(', ')} and so on.`

  test('REL-10 it is one change, and refused where nothing names it', () => {
    expect(changes.map((change) => change.kind)).toEqual([kind])
    expect(unannounced(changes, released(changelog(kind, 'Something else, `PAGE_CACHE` and `most-read`.')))).toEqual(
      changes,
    )
  })

  test('REL-10 it passes with its name in code, and not in words, in another name or in an earlier release', () => {
    expect(unannounced(changes, released(changelog(kind, line('`'))))).toEqual([])
    for (const words of [line(''), names.map((name) => `\`${name}_TOO\``).join(), `\`x${names[0]}\``])
      expect(unannounced(changes, released(changelog(kind, words)))).toEqual(changes)
    const late = readChangelog(`## Unreleased\n\n## 1.0.0 - 2026-11-29\n\n### ${HEADINGS[kind]}\n\n- ${line('`')}\n`)
    expect(unannounced(changes, released(late))).toEqual(changes)
  })

  test('REL-10 what goes or changes has to stand under a heading that says so', () => {
    const elsewhere = released(changelog('added', line('`')))
    expect(unannounced(changes, elsewhere)).toEqual(kind === 'added' ? [] : changes)
  })

  test('REL-11 it asks for its version', () => {
    expect(bumpFor(changes)).toBe(bump)
  })
})

test.each([
  ['a longer text', '{"maxLength":10,"type":"string"}', '{"maxLength":20,"type":"string"}', 'minor'],
  ['a shorter text', '{"maxLength":20,"type":"string"}', '{"maxLength":10,"type":"string"}', 'major'],
  ['one more choice', '{"enum":["a"],"type":"string"}', '{"enum":["a","b"],"type":"string"}', 'minor'],
  ['one choice less', '{"enum":["a","b"],"type":"string"}', '{"enum":["a"],"type":"string"}', 'major'],
  ['no more required', '{"required":true,"type":"string"}', '{"type":"string"}', 'minor'],
  ['another default', '{"default":1,"type":"number"}', '{"default":2,"type":"number"}', 'minor'],
  ['a pattern', '{"type":"string"}', '{"pattern":"^a","type":"string"}', 'major'],
])('REL-11 %s', (_what, from, to, bump) => {
  const changes = changesOf({ ...now, site: { 'service x': from } }, { ...now, site: { 'service x': to } })
  expect([changes.length, bumpFor(changes)]).toEqual([1, bump])
})

test('REL-11 versions go up by what they contain', () => {
  expect([bumpOf('1.0.0', '1.0.1'), bumpOf('1.0.9', '1.1.0'), bumpOf('1.9.0', '2.0.0')]).toEqual([
    'patch',
    'minor',
    'major',
  ])
  expect(() => bumpOf('1.1.0', '1.0.9')).toThrow('1.0.9 is not later than 1.1.0')
})
