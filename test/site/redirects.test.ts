import type { Redirects } from '../../src/site/redirects.ts'
import { parseRedirects } from '../../src/site/redirects-file.ts'

const tableOf = (text: string) => {
  const parsed = parseRedirects(text)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed
}
const table = (...rows: string[]): Redirects => tableOf(['from,to,status', ...rows].join('\n')).redirects
const problemsOf = (...rows: string[]): string[] => {
  const parsed = parseRedirects(['from,to,status', ...rows].join('\n'))
  return 'problems' in parsed ? parsed.problems.map(({ line, message }) => `${line} ${message}`) : []
}
const HOST = 'gazeta.example'

describe('a redirect of the operator (SITE-18)', () => {
  const redirects = table(
    '/stary,/nowy',
    '/stary/artykul.php?id=12,/2024/05/artykul',
    '/żółw/,/zolw,308',
    '/dzial/*,/kategoria/*',
    '/dzial/wyjatek,/wyjatek',
    '/dzial/sub/*,https://sub.example/*,302',
    '/zamkniete/*,,410',
    'https://stare.example/*,https://gazeta.example/*',
    'https://stare.example/kontakt,/o-nas',
    '"/z,przecinkiem","/a?b=c"',
    '/mapa,/kontakt#mapa',
  )
  test.each([
    ['/stary', 301, '/nowy'],
    ['/stary/', 301, '/nowy'],
    ['/stary?utm=x', 301, '/nowy?utm=x'],
    ['/stary/artykul.php?id=12', 301, '/2024/05/artykul'],
    ['/%c5%bc%C3%B3%C5%82w', 308, '/zolw'],
    ['/dzial', 301, '/kategoria/'],
    ['/dzial/nauka/kosmos?a=1', 301, '/kategoria/nauka/kosmos?a=1'],
    ['/dzial/wyjatek', 301, '/wyjatek'],
    ['/dzial/sub/a', 302, 'https://sub.example/a'],
    ['/dzial//evil.example', 301, '/kategoria/evil.example'],
    ['/zamkniete/a/b', 410, undefined],
    ['/z,przecinkiem?x=1', 301, '/a?b=c'],
    ['/mapa?utm=x', 301, '/kontakt?utm=x#mapa'],
  ])('%s', (url, status, location) => {
    expect(redirects.of(HOST, url)).toEqual({ status, ...(location !== undefined && { location }) })
  })

  test.each(['/stary/artykul.php?id=13', '/starya', '/', '/dzialy', '//evil.example', '*', '/%', ''])('not %j', (url) =>
    expect(redirects.of(HOST, url)).toBeUndefined(),
  )

  test('is that of one host where the row names it', () => {
    expect(redirects.of('stare.example', '/kontakt')).toEqual({ status: 301, location: '/o-nas' })
    expect(redirects.of('stare.example', '/a/b')).toEqual({ status: 301, location: 'https://gazeta.example/a/b' })
    expect(redirects.of(HOST, '/kontakt')).toBeUndefined()
  })
})

test('a chain is one redirect to its end, temporary if any of it is (SITE-18)', () => {
  const redirects = table('/a,/b', '/b,/c', '/c,/d,302', '/d,/e', '/x/*,/y/*', '/y/*,/z/*')
  expect(redirects.of(HOST, '/a')).toEqual({ status: 302, location: '/e' })
  expect(redirects.of(HOST, '/d')).toEqual({ status: 301, location: '/e' })
  expect(redirects.of(HOST, '/x/1')).toEqual({ status: 301, location: '/z/1' })
})

test('what leads to itself stays where it is (SITE-18)', () => {
  const redirects = table(
    '/a/*,/a',
    '/b,https://gazeta.example/c',
    '/c,https://gazeta.example/c',
    '/d,https://gazeta.example/b',
  )
  expect(redirects.of(HOST, '/a/x/y')).toEqual({ status: 301, location: '/a' })
  expect(redirects.of(HOST, '/a')).toBeUndefined()
  expect(redirects.of(HOST, '/c')).toBeUndefined()
  expect(redirects.of(HOST, '/d')).toEqual({ status: 301, location: '/c' })
  expect(redirects.of('other.example', '/c')).toEqual({ status: 301, location: 'https://gazeta.example/c' })
})

