import { isRobots, parseRobots, type Robots, robotsText, strictest } from '../../src/content/robots.ts'

const sum = (...contents: string[]): string =>
  robotsText(strictest(contents.map((content) => parseRobots(content, 'Europe/Warsaw'))))

describe('directives for search engines', () => {
  test.each([
    ['index, follow', ''],
    ['NOINDEX,NoFollow', 'noindex, nofollow'],
    ['none', 'noindex, nofollow'],
    ['nosnippet, noarchive, noimageindex, notranslate', 'noarchive, nosnippet, noimageindex, notranslate'],
    [
      'max-snippet:-1, max-image-preview:large, max-video-preview:-1',
      'max-snippet:-1, max-image-preview:large, max-video-preview:-1',
    ],
    [' max-snippet : 20 ', 'max-snippet:20'],
    ['unavailable_after: 2026-12-31T10:00:00+01:00', 'unavailable_after:2026-12-31T09:00:00.000Z'],
  ])('%s is read as "%s"', (content, written) => {
    expect(sum(content)).toBe(written)
  })

  test.each([
    'max-snippet:-2',
    'max-snippet:many',
    'max-snippet',
    'max-snippet:1e3',
    'max-image-preview:huge',
    'max-video-preview:10s',
    'unavailable_after:someday',
    'noindex:1',
    'no index',
    'constructor',
    '__proto__',
    '"><script>',
    '',
    ','.repeat(1000),
  ])('HEAD-6: %j is left out', (content) => {
    expect(sum(content)).toBe('')
    expect(sum(`${content}, nofollow`)).toBe('nofollow')
  })

  test.each([
    [['index, follow', 'noindex'], 'noindex'],
    [['max-snippet:50', 'max-snippet:20', 'max-snippet:-1'], 'max-snippet:20'],
    [['max-snippet:0', 'max-snippet:20'], 'max-snippet:0'],
    [['max-image-preview:large', 'max-image-preview:standard'], 'max-image-preview:standard'],
    [['max-image-preview:none', 'max-image-preview:standard'], 'max-image-preview:none'],
    [['max-video-preview:-1', 'max-video-preview:30'], 'max-video-preview:30'],
    [['unavailable_after:2027-01-01', 'unavailable_after:2026-06-01'], 'unavailable_after:2026-05-31T22:00:00.000Z'],
  ])('HEAD-6: %j combine to the strictest, "%s"', (contents, written) => {
    expect(sum(...contents)).toBe(written)
    expect(sum(...contents.toReversed())).toBe(written)
  })

  test('no directives restrict nothing', () => {
    const nothing: Robots = { flags: [] }
    expect(strictest([])).toEqual(nothing)
  })

  test.each([
    ['noindex, nofollow', true],
    ['all', true],
    ['noindex, norobots', false],
    ['', false],
  ])('an operator may write %j: %s', (content, isRight) => {
    expect(isRobots(content)).toBe(isRight)
  })
})
