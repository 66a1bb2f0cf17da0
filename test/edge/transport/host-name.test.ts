import fc from 'fast-check'
import { isHostName } from '../../../src/edge/transport/known-hosts.ts'
import { RUNS } from '../../support/property-runs.ts'

test.each([
  'a',
  'gazeta.example',
  'Gazeta.Example.',
  'gazeta.example:443',
  'gazeta.example:',
  'portal_a:3000',
  'xn--zkaa.example',
  '127.0.0.1:3000',
  '[::1]',
  '[2001:db8::7]:8443',
  `${'a.'.repeat(126)}a`,
])('SEC-1: %s is a valid host', (host) => {
  expect(isHostName(host)).toBe(true)
})

test.each([
  '',
  ' ',
  '.',
  ':80',
  'a b',
  'a\tb',
  'a..b',
  '.a',
  '-a',
  'a,b',
  'a;b',
  'a/b',
  'a?b',
  'a#b',
  'a\\b',
  'a%2eb',
  'ktoś@a',
  'ja:haslo@a',
  'żółw.example',
  'a:65536',
  'a:-1',
  'a:8o',
  'a:80:80',
  '[::1',
  '::1',
  '[::1]a',
  '[fe80::1%25eth0]',
  '[1.2.3.4]',
  '[:]',
  '"><script>',
  `${'a.'.repeat(127)}a`,
])('SEC-1: %j is not a valid host', (host) => {
  expect(isHostName(host)).toBe(false)
})

test('SEC-1: a valid host cannot change any other part of a URL', () => {
  const characters = fc.constantFrom(...'aZ0.-_:[]@/?#%\\ ,;é\t"')
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 20 }), (host) => {
      if (!isHostName(host)) return
      const url = URL.parse(`http://${host}/sciezka`)
      // Browsers parse a name whose last label is a number as an IPv4 address, and reject it if it is not one.
      if (url === null) expect(host).toMatch(/\d\.?(?::\d*)?$|_|^[a-z0-9.-]*--/i)
      else expect([url.username, url.password, url.pathname]).toEqual(['', '', '/sciezka'])
    }),
    { numRuns: RUNS },
  )
})

test('SEC-1: the check is fast for any input', () => {
  const startedAt = performance.now()
  for (const part of ['a', '.', '-', '_', 'a.', 'a-', ':', '[', '[:', '0']) {
    isHostName(`${part.repeat(8000)}!`)
    isHostName(part.repeat(8000))
  }
  expect(performance.now() - startedAt).toBeLessThan(200)
})
