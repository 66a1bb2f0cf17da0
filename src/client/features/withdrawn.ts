import { ARTICLES, isGone, SAVED_FILES } from '../service-worker/saved-articles.ts'
import { forgetFiles } from './saved-files.ts'
import { markWithdrawn, type SavedArticle, savedArticles } from './saved-list.ts'

/** Stored articles that are looked for with each that is read. */
const LOOKED_FOR = 3

/**
 * Notes which saved articles the site has withdrawn: those that the worker has taken out, and with a network what the
 * site says of each (OFFLINE-6).
 * @param onChange called after each change of the list
 */
export async function noticeWithdrawn(onChange: () => void): Promise<void> {
  const change = async (article: SavedArticle, isWithdrawn: boolean): Promise<void> => {
    if (isWithdrawn === (article.isWithdrawn ?? false)) return
    markWithdrawn(article.path, isWithdrawn)
    onChange()
    if (!isWithdrawn) return
    await forgetFiles([article])
    await forget(article.path)
  }
  const cache = await caches.open(SAVED_FILES)
  for (const article of savedArticles())
    if (article.files.includes(article.path) && !(await cache.match(article.path))) await change(article, true)
  for (const article of savedArticles()) {
    const status = await statusOf(article.path)
    if (isGone(status) || status === 200) await change(article, isGone(status))
  }
}

/** A reader may never open a withdrawn article again, so some of the stored ones are looked for now and then. */
export async function lookForStored(): Promise<void> {
  const paths: string[] = []
  for (const name of [ARTICLES, SAVED_FILES]) {
    if (!(await caches.has(name))) continue
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const type = (await cache.match(request))?.headers.get('content-type')
      if (type?.startsWith('text/html')) paths.push(new URL(request.url).pathname)
    }
  }
  for (let left = LOOKED_FOR; left > 0; left--) {
    const [path] = paths.splice(Math.floor(Math.random() * paths.length), 1)
    if (path !== undefined && isGone(await statusOf(path))) await forget(path)
  }
}

async function forget(path: string): Promise<void> {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(path)
}

/** What the site says of a path; 0 where it says nothing, or leads elsewhere. */
async function statusOf(path: string): Promise<number> {
  const response = await fetch(path, { method: 'HEAD', redirect: 'manual' }).catch(() => Response.error())
  return response.status
}
