import type { Located, WordPressClient } from './client.ts'
import { ATTACHMENT_QUERY, SLUG_QUERY } from './fields.ts'
import type { OwnTypes } from './own-types.ts'
import type { CallBudget } from './rest-calls.ts'
import { idPath, isList, listPathOf, pathOf } from './urls.ts'
import { restAttachment, restSlug } from './wire.ts'

/** WordPress' only permanent redirect. */
const MOVED = 301
const ATTACHMENTS = 'wp/v2/media'

export interface Redirects {
  /**
   * WordPress redirects short links to permalinks; lists and attachments have other paths on the portal.
   * @param query `p=12`
   */
  ofShortLink(query: string, about: CallBudget): Promise<string | undefined>
  /**
   * The site remembers old slugs, and has lists at other paths. Temporary redirects and foreign hosts do not count.
   * @param path where the site located something
   */
  ofLocated(located: Located, path: string, about: CallBudget): Promise<string | undefined>
}

export function createRedirects(reader: WordPressClient, ownTypes: OwnTypes, hosts: ReadonlySet<string>): Redirects {
  /** @param isParent of an attachment: never an attachment itself */
  const ofShortLink = async (query: string, about: CallBudget, isParent = false): Promise<string | undefined> => {
    const plain = reader.isPlain() ? pathOf(`${reader.url}/?${query}`) : undefined
    if (plain !== undefined) return plain
    const { status, location, route, id } = await reader.locate('/', { ...about, rank: 'secondary' }, query)
    if (status === 200 && route === ATTACHMENTS && id !== undefined && !isParent) return attachmentPath(id, about)
    if (status === 200 && id !== undefined && route !== undefined) return pathOfPlain(route, id, about)
    const target = status === MOVED && location !== undefined ? URL.parse(location, reader.url) : null
    if (!target || !hosts.has(target.host)) return undefined
    const path = pathOf(target.href)
    if (path === undefined) return '/'
    const located = await reader.locate(path, { ...about, rank: 'secondary' }).catch(() => undefined)
    return (located && (await ofLocated(located, path, about, isParent))) ?? path
  }

  const ofLocated = async (
    { location, route, id, status }: Located,
    path: string,
    about: CallBudget,
    isParent = false,
  ): Promise<string | undefined> => {
    if (location !== undefined) return status === MOVED ? ownPathOf(location) : undefined
    if (route === ATTACHMENTS && id !== undefined) return isParent ? undefined : attachmentPath(id, about)
    return listPathOf(path, route)
  }

  const ownPathOf = (location: string): string | undefined => {
    const url = URL.parse(location, reader.url)
    return url && hosts.has(url.host) ? pathOf(url.href) : undefined
  }

  /** With plain permalinks WordPress does not lead to another URL. */
  const pathOfPlain = async (route: string, id: number, about: CallBudget): Promise<string | undefined> => {
    if (isPosts(route, ownTypes)) return idPath(id)
    if (!isList(route)) return undefined
    const term = await reader.item(`${route}/${id}`, SLUG_QUERY, restSlug, about)
    return term && listPathOf(`/${term.slug}`, route)
  }

  /** The post that an attachment belongs to, else its file. */
  const attachmentPath = async (id: number, about: CallBudget): Promise<string | undefined> => {
    const media = await reader.item(`${ATTACHMENTS}/${id}`, ATTACHMENT_QUERY, restAttachment, about)
    const post = media?.post ? await ofShortLink(`p=${media.post}`, about, true) : undefined
    const file = URL.parse(media?.source_url ?? '')
    return post ?? (file && hosts.has(file.host) ? file.pathname : undefined)
  }

  return { ofShortLink: (query, about) => ofShortLink(query, about), ofLocated }
}

export function isPosts(route: string, ownTypes: OwnTypes): boolean {
  return route === 'wp/v2/posts' || route === 'wp/v2/pages' || ownTypes.all().some((type) => type.route === route)
}

/** @param from the requested path, to another form of which WordPress may redirect */
export function redirectTo(path: string | undefined, from?: string): object | undefined {
  return path === undefined || path === from ? undefined : { errors: { statusCode: MOVED, redirectLink: path } }
}
