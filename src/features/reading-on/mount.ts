import type { Express } from 'express'
import { AMP_NEXT_PATH } from '../../content/public-paths.ts'
import { SCROLL_POSTS_API } from '../../content/scroll-posts.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { ampNext } from './amp-next.ts'
import { articleFragment } from './article-fragment.ts'
import { scrollPosts } from './scroll-lists.ts'

export function mountReadingOn(app: Express, { content, services, rendering }: AppDependencies): void {
  const { reader } = content
  app.get(SCROLL_POSTS_API, scrollPosts(reader))
  app.get(`${AMP_NEXT_PATH}/*path`, ampNext({ reader, services }))
  app.get('/fragment/*path', articleFragment({ portal: rendering.portal, reader }))
}
