import { DEADLINE } from '../../content/reader.ts'
import type { CmsCredentials } from '../accounts.ts'
import type { Host } from '../host.ts'
import { asking, createWordPressClient, type WordPressClient } from './client.ts'
import { INDEX_QUERY } from './fields.ts'
import { createHome, type Home } from './home.ts'
import { createLists, type Lists } from './lists.ts'
import { createNewestPosts } from './newest.ts'
import { createPicturedLists } from './pictures.ts'
import { createPosts, type Posts } from './posts.ts'
import { createSharedBlocks } from './shared-blocks.ts'
import { restIndex } from './wire.ts'

/** All that the portal knows of one WordPress. */
export interface Site {
  client: WordPressClient
  credentials?: CmsCredentials
  home: Home
  posts: Posts
  lists: Lists
  sharedBlock(ref: string): Promise<object | undefined>
  /** Looks which plugins the site has; never rejects. */
  look(): Promise<void>
  forget(): void
}

export function createSite(url: string, credentials: CmsCredentials | undefined, host?: Host): Site {
  const client = createWordPressClient(url, credentials, host)
  const everyone = createWordPressClient(url, undefined, host)
  const pictured = createPicturedLists(client)
  let namespaces: readonly string[] = []
  const posts = createPosts(client, everyone, {
    namespaces: () => namespaces,
    otherCalls: () => newest.cost(),
  })
  const newest = createNewestPosts(pictured, posts.see)
  const home = createHome(client, everyone, pictured, newest)
  const lists = createLists(client, pictured, newest)
  return {
    client,
    ...(credentials && { credentials }),
    home,
    posts,
    lists,
    sharedBlock: createSharedBlocks(client, () => asking('secondary', DEADLINE.secondary)),
    async look() {
      const about = asking('secondary', DEADLINE.secondary)
      const index = await client.item('', INDEX_QUERY, restIndex, about).catch(() => undefined)
      if (index) namespaces = index.namespaces
    },
    forget() {
      newest.forget()
      lists.forget()
      home.forget()
    },
  }
}
