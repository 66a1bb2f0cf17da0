import type { Site } from '../../../src/site/site.ts'
import { hasNoOrigins, localOrigins } from '../../../tools/start/local-origins.ts'
import { site } from '../../support/customer-site.ts'

const OF_SEVERAL = {
  SERVICE_URL_POST: 'http://post.localhost:3000',
  SERVICE_URL_PLUS: 'http://plus.localhost:3000',
  SERVICE_URL_ROZRYWKA: 'http://rozrywka.localhost:3000',
  SERVICE_URL_BIZBLOG: 'http://bizblog.localhost:3000',
  SERVICE_URL_AKADEMIA: 'http://localhost:3000',
  SERVICE_URL_AUTOBLOG: 'http://autoblog.localhost:3000',
}

test('RUN-10 every service with a reserved origin leads to this machine, the label stays a label', () => {
  expect(localOrigins(site, {})).toEqual(OF_SEVERAL)
})

test('RUN-10 the port and the default service are those of the settings', () => {
  const origins = localOrigins(site, { PORT: '8080', SERVICE: 'post' })
  expect(origins.SERVICE_URL_POST).toBe('http://localhost:8080')
  expect(origins.SERVICE_URL_AKADEMIA).toBe('http://akademia.localhost:8080')
})

test.each([
  ['an origin of a service', { SERVICE_URL_POST: 'https://post.pl' }],
  ['the origin of a site of one service', { SITE_URL: 'https://gazeta.pl' }],
  ['a hub', { CONTENT: 'hub', CMS_URL: 'https://cms.pl' }],
  ['a WordPress', { CONTENT: 'wordpress', CMS_URL: 'https://cms.pl' }],
  ['a platform', { DYNO: 'web.1' }],
  ['a port that is not known before', { PORT: '0' }],
])('RUN-10 nothing differs with %s', (_name, variables) => {
  expect(localOrigins(site, variables)).toEqual({})
})

test('an empty variable is an absent one', () => {
  expect(hasNoOrigins({ SERVICE_URL_POST: '', SITE_URL: '', CONTENT: '' })).toBe(true)
})

test.each([
  ['https://gazeta.pl', false],
  ['https://test.pl', false],
  ['https://notexample.com', false],
  ['https://gazeta.example', true],
  ['https://www.example.com', true],
  ['https://gazeta.invalid', true],
  ['http://gazeta.localhost:8080', true],
])('RUN-10 %s gives way: %s', (serviceUrl, isReserved) => {
  const { akademia } = site.services
  if (!akademia) throw new Error('no service')
  const other: Site = { ...site, services: { akademia: { ...akademia, serviceUrl } } }
  expect(Object.keys(localOrigins(other, {})).length > 0).toBe(isReserved)
})
