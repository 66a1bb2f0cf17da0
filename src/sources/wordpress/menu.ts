import { attribute, elementNamed, type HtmlNode, isElement, parseHtml, textOf } from '../../content/html/tree.ts'
import { isListPath, termPath } from '../../content/links.ts'
import { foldWhiteSpace } from '../../content/text.ts'
import type { MenuItem, Service } from '../../services/service.ts'
import { type ParsedBlock, parseBlocks } from '../block-grammar.ts'
import { noneIfClosed } from '../upstream/errors.ts'
import { isPublished } from './card.ts'
import { createWordPressClient, type WordPressClient } from './client.ts'
import { COUNT_QUERY, MENU_ITEM_QUERY, MENU_QUERY, NAVIGATION_QUERY, TERM_QUERY } from './fields.ts'
import { type CallBudget, createBudget } from './rest-calls.ts'
import { wordsOf } from './text.ts'
import { pathOf, slugOf, TERM_FOLDERS } from './urls.ts'
import { type RestMenuItem, restConnector, restId, restMenu, restMenuItem, restNavigation, restTerm } from './wire.ts'

/** Themes' names for the top menu; without one, any shown menu serves. */
const TOP = /^(?:primary|main|header|top)/i
const MAX_ITEMS = 8
const MAX_ITEMS_BELOW = 20
/** Entries of a menu, and characters of a navigation (COST-5). */
const MAX_ENTRIES = 100
const MAX_NAVIGATION = 200_000

interface Entry {
  title: string
  url: string
  /** `category` and `post_tag` have other paths on the portal. */
  object?: string
  items: Entry[]
}

/** Says what anybody may know of the site (deploy/wordpress). */
export const CONNECTOR = 'szpalta/v1'

/**
 * The classic menu of the theme's top location, else the newest navigation of a block theme.
 * @returns undefined when this user may see none
 */
export async function menuOf(
  client: WordPressClient,
  siteUrl: string,
  about: CallBudget,
  hasConnector: boolean,
): Promise<MenuItem[] | undefined> {
  const entries = hasConnector
    ? ((await connectorMenu(client, about)) ?? [])
    : ((await classicMenu(client, about)) ?? (await navigation(client, about)) ?? [])
  const items = entries.flatMap((entry) => itemOf(entry, siteUrl) ?? []).slice(0, MAX_ITEMS)
  return items.length > 0 ? items : undefined
}

/** Lists get the service's own paths (LANG-6). */
export function publicMenu(menu: readonly MenuItem[], service: Pick<Service, 'paths'>): MenuItem[] {
  return menu.map(({ link, items, ...item }) => ({
    ...item,
    link: isListPath(link) ? termPath(link, service) : link,
    items: items && publicMenu(items, service),
  }))
}

async function connectorMenu(client: WordPressClient, about: CallBudget): Promise<Entry[] | undefined> {
  const response = await client.item(`${CONNECTOR}/site`, {}, restConnector, about)
  const menus = response?.menus ?? []
  const menu = menus.find(({ locations }) => locations.some((name) => TOP.test(name))) ?? menus[0]
  const items = (menu?.items ?? []).flatMap((item) => item ?? []).slice(0, MAX_ENTRIES)
  return (
    menu &&
    below(
      items.sort((a, b) => a.menu_order - b.menu_order),
      0,
    )
  )
}

/** Only users who may edit posts can read them. */
async function classicMenu(client: WordPressClient, about: CallBudget): Promise<Entry[] | undefined> {
  if (client.isAnonymous) return undefined
  const query = { per_page: '100', ...MENU_QUERY }
  const menus = await client.list('wp/v2/menus', query, restMenu, about).catch(noneIfClosed)
  const shown = menus?.items.filter(({ locations }) => locations.length > 0) ?? []
  const menu = shown.find(({ locations }) => locations.some((name) => TOP.test(name))) ?? shown[0]
  if (!menu) return undefined
  const itemQuery = { menus: String(menu.id), per_page: String(MAX_ENTRIES), status: 'publish', ...MENU_ITEM_QUERY }
  const listed = await client.list('wp/v2/menu-items', itemQuery, restMenuItem, about)
  const items = (listed?.items ?? []).slice(0, MAX_ENTRIES).sort((a, b) => a.menu_order - b.menu_order)
  return below(items, 0)
}

function below(items: readonly RestMenuItem[], parent: number, depth = 0): Entry[] {
  if (depth > 2) return []
  return items
    .filter((item) => item.parent === parent)
    .map((item) => ({
      title: wordsOf(item.title.rendered),
      url: item.url ?? '',
      object: item.type === 'taxonomy' ? item.object : undefined,
      items: below(items, item.id, depth + 1),
    }))
}

async function navigation(client: WordPressClient, about: CallBudget): Promise<Entry[] | undefined> {
  if (client.isAnonymous) return undefined
  const query = { per_page: '1', status: 'publish', context: client.context, ...NAVIGATION_QUERY }
  const listed = await client.list('wp/v2/navigation', query, restNavigation, about).catch(noneIfClosed)
  const newest = listed?.items.find(isPublished)
  if (!newest) return renderedNavigation(client, about)
  const blocks = parseBlocks((newest.content.raw ?? '').slice(0, MAX_NAVIGATION))
  const known = await Promise.all(Object.entries(POST_ROUTES).map(([type, route]) => publishedOf(type, route, blocks)))
  return entriesIn(blocks, new Set(known.flat()))

  /** WordPress hides links and titles of drafts. */
  async function publishedOf(type: string, route: string, blocks: readonly ParsedBlock[]): Promise<string[]> {
    const ids = linkedIn(blocks).flatMap(({ attrs }) => (attrs.type === type ? [Number(attrs.id)] : []))
    if (ids.length === 0) return []
    const postQuery = { include: ids.slice(0, 100).join(','), per_page: '100', status: 'publish', ...COUNT_QUERY }
    const published = await client.list(route, postQuery, restId, about)
    return (published?.items ?? []).map(({ id }) => `${type} ${id}`)
  }
}

