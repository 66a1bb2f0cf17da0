import { termPath } from '../../content/links.ts'
import type { MenuItem, Service } from '../../services/service.ts'
import { createBudget } from './call-budget.ts'
import { createWordPressClient } from './client.ts'
import { TERM_QUERY } from './fields.ts'
import { menuOf, publicMenu } from './menu.ts'
import { wordsOf } from './text.ts'
import { TERM_FOLDERS } from './urls.ts'
import { restTerm } from './wire.ts'

/** Milliseconds for all calls together. */
const LIMIT = 10_000
const MAX_CATEGORIES = '6'
/** WordPress' category of posts without one, in the portal's languages. */
const UNCATEGORISED = /^(?:uncategori[sz]ed|bez-kategorii|unkategorisiert|nicht-kategorisiert|bez-katehoriyi)$/

/**
 * A menu to begin with: the WordPress' own where this user may see it, else its largest categories.
 * @param url without a trailing slash
 * @returns an empty one when it has neither; a menu is never a reason to fail
 */
export async function firstMenu(
  url: string,
  credentials: { user: string; key: string } | undefined,
  service: Pick<Service, 'paths'>,
): Promise<MenuItem[]> {
  const budget = createBudget('secondary', LIMIT)
  const reader = createWordPressClient(url, credentials, undefined)
  const connected = await menuOf(reader, url, budget, true).catch(() => undefined)
  const own = connected ?? (credentials && (await menuOf(reader, url, budget, false).catch(() => undefined)))
  if (own) return publicMenu(own, service)
  const query = { ...TERM_QUERY, orderby: 'count', order: 'desc', hide_empty: 'true', per_page: MAX_CATEGORIES }
  const client = createWordPressClient(url, undefined, undefined)
  const listed = await client.list('wp/v2/categories', query, restTerm, budget).catch(() => undefined)
  return (listed?.items ?? [])
    .filter(({ slug }) => !UNCATEGORISED.test(slug))
    .map(({ name, slug }) => ({ title: wordsOf(name), link: termPath(`${TERM_FOLDERS.category}${slug}`, service) }))
}
