import { redirectTarget } from '../../../views/loaders/missing.ts'
import { createServices } from '../../support/customer-site.ts'

const services = createServices()
const { akademia, post, bezprawnik } = services
const at = (path: string, service = akademia) => ({ path, service, services })
const ORIGIN = 'https://akademia.szpalta.test'

describe('where a 404 leads (PAGE-22)', () => {
  test.each([
    ['/inna', `${ORIGIN}/inna`],
    ['https://szpalta.test/2026/03/a.html?b=c#d', 'https://szpalta.test/2026/03/a.html?b=c#d'],
    // The same path of another service is another page.
    ['https://bizblog.szpalta.test/2026/03/a', 'https://bizblog.szpalta.test/2026/03/a'],
    ['/2026/03/a/page/2', `${ORIGIN}/2026/03/a/page/2`],
  ])('to the link %s', (link, target) => {
    expect(redirectTarget(link, at('/2026/03/a'))).toBe(target)
  })

  test.each([
    [undefined],
    [''],
    ['https://obcy.example/a'],
    ['//obcy.example/a'],
    ['/\\obcy.example/a'],
    ['https://akademia.szpalta.test.obcy.example/a'],
    ['https://akademia.szpalta.test@obcy.example/a'],
    ['https://obcy@akademia.szpalta.test/a'],
    [`${ORIGIN}:8443/a`],
    ['ftp://akademia.szpalta.test/a'],
    ['javascript:location="https://obcy.example"'],
    ['https://['],
  ])('to the home page, for the link %j', (link) => {
    expect(redirectTarget(link, at('/2026/03/a'))).toBe('/')
    expect(redirectTarget(link, at('/'))).toBeUndefined()
  })

  const SPELLINGS = [
    '{}',
    '{}/',
    '{}.html',
    '{}?a=b',
    '{}#c',
    `${ORIGIN}{}`,
    `HTTP://AKADEMIA.szpalta.test/{}//`,
    '{}/page/1',
  ]
  test.each(SPELLINGS)('never to the page itself, written %s', (spelling) => {
    for (const path of ['/2026/03/a', '/2026/03/%C5%BC%C3%B3%C5%82w', '/kategoria/a', '/author/a'])
      expect(redirectTarget(spelling.replace('{}', path), at(path))).toBe('/')
    expect(redirectTarget(spelling.replace('{}', '/2026/03/żółw'), at('/2026/03/%c5%bc%c3%b3%c5%82w'))).toBe('/')
    expect(redirectTarget('/2026/03/a', at(spelling.replace(/^.*\{\}/, '/2026/03/a').split(/[?#]/)[0] ?? ''))).toBe('/')
  })

  test.each(['/', '', '?a=b', '//akademia.szpalta.test//', '/.html', ORIGIN])('from a home with %j nowhere', (link) => {
    expect(redirectTarget(link, at('/'))).toBeUndefined()
  })

  test('from a home to its own alias nowhere either', () => {
    expect(redirectTarget('/tech/', at('/', post))).toBeUndefined()
    expect(redirectTarget('/tech', at('/'))).toBe(`${ORIGIN}/tech`)
  })

  test('of a service without an origin of its own: to the others, else to the home page', () => {
    expect(redirectTarget('https://szpalta.test/a', at('/a', bezprawnik))).toBe('https://szpalta.test/a')
    expect(redirectTarget('/b', at('/a', bezprawnik))).toBe('/')
  })
})