describe('mistakes are named with their lines (SITE-18)', () => {
  test.each([
    ['a row twice', ['/a,/b', '/a/,/c'], ['3 /a is in line 2 already']],
    [
      'another host without a scheme',
      ['/a,//evil.example'],
      ['2 to "//evil.example" must be a path like /new, or an http(s) URL'],
    ],
    [
      'a script',
      ['/a,javascript:alert(1)'],
      ['2 to "javascript:alert(1)" must be a path like /new, or an http(s) URL'],
    ],
    ['a path of the portal', ['/healthz,/a'], ['2 from "/healthz" is a path of the portal itself']],
    ['a star within', ['/a*b,/c'], ['2 from "/a*b" may have a * only as its end, after a slash']],
    ['a star that stands for nothing', ['/a,/b/*'], ['2 to "/b/*" ends with *, and from does not']],
    ['a status', ['/a,/b,200'], ['2 status "200" must be 301, 302, 307, 308, 410 or empty']],
    ['nothing', [',/b'], ['2 from "" must be a path like /old or /old/*, or such a URL with its host']],
    ['a target of a page that is gone', ['/a,/b,410'], ['2 a row with 410 has no target']],
  ])('%s', (_, rows, expected) => expect(problemsOf(...rows)).toEqual(expected))

  test('a quote that does not end, in a file of any name', () => {
    expect(parseRedirects('from,to\n"/a,/b')).toMatchObject({ problems: [{ file: 'redirects.csv' }] })
    expect(parseRedirects('a,/b', 'stare.csv')).toMatchObject({ problems: [{ file: 'stare.csv', line: 1 }] })
  })
})

describe('the first line may name the columns (SITE-18)', () => {
  test.each(['from,to,status\n/a,/b', 'From,To\n/a,/b,', '/a,/b', '\uFEFF/a,/b,301\n', '\n/a , /b'])('%j', (text) => {
    const { redirects } = tableOf(text)
    expect([redirects.size, redirects.of(HOST, '/a')]).toEqual([1, { status: 301, location: '/b' }])
  })

  test('there, and nowhere else', () => {
    expect(parseRedirects('/a,/b\nfrom,to,status')).toMatchObject({ problems: [{ line: 2 }] })
    expect(tableOf('').redirects.size).toBe(0)
  })
})

describe('rows in a loop are left out and named, and no others (SITE-18)', () => {
  test.each([
    ['of two', ['/a,/b', '/b,/a'], [2, 3]],
    ['of prefixes', ['/a/*,/b/*', '/b/*,/a/*'], [2, 3]],
    ['of a growing prefix', ['/a/*,/a/b/*'], [2]],
    ['of one row', ['/a,/a/'], [2]],
    ['of one row with a query', ['/a?b=1,/a?b=1'], [2]],
    ['of thirty', Array.from({ length: 30 }, (_, n) => `/s${n},/s${(n + 1) % 30}`), [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    ['with rows that lead into it', ['/c,/a', '/a,/b', '/x/*,/a', '/b,/a'], [3, 5]],
    ['two of them', ['/a,/b', '/c,/d', '/b,/a', '/d,/c', '/e,/e'], [2, 3, 4, 5, 6]],
    ['that a longer row has covered', ['/a/x,/a/x/', '/a/*,/b/*', '/b/*,/a/*'], [2, 3, 4]],
  ])('%s', (_, rows, expected) => {
    const { redirects, loops } = tableOf(['from,to,status', '/dobry,/cel', ...rows].join('\n'))
    const lines = loops.map(({ line }) => line - 1)
    expect(lines.slice(0, 10)).toEqual(expected)
    expect(loops[0]).toMatchObject({ file: 'redirects.csv', message: expect.stringContaining('leads back to itself') })
    expect(redirects.of(HOST, '/dobry')).toEqual({ status: 301, location: '/cel' })
  })

  test('what leads into a loop ends where the loop was', () => {
    const { redirects } = tableOf('/c,/a\n/a,/b\n/x/*,/c\n/b,/a')
    expect(redirects.of(HOST, '/c')).toEqual({ status: 301, location: '/a' })
    expect(redirects.of(HOST, '/x/y')).toEqual({ status: 301, location: '/a' })
    expect([redirects.of(HOST, '/a'), redirects.of(HOST, '/b'), redirects.size]).toEqual([undefined, undefined, 2])
  })
})

test('a hundred thousand rows are a table, and one more is not (SITE-18)', () => {
  const rows = Array.from({ length: 100_000 }, (_, n) =>
    n % 10 === 0 ? `/d${n}/*,/n${n}/*` : `/stary-${n},/nowy-${n}`,
  )
  const redirects = table(...rows)
  expect(redirects.size).toBe(100_000)
  expect(redirects.of(HOST, '/stary-99999')).toEqual({ status: 301, location: '/nowy-99999' })
  expect(redirects.of(HOST, '/d99990/a')).toEqual({ status: 301, location: '/n99990/a' })
  expect(problemsOf(...rows, '/a,/b')).toEqual(['1 has 100001 rows, at most 100000 are read'])
})
