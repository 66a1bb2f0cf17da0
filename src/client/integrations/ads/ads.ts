import type { AdPage } from '../../../../views/components/ad-box.tsx'
import { articleInView } from '../../features/article-in-view.ts'
import {
  type Advertiser,
  command,
  type DefinedSlot,
  defineOutOfPage,
  defineSlot,
  destroy,
  fill,
  type Gpt,
  isSticky,
  loadGpt,
  unstick,
} from './gpt.ts'

/** Per cent of the screen's height (ADS-15). */
const LAZY_LOAD = { fetchMarginPercent: 300, renderMarginPercent: 100, mobileScaling: 1 } as const

/** Keeps empty slots' room (ADS-6, ADS-16). */
export function startAds(network: string): void {
  const places = document.querySelectorAll('[data-ad], [data-ad-page]')
  const isScrolling = document.querySelector('[data-articles]') !== null
  // A later article may have some.
  if (places.length === 0 && !isScrolling) return
  const advertiser = { network, width: innerWidth }
  let current: HTMLElement | undefined
  let defined: DefinedSlot[] = []
  let isLoading = false

  const show = (gpt: Gpt, article: HTMLElement | undefined): void => {
    if (!article || article === current) return
    current = article
    destroy(gpt, defined)
    defined = definedIn(gpt, article, advertiser)
    fill(gpt, defined)
  }
  const start = (): void => {
    isLoading = true
    const { outOfPage, ...page } = readPage()
    command((gpt) => {
      configure(gpt, page, () => defined)
      current = articleInView()
      defined = current ? definedIn(gpt, current, advertiser) : []
      const ofPage = [
        ...outOfPage.flatMap((unit) => defineOutOfPage(gpt, unit, advertiser) ?? []),
        ...definedIn(gpt, undefined, advertiser),
      ]
      fill(gpt, [...ofPage, ...defined])
    })
    loadGpt()
  }

  if (places.length > 0) start()
  addEventListener('szpalta:article', (event) => {
    const { path } = (event as CustomEvent<{ path: string }>).detail
    const article = [...document.querySelectorAll<HTMLElement>('[data-article]')].find(
      (candidate) => candidate.dataset.article === path,
    )
    if (isLoading) command((gpt) => show(gpt, article))
    else if (article?.querySelector('[data-ad]')) start()
  })
}

type KeyValues = Pick<AdPage, 'keyValues' | 'code'>

function configure(gpt: Gpt, { keyValues, code }: KeyValues, defined: () => readonly DefinedSlot[]): void {
  const service = gpt.pubads()
  service.enableSingleRequest()
  service.enableLazyLoad(LAZY_LOAD)
  // One request has all slots of an article.
  service.disableInitialLoad?.()
  if (keyValues.length > 0) service.setTargeting('page_slug', [...keyValues])
  if (code !== undefined) service.setTargeting('ad_code', code)
  service.addEventListener?.('slotRenderEnded', ({ slot, isEmpty }) => {
    const box = isEmpty ? defined().find((one) => one.slot === slot)?.box : undefined
    if (box && isSticky(box)) unstick(box)
  })
  gpt.enableServices()
}

/** Without an article: of the rest. */
function definedIn(gpt: Gpt, article: HTMLElement | undefined, advertiser: Advertiser): DefinedSlot[] {
  const boxes = [...(article ?? document).querySelectorAll<HTMLElement>('[data-ad]')]
  return boxes
    .filter((box) => box.closest('[data-article]') === (article ?? null))
    .flatMap((box) => defineSlot(gpt, box, advertiser) ?? [])
}

function readPage(): AdPage {
  const text = document.querySelector<HTMLElement>('[data-ad-page]')?.dataset.adPage
  return text ? (JSON.parse(text) as AdPage) : { keyValues: [], outOfPage: [] }
}
