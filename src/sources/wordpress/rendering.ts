import { SourceError } from '../upstream/errors.ts'
import type { CallBudget } from './call-budget.ts'
import type { WordPressClient } from './client.ts'
import type { PublicRendering } from './content.ts'
import { CONTENT_QUERY } from './fields.ts'
import { restContent } from './wire.ts'

/** Statuses of a site whose REST API requires authentication. */
const CLOSED: readonly unknown[] = [401, 403]

/**
 * The text of one post as its editors have it; undefined also after a failure, as the public rendering is shown then.
 * @param client with credentials; without any there is no such text
 */
export async function rawContent(
  client: WordPressClient,
  route: string,
  about: CallBudget,
): Promise<string | undefined> {
  if (client.isAnonymous) return undefined
  const query = { context: 'edit', ...CONTENT_QUERY }
  const edited = await client.item(route, query, restContent, { ...about, rank: 'secondary' }).catch(() => undefined)
  return edited?.content.raw
}

/**
 * The public rendering of one post, loaded at most once.
 * @param route of the post: `wp/v2/posts/12`
 */
export function publicRendering(publicClient: WordPressClient, route: string, about: CallBudget) {
  let calls = 0
  const render: PublicRendering = async () => {
    calls += 1
    try {
      const response = await publicClient.item(route, CONTENT_QUERY, restContent, about)
      return response?.content.protected ? undefined : response?.content.rendered
    } catch (error) {
      if (error instanceof SourceError && CLOSED.includes(error.facts.status)) return undefined
      throw error
    }
  }
  return { render, calls: () => calls }
}
