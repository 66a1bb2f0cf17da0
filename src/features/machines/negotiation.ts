import { MARKDOWN_SUFFIX, MARKDOWN_TYPE } from '../../content/public-paths.ts'
import type { AlternateOf } from '../../edge/page-cache/edge-parts.ts'
import type { Service } from '../../services/service.ts'
import { memoizeBounded } from '../../system/memoize.ts'

const MAX_KNOWN = 64
/** Types have no case (RFC 9110, 8.3.1). */
const MAY_PREFER = /text\/markdown/i

/** Whether Markdown is no less welcome than HTML (RFC 9110, 12.5.1): what accepts anything is a reader's. */
export const prefersMarkdown = memoizeBounded((accept): boolean => {
  const weights = new Map(accept.toLowerCase().split(',').map(weighed))
  const markdown = weights.get(MARKDOWN_TYPE) ?? 0
  const html = weights.get('text/html') ?? weights.get('text/*') ?? weights.get('*/*') ?? 0
  return markdown > 0 && markdown >= html
}, MAX_KNOWN)

function weighed(item: string): [string, number] {
  const [type = '', ...parameters] = item.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return [type, /^(?:0|1)(?:\.\d{0,3})?$/.test(weight) ? Number(weight) : 1]
}

export function markdownAlternates(
  serviceOf: (host: string | undefined) => Service,
  mayBeArticle: (path: string) => boolean,
): AlternateOf {
  return ({ url = '/', headers }) => {
    const { accept, host } = headers
    if (accept === undefined || !MAY_PREFER.test(accept) || !prefersMarkdown(accept)) return undefined
    const [path = '/'] = url.split('?', 1)
    const isArticle = !path.endsWith(MARKDOWN_SUFFIX) && path !== '/' && mayBeArticle(path)
    return isArticle && serviceOf(host).crawlers?.markdown ? path + MARKDOWN_SUFFIX : undefined
  }
}
