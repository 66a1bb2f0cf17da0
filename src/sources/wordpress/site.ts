import { NEWEST_COMMENTS, THREADS_PER_PAGE } from '../../content/comment.ts'
import { DEADLINE } from '../../content/repository.ts'
import type { SeparateList } from '../../services/list-kind.ts'
import type { CmsCredentials } from '../upstream/accounts.ts'
import { createFormClient } from '../upstream/form-client.ts'
import type { Host } from '../upstream/host.ts'
import { createWordPressClient, type WordPressClient } from './client.ts'
import { CO_AUTHORS, withGuests } from './co-authors.ts'
import { type CommentDesk, createCommentDesk } from './comment-desk.ts'
import { type Comments, createComments } from './comments.ts'
import type { SiteContent } from './content.ts'
import { createDirectory, type Directory } from './directory.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { INDEX_QUERY } from './fields.ts'
import { createFormDesk, type FormDesk } from './form-desk.ts'
import { createHome, type Home } from './home.ts'
import { createIllustratedLists } from './images.ts'
import { createLists, type Lists } from './lists.ts'
import { createNewestPosts } from './newest.ts'
import { OF_TYPE } from './own-archives.ts'
import { createOwnTypes } from './own-types.ts'
import { createPosts, type Posts } from './posts.ts'
import { createBudget } from './rest-calls.ts'
import { createSearch, type Search } from './search.ts'
import { createSeriesLists, type SeriesLists } from './series.ts'
import { createSharedBlocks } from './shared-blocks.ts'
import { NEWEST_ROBOTS, type NoindexReading, withoutSiteNoindex, YOAST } from './site-robots.ts'
import { restIndex } from './wire.ts'

/** Milliseconds: nobody waits for the calls for types and taxonomies. */
const LOOK_LIMIT_MS = 20_000

export type Reading = 'public' | 'editor'

export interface Site {
  client: WordPressClient
  publicClient: WordPressClient
  comments: Comments
  desk: CommentDesk
  forms: FormDesk
  credentials?: CmsCredentials
  home: Home
  posts: Posts
  lists: Lists
  search: Search
  series: SeriesLists
  directory: Directory
  drafts: Drafts
  ownRoutes(): string[]
  separateLists(): SeparateList[]
  sharedBlock(ref: string): Promise<object | undefined>
  /**
   * Detects the site's plugins; never rejects.
   * @returns the namespaces of its REST API, as far as known
   */
  look(): Promise<readonly string[]>
  forget(): void
}

/**
 * @param reading `public`: what visitors may read; `editor`: what the credentials' user may (SRC-24)
 * @param showsComments false: only their number
 */
export function createSite(
  url: string,
  credentials: CmsCredentials | undefined,
  site: SiteContent,
  {
    reading,
    showsComments,
    host,
    noindex,
    onNoindex,
  }: { reading: Reading; showsComments: boolean; host: Host; noindex: NoindexReading; onNoindex: () => void },
): Site {
  const open = (account: CmsCredentials | undefined): WordPressClient => {
    const own = createWordPressClient(url, account, host)
    return noindex === 'site' ? withoutSiteNoindex(own, onNoindex) : own
  }
  const [client, publicClient] = [open(credentials), open(undefined)]
  const reader = reading === 'editor' ? client : publicClient
  let namespaces: readonly string[] = []
  const illustrated = withGuests(createIllustratedLists(reader), publicClient, () => namespaces.includes(CO_AUTHORS))
  const comments = createComments(publicClient, { threads: THREADS_PER_PAGE, newest: NEWEST_COMMENTS })
  const formClient = createFormClient(url, host)
  const ownTypes = createOwnTypes(reader, () => createBudget('secondary', LOOK_LIMIT_MS))
  const posts = createPosts({
    reader,
    client,
    publicClient,
    namespaces: () => namespaces,
    otherCalls: () => newest.cost(),
    ownTypes,
    site,
    comments,
    showsComments,
  })
  const newest = createNewestPosts(illustrated, posts.see)
  const home = createHome(reader, client, publicClient, illustrated, newest, site)
  const series = createSeriesLists(reader, illustrated, ownTypes)
  const lists = createLists(reader, illustrated, newest, ownTypes, site)
  return {
    client,
    publicClient,
    comments,
    desk: createCommentDesk(formClient, publicClient),
    forms: createFormDesk(formClient),
    credentials,
    home,
    posts,
    lists,
    search: createSearch(reader, illustrated, ownTypes),
    series,
    directory: createDirectory(reader, ownTypes),
    drafts: createDrafts(client, site),
    sharedBlock: createSharedBlocks(client, () => createBudget('secondary', DEADLINE.secondary), site),
    ownRoutes: () => ownTypes.all().map(({ route }) => route),
    separateLists: () =>
      ownTypes.all().map(({ slug, archive }) => ({ slug: `${OF_TYPE}${slug}`, path: archive || undefined })),
    async look() {
      const about = createBudget('secondary', DEADLINE.secondary)
      await ownTypes.look()
      const index = await client.item('', INDEX_QUERY, restIndex, about).catch(() => undefined)
      if (index) namespaces = index.namespaces
      // Reports the state before the first reader.
      if (noindex === 'site' && namespaces.includes(YOAST)) await reader.list(...NEWEST_ROBOTS, about).catch(() => {})
      return namespaces
    },
    forget() {
      comments.forget()
      newest.forget()
      lists.forget()
      series.forget()
      home.forget()
    },
  }
}
