import { SourceError } from '../errors.ts'
import type { Asking, WordPressClient } from './client.ts'
import type { PublicRendering } from './content.ts'
import { CONTENT_QUERY } from './fields.ts'
import { restContent } from './wire.ts'

/** Statuses of a site whose REST API is for those who log in. */
const CLOSED: readonly unknown[] = [401, 403]

/**
 * The rendering of one post, asked for without credentials; once, however often it is needed.
 * @param everyone a client without credentials
 * @param route of the post: `wp/v2/posts/12`
 */
export function publicRendering(everyone: WordPressClient, route: string, about: Asking) {
  let calls = 0
  const render: PublicRendering = async () => {
    calls += 1
    try {
      const found = await everyone.item(route, CONTENT_QUERY, restContent, about)
      return found?.content.protected ? undefined : found?.content.rendered
    } catch (error) {
      if (error instanceof SourceError && CLOSED.includes(error.facts.status)) return undefined
      throw error
    }
  }
  return { render, calls: () => calls }
}
