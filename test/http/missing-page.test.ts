import { JSDOM } from 'jsdom'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test('a missing page offers a search and the newest articles (PAGE-29)', async () => {
  const { status, text } = await portal.get('/nie-ma-takiej-strony')
  const { document } = new JSDOM(text).window
  const main = document.querySelector('main')
  expect(status).toBe(404)
  expect(main?.querySelector('form[action="/search"] input[name=s]')).not.toBeNull()
  expect(main?.querySelectorAll('.postsrow .card').length).toBe(4)
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the search page offers the sections before a reader has searched (SEARCH-38)', async () => {
  const { text } = await portal.get('/search')
  const links = [...new JSDOM(text).window.document.querySelectorAll('.search-page .quick-links a')]
  expect(links.map((link) => link.getAttribute('href'))).toEqual(expect.arrayContaining(['/kategoria/edukacja']))
})
