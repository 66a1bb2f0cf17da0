import type { LoaderFunctionArgs } from 'react-router-dom'
import { cmsPath } from '../src/content/public-paths.ts'
import { isMissing } from '../src/content/repository.ts'
import { privacyPath, savedPath } from '../src/languages/language.ts'
import type { Messages } from '../src/languages/messages.ts'
import { buildHead, type HeadModel } from '../src/seo/head.ts'
import type { Service } from '../src/services/service.ts'
import { memoizeByIdentity } from '../src/system/memoize.ts'
import type { Portal } from './context.ts'
import { articleLoader } from './loaders.ts'
import type { PageDataOf } from './page-data.ts'

interface FixedPage {
  pathOf(service: Service): string
  texts(messages: Messages): { title: string; lead: string }
  isNoindex: boolean
}

export const FIXED_PAGES = {
  privacy: { pathOf: privacyPath, texts: ({ privacy }) => privacy, isNoindex: false },
  saved: { pathOf: savedPath, texts: ({ saved }) => saved, isNoindex: true },
} as const satisfies Record<string, FixedPage>
export type FixedPageName = keyof typeof FIXED_PAGES
export const FIXED_PAGE_NAMES: readonly FixedPageName[] = ['privacy', 'saved']

const heads = { privacy: memoizeByIdentity<Service, HeadModel>(), saved: memoizeByIdentity<Service, HeadModel>() }

/**
 * The site's own page takes precedence over the generated one (CONS-24, AID-5).
 * @param path of one language
 */
export function fixedPageLoader(name: FixedPageName, path: string) {
  const { pathOf, texts, isNoindex }: FixedPage = FIXED_PAGES[name]
  return async (args: LoaderFunctionArgs<Portal>): Promise<PageDataOf<FixedPageName | 'archive' | 'article'>> => {
    const { service, reader } = args.context
    if (pathOf(service) !== path) return articleLoader(args)
    const own = await reader(service).article(cmsPath(path))
    const isOwn = !isMissing(own) || own.movedTo !== undefined || own.list !== undefined
    if (isOwn) return articleLoader(args)
    const { title, lead } = texts(service.messages)
    const head = heads[name](service, [], () =>
      buildHead({ service, path, title, description: lead, ...(isNoindex && { isNoindex }) }),
    )
    return { page: name, service, head }
  }
}
