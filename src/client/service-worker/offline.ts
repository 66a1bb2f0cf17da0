/** The offline page lists read articles, and retries. */
import { ownHtml } from '../../../views/document/trusted-html.ts'
import { ARTICLES } from './saved-articles.ts'

const OFFLINE_PATH = '/offline'

document.querySelector('[data-retry]')?.addEventListener('click', () => location.reload())
// A reload suffices: the URL is the requested one.
addEventListener('online', () => {
  if (location.pathname !== OFFLINE_PATH) location.reload()
})

const saved = document.querySelector<HTMLElement>('[data-saved]')
const savedLink = saved?.querySelector('a')
if (saved && savedLink) {
  caches.match(savedLink.pathname).then(
    (page) => {
      saved.hidden = page === undefined
    },
    () => {},
  )
}

const section = document.querySelector<HTMLElement>('[data-read]')
const list = section?.querySelector('ul')
if (section && list) {
  readArticles().then(
    (articles) => {
      list.append(...articles.map(listItem))
      section.hidden = articles.length === 0
    },
    () => {},
  )
}

interface Listed {
  title: string
  href: string
}

/** Latest first. */
async function readArticles(): Promise<Listed[]> {
  if (!(await caches.has(ARTICLES))) return []
  const cache = await caches.open(ARTICLES)
  const requests = [...(await cache.keys())].reverse()
  return Promise.all(
    requests.map(async ({ url }) => {
      const html = (await (await cache.match(url))?.text()) ?? ''
      const heading = new DOMParser().parseFromString(ownHtml(html), 'text/html').querySelector('h1')
      const { pathname } = new URL(url)
      return { title: heading?.textContent || pathname, href: pathname }
    }),
  )
}

function listItem({ title, href }: Listed): HTMLElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = href
  link.textContent = title
  item.append(link)
  return item
}
