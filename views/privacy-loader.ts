import type { LoaderFunctionArgs } from 'react-router-dom'
import { cmsPath } from '../src/content/links.ts'
import { isMissing } from '../src/content/missing.ts'
import { privacyPath } from '../src/languages/language.ts'
import { memoizeByIdentity } from '../src/memoize/by-identity.ts'
import { buildHead, type HeadModel } from '../src/seo/head.ts'
import type { Service } from '../src/services/service.ts'
import type { Portal } from './context.ts'
import { articleLoader } from './loaders.ts'
import type { PageDataOf } from './page-data.ts'

const heads = memoizeByIdentity<Service, HeadModel>()

/**
 * The page on privacy of the service's language: the site's own at that path, else the generated one (CONS-24).
 * @param path of one language
 */
export function privacyLoader(path: string) {
  return async (args: LoaderFunctionArgs<Portal>): Promise<PageDataOf<'privacy' | 'archive' | 'article'>> => {
    const { service, reader } = args.context
    if (privacyPath(service) !== path) return articleLoader(args)
    const own = await reader(service).article(cmsPath(path))
    const isOwn = !isMissing(own) || own.movedTo !== undefined || own.list !== undefined
    if (isOwn) return articleLoader(args)
    const { title, lead } = service.messages.privacy
    const head = heads(service, [], () => buildHead({ service, path, title, description: lead }))
    return { page: 'privacy', service, head }
  }
}
