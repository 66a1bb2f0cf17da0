import { JSDOM } from 'jsdom'
import { SERVICE_NAMES, site } from '../support/customer-site.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

/** A stranger follows the tour of the demo; a link that leads nowhere is the end of it. */

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({})
})
afterAll(() => portal.close())

const { tour = '' } = site.group

/** As a browser that follows redirects on the same host. */
async function page(path: string, host: string): Promise<{ status: number; text: string }> {
  const response = await portal.get(path, { host })
  const { location } = response.headers
  if (response.status !== 301 || location === undefined) return response
  return portal.get(new URL(location, `http://${host}`).pathname, { host })
}

/** Links of the text, each with the host that it leads to. */
async function linksOf(service: string): Promise<Array<{ host: string; path: string }>> {
  const host = `${service}.localhost`
  const { status, text } = await page(tour, host)
  expect(status).toBe(200)
  const { document } = new JSDOM(text).window
  return [...document.querySelectorAll('.article-body a[href]')].map((link) => {
    const url = new URL(link.getAttribute('href') ?? '', `http://${host}`)
    return { host: url.host, path: url.pathname + url.search }
  })
}

const WITH_A_HOME = SERVICE_NAMES.filter((name) => name !== 'bezprawnik')

test.each(WITH_A_HOME)('RUN-11 every link of the tour leads somewhere, seen at %s', async (service) => {
  const links = await linksOf(service)
  expect(links.length).toBeGreaterThan(25)
  expect(new Set(links.map(({ host }) => host)).size).toBe(6)
  for (const { host, path } of links) {
    const { status } = await page(path, host)
    expect([service, host, path, status]).toEqual([service, host, path, 200])
  }
})

test('the footer of every service leads to the tour', async () => {
  const { text } = await portal.get('/', { host: 'plus.localhost' })
  expect(new JSDOM(text).window.document.querySelector(`.footer a[href="${tour}"]`)).not.toBeNull()
})