/** Only administrators may edit a navigation; every user may read its rendering, which lacks links to drafts. */
async function renderedNavigation(client: WordPressClient, about: CallBudget): Promise<Entry[] | undefined> {
  const query = { per_page: '1', status: 'publish', ...NAVIGATION_QUERY }
  const listed = await client.list('wp/v2/navigation', query, restNavigation, about).catch(noneIfClosed)
  const rendered = listed?.items.find(isPublished)?.content.rendered
  return rendered === undefined ? undefined : renderedEntries(parseHtml(rendered.slice(0, MAX_NAVIGATION)))
}

/** List items have a link, and a list of those below. */
function renderedEntries(nodes: readonly HtmlNode[], depth = 0): Entry[] {
  if (depth > 2) return []
  return nodes.filter(isElement).flatMap((element): Entry[] => {
    if (element.tagName !== 'li') return renderedEntries(element.childNodes, depth)
    const own = element.childNodes.filter((node) => !isElement(node) || node.tagName !== 'ul')
    const lists = element.childNodes.filter((node) => isElement(node) && node.tagName === 'ul')
    const link = elementNamed(own, 'a')
    const url = (link && attribute(link, 'href')) ?? ''
    // WordPress' stock paths show lists, which the rendering does not mark.
    const folder = /^(?:https?:\/\/[^/]+)?\/(category|tag)\/./.exec(url)?.[1]
    const object = folder === 'tag' ? 'post_tag' : folder
    const items = lists.flatMap((list) => (isElement(list) ? renderedEntries(list.childNodes, depth + 1) : []))
    return [{ title: foldWhiteSpace(textOf(own)), url, object, items }]
  })
}

/** A navigation links to them by id. */
const POST_ROUTES = { page: 'wp/v2/pages', post: 'wp/v2/posts' } as const

function linkedIn(blocks: readonly ParsedBlock[], depth = 0): ParsedBlock[] {
  if (depth > 2) return []
  return blocks.flatMap((block) => [...(isPostLink(block) ? [block] : []), ...linkedIn(block.innerBlocks, depth + 1)])
}

function isPostLink({ attrs }: ParsedBlock): boolean {
  return typeof attrs.type === 'string' && Object.hasOwn(POST_ROUTES, attrs.type) && Number.isInteger(attrs.id)
}

const LINKS = new Set(['core/navigation-link', 'core/navigation-submenu'])

/** @param published posts that links may show: `page 12` */
function entriesIn(blocks: readonly ParsedBlock[], published: ReadonlySet<string>, depth = 0): Entry[] {
  if (depth > 2) return []
  return blocks.flatMap((block) => {
    const { blockName, attrs, innerBlocks } = block
    if (blockName === null || !LINKS.has(blockName)) return []
    if (isPostLink(block) && !published.has(`${attrs.type} ${attrs.id}`)) return []
    const isTerm = attrs.kind === 'taxonomy'
    return [
      {
        title: wordsOf(typeof attrs.label === 'string' ? attrs.label : ''),
        url: typeof attrs.url === 'string' ? attrs.url : '',
        object: isTerm ? (attrs.type === 'tag' ? 'post_tag' : String(attrs.type)) : undefined,
        items: entriesIn(innerBlocks, published, depth + 1),
      },
    ]
  })
}

/** Two levels: deeper entries become siblings of their parents. Without a URL an entry takes its first child's. */
function itemOf(entry: Entry, siteUrl: string): MenuItem | undefined {
  const items = entry.items
    .flatMap((inner) => [inner, ...inner.items])
    .flatMap((inner) => {
      const link = linkOf(inner, siteUrl)
      return link && inner.title ? [{ title: inner.title, link }] : []
    })
  const link = linkOf(entry, siteUrl) ?? items[0]?.link
  if (!link || !entry.title) return undefined
  return { title: entry.title, link, items: items.length > 0 ? items.slice(0, MAX_ITEMS_BELOW) : undefined }
}

function linkOf({ url, object }: Entry, siteUrl: string): string | undefined {
  const target = url.startsWith('#') ? null : URL.parse(url, siteUrl)
  if (!target || !/^https?:$/.test(target.protocol)) return undefined
  if (target.host !== new URL(siteUrl).host) return target.href
  const path = pathOf(target.href)
  if (path === undefined) return target.search === '' ? '/' : undefined
  if (object === 'category') return `${TERM_FOLDERS.category}${slugOf(path)}`
  return object === 'post_tag' ? `${TERM_FOLDERS.tag}${slugOf(path)}` : path
}

/** Milliseconds for all calls. */
const LIMIT = 10_000
const MAX_CATEGORIES = '6'
/** WordPress' category of posts without one, in the portal's languages. */
const UNCATEGORISED = /^(?:uncategori[sz]ed|bez-kategorii|unkategorisiert|nicht-kategorisiert|bez-katehoriyi)$/

/**
 * The WordPress' own, else its largest categories.
 * @param url without a trailing slash
 * @returns empty without either; never fails
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
