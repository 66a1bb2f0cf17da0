import { inSlices } from '../../system/steps.ts'
import { isClosed } from '../upstream/errors.ts'
import type { PostAdditions } from './article.ts'
import { isProtected } from './card.ts'
import type { WordPressClient } from './client.ts'
import { CO_AUTHORS, coAuthorsOf, hasOtherAuthors } from './co-authors.ts'
import type { Comments } from './comments.ts'
import {
  blocksOf,
  type PublicBlocks,
  publicBlocksOf,
  publicRendering,
  rawContent,
  type SiteContent,
} from './content.ts'
import { withForms } from './forms.ts'
import { RANK_MATH, rankMathHeadOf } from './head.ts'
import { recordingIds, recordingLengths, withLengths } from './recording-lengths.ts'
import type { CallBudget } from './rest-calls.ts'
import { takesTranslationCall, translationsOf } from './translations.ts'
import { authorsOf, type RestPost } from './wire.ts'

/** For a page that a reader waits for, apart from the editors' text. */
const MAX_CALLS = 3

export interface PostAdditionsSettings {
  /** Has no credentials, unless the operator chose otherwise. */
  reader: WordPressClient
  client: WordPressClient
  publicClient: WordPressClient
  /** Of the site's REST API, as far as known. */
  namespaces(): readonly string[]
  /** Of an article's page, the article's aside. */
  otherCalls(): number
  site: SiteContent
  comments: Comments
  /** False: only the number of comments (COMM-1). */
  showsComments: boolean
}

export interface PostPlace {
  path: string
  /** Of the REST API: `wp/v2/posts`. */
  route: string
  /** Calls that looking the post up takes. */
  calls: number
}

/** Additions share the remaining calls, and may fail or be late. */
export type ReadAdditions = (post: RestPost, place: PostPlace, about: CallBudget) => Promise<PostAdditions>

export function postAdditions(settings: PostAdditionsSettings): ReadAdditions {
  const { reader, publicClient, namespaces, otherCalls, comments, showsComments } = settings
  return async (post, { path, route, calls }, about) => {
    let isPartial = false
    const onMissed = (error: unknown): undefined => {
      isPartial ||= !isClosed(error)
    }
    const text = reader.isAnonymous ? undefined : await editorsText(settings, post, route, about)
    let left = MAX_CALLS - calls - otherCalls() - (text?.cost ?? 0)
    const allowed = (isWanted: boolean): boolean => isWanted && left-- > 0
    const known = post.yoast_head_json ? [] : namespaces()
    const isOpen = post.comment_status === 'open'
    const isCounted = (isOpen || showsComments) && !isProtected(post)
    const isSigned =
      namespaces().some((one) => one === CO_AUTHORS) && hasOtherAuthors(post, authorsOf(post._embedded)[0])
    const [shown, authors, translations, head, count] = await Promise.all([
      text ?? publicText(settings, post, route, about, onMissed),
      // A byline is worth a call.
      isSigned ? coAuthorsOf(post, publicClient, about).catch(onMissed) : undefined,
      !takesTranslationCall(post) || allowed(true) ? translationsOf(post, reader, route, about, onMissed) : [],
      allowed(known.includes(RANK_MATH)) ? rankMathHeadOf(reader, post.link, about).catch(onMissed) : undefined,
      allowed(isCounted) ? comments.count(String(post.id), isOpen, about).catch(onMissed) : undefined,
    ])
    const page = { path, url: new URL(path, reader.url).href }
    const recordings = recordingIds(shown.blocks)
    const lengths = allowed(recordings.length > 0)
      ? await recordingLengths(recordings, reader, about).catch(onMissed)
      : undefined
    const timed = lengths ? withLengths(shown.blocks, lengths) : shown.blocks
    const blocks = await inSlices(withForms(timed, page))
    const { isRestricted } = shown
    return {
      blocks,
      isRestricted,
      authors,
      translations,
      head,
      comments: count,
      hasDiscussion: showsComments,
      isPartial,
    }
  }
}

/** The visitors' text (SRC-24). A parallel call for the editors' text shows whether it is whole. */
async function publicText(
  { client, site }: PostAdditionsSettings,
  { id, content }: RestPost,
  route: string,
  about: CallBudget,
  onMissed: (error: unknown) => undefined,
): Promise<PublicBlocks> {
  return publicBlocksOf(content, await rawContent(client, `${route}/${id}`, about, onMissed), site)
}

/** Only where WordPress shows visitors nothing (CMS_READING=editor). */
async function editorsText(
  { publicClient, site }: PostAdditionsSettings,
  { id, content }: RestPost,
  route: string,
  about: CallBudget,
): Promise<PublicBlocks & { cost: number }> {
  const { render, calls } = publicRendering(publicClient, `${route}/${id}`, about)
  const blocks = await blocksOf(content, render, site)
  const isShared = blocks.some(({ blockName }) => blockName === 'core/block')
  return { blocks, isRestricted: false, cost: calls() + (isShared ? 1 : 0) }
}
