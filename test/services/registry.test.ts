import fc from 'fast-check'
import { createServiceLookup, hasUrl, serviceAt, servicesWithUrl } from '../../src/services/registry.ts'
import { type CustomerService, createServices, SERVICE_NAMES } from '../support/customer-site.ts'

const URLS = {
  post: 'https://szpalta.test',
  plus: 'https://plus.szpalta.test',
  rozrywka: 'https://rozrywka.szpalta.test',
  bizblog: 'https://bizblog.szpalta.test',
  akademia: 'https://akademia.szpalta.test',
  autoblog: 'https://autoblog.szpalta.test',
} as const
const services = createServices()
const namesWithUrl = Object.keys(URLS) as Array<keyof typeof URLS>

describe('the table', () => {
  test('has the seven services of the group (SVC-1)', () => {
    expect([...SERVICE_NAMES].sort()).toEqual([
      'akademia',
      'autoblog',
      'bezprawnik',
      'bizblog',
      'plus',
      'post',
      'rozrywka',
    ])
    for (const name of SERVICE_NAMES) expect(services[name].name).toBe(name)
  })

  test('has a URL for every service but bezprawnik, of which only the colour is known (SVC-3)', () => {
    expect(
      servicesWithUrl(services)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...namesWithUrl].sort())
    expect(hasUrl(services.bezprawnik)).toBe(false)
    expect(services.bezprawnik.homePageId).toBeUndefined()
    expect(services.bezprawnik.color).toMatch(/^#[0-9a-f]{6}$/)
  })

  test('uses .html for articles of the main portal, and no trailing slash on the auto blog (PAGE-4)', () => {
    const pathForms = Object.fromEntries(SERVICE_NAMES.map((name) => [name, services[name].articlePathForm]))
    expect(pathForms).toEqual({
      post: 'html-suffix',
      autoblog: 'no-trailing-slash',
      plus: 'as-in-cms',
      rozrywka: 'as-in-cms',
      bizblog: 'as-in-cms',
      akademia: 'as-in-cms',
      bezprawnik: 'as-in-cms',
    })
  })

  test('shows a single article on plus only (PAGE-4)', () => {
    expect(SERVICE_NAMES.filter((name) => services[name].articleLayout === 'single')).toEqual(['plus'])
  })

  test('has one service that is light only, the academy', () => {
    expect(SERVICE_NAMES.filter((name) => services[name].theme === 'light')).toEqual(['akademia'])
  })

  test('has colours, a title and texts for search engines for each service (SVC-7)', () => {
    for (const service of Object.values(services)) {
      expect(service.color).toMatch(/^#[0-9a-f]{6}$/)
      expect(service.colorOnDark).toMatch(/^#[0-9a-f]{6}$/)
      expect([service.title, service.seo.title, service.seo.description]).not.toContain('')
    }
  })
})

describe('accent colours (SVC-7)', () => {
  const luminance = (hex: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  test.each(SERVICE_NAMES)('of %s are readable on white, and on black', (name) => {
    expect(1.05 / (luminance(services[name].color) + 0.05)).toBeGreaterThanOrEqual(4.5)
    expect((luminance(services[name].colorOnDark) + 0.05) / 0.05).toBeGreaterThanOrEqual(4.5)
  })
})

describe("the operator's settings", () => {
  test("the academy's home page is bizblog's, and follows its setting (SVC-2)", () => {
    expect(services.akademia.settingsOf).toBe('bizblog')
    expect(services.akademia.homePageId).toBe(services.bizblog.homePageId)
    expect(createServices({ bizblog: { homePageId: '77' } }).akademia.homePageId).toBe('77')
  })

  test("the academy's own home page id takes precedence, and does not change bizblog's (SVC-2)", () => {
    const own = createServices({ bizblog: { homePageId: '77' }, akademia: { homePageId: '88' } })
    expect([own.akademia.homePageId, own.bizblog.homePageId]).toEqual(['88', '77'])
    expect(createServices({ akademia: { homePageId: '88' } }).bizblog.homePageId).toBe(services.bizblog.homePageId)
  })

  test("the academy's advertising slots are bizblog's; every other service has its own (SVC-2)", () => {
    expect(services.akademia.adSlots).toEqual(services.bizblog.adSlots)
    expect(services.bizblog.adSlots?.home?.['0']).toMatchObject({ adUnit: 'bizblog/home_0', active: true })
    expect(services.rozrywka.adSlots?.single?.screaning).toMatchObject({ adUnit: 'rozrywka/single_screaning' })
    expect(services.plus.adSlots).toBeUndefined()
  })

  test("the academy does not inherit bizblog's URL", () => {
    const own = createServices({ bizblog: { serviceUrl: 'https://biz.example' } })
    expect(own.bizblog.serviceUrl).toBe('https://biz.example')
    expect(own.akademia.serviceUrl).toBe(URLS.akademia)
  })

  test('a URL makes bezprawnik a portal with a URL', () => {
    const own = createServices({ bezprawnik: { serviceUrl: 'https://bezprawnik.example' } })
    expect(servicesWithUrl(own).map(({ name }) => name)).toContain('bezprawnik')
  })

  test('of one service leave the others and the next table unchanged (SVC-6)', () => {
    createServices({ post: { serviceUrl: 'https://other.example', homePageId: '5' } })
    expect(createServices()).toEqual(services)
  })
})

describe('the service of a request', () => {
  const serviceOf = createServiceLookup(services, 'akademia')

  test.each(namesWithUrl)('is %s by its host (SVC-4)', (name) => {
    const host = new URL(URLS[name]).host
    expect(serviceOf(host).name).toBe(name)
    expect(serviceOf(`${host}:3000`).name).toBe(name)
    expect(serviceOf(`${host}:`).name).toBe(name)
    expect(serviceOf(host.toUpperCase()).name).toBe(name)
    expect(serviceOf(`${host}.`).name).toBe(name)
  })

  test.each(SERVICE_NAMES)('is %s by its name below localhost (SVC-4)', (name) => {
    expect(serviceOf(`${name}.localhost`).name).toBe(name)
    expect(serviceOf(`${name}.localhost:3000`).name).toBe(name)
  })

  test.each(SERVICE_NAMES)('is %s on any other host, when that is the default (SVC-4)', (name) => {
    const byDefault = createServiceLookup(services, name)
    for (const host of [undefined, '', 'localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'example.com']) {
      expect(byDefault(host).name).toBe(name)
    }
  })

  test.each([
    'plus.szpalta.test.example',
    'x.plus.szpalta.test',
    'plus.localhost.example',
    'toString.localhost',
    '__proto__',
    'plus.szpalta.test/x',
    'plus.szpalta.test@example',
  ])('is the default on %s, which only resembles one of ours', (host) => {
    expect(serviceOf(host).name).toBe('akademia')
  })

  test('is the default where two services share a host', () => {
    const shared = createServices({
      post: { serviceUrl: 'https://news.example' },
      bizblog: { serviceUrl: 'https://news.example' },
    })
    expect(createServiceLookup(shared, 'post')('news.example').name).toBe('post')
    expect(createServiceLookup(shared, 'bizblog')('news.example').name).toBe('bizblog')
  })

  test('is one of the table, for any Host header', () => {
    fc.assert(
      fc.property(
        fc.option(fc.string(), { nil: undefined }),
        fc.constantFrom<CustomerService>(...SERVICE_NAMES),
        (host, name) => {
          expect(Object.values(services)).toContain(createServiceLookup(services, name)(host))
        },
      ),
    )
  })
})

test('only the host of a configured service is a valid target of a redirect (PAGE-22)', () => {
  const configured = createServices({ akademia: { serviceUrl: 'https://krypto.example' } })
  const at = (url: string) => serviceAt(configured, new URL(url))?.name
  expect(at('https://krypto.example/a')).toBe('akademia')
  expect(at('http://plus.szpalta.test')).toBe('plus')
  for (const host of [
    'akademia.szpalta.test',
    'cokolwiek.szpalta.test',
    'krypto.example.zly.example',
    'krypto.example:8443',
  ])
    expect([host, at(`https://${host}/`)]).toEqual([host, undefined])
  for (const url of ['javascript:alert(1)', 'ftp://krypto.example/', 'data:text/html,krypto.example'])
    expect([url, at(url)]).toEqual([url, undefined])
})
