/**
 * Components of AMP that call nobody but the document's own site and AMP itself, and are not a third party's: the whole
 * list of those in use. Anything else counts as a third party's (CONS-11).
 */
const OWN_COMPONENTS = new Set([
  'amp-audio',
  'amp-base-carousel',
  // The consent platform is who asks.
  'amp-consent',
  'amp-img',
  'amp-install-serviceworker',
  'amp-layout',
  // It asks for the document itself.
  'amp-live-list',
  'amp-nested-menu',
  'amp-next-page',
  'amp-sidebar',
  // Only a place for an advertisement.
  'amp-sticky-ad',
  'amp-video',
])

/**
 * Elements of plain HTML that a browser loads a document, a script, or a connection for, without AMP. Images and recordings
 * of the text are content of the site, in AMP as on pages.
 */
const LOADING = [
  'iframe',
  'object',
  'embed',
  ...['stylesheet', 'preload', 'prefetch', 'modulepreload', 'preconnect', 'dns-prefetch'].map(
    (relation) => `link[rel~=${relation}]`,
  ),
].join()
const AMP_CDN = 'https://cdn.ampproject.org/'

export interface ThirdParties {
  /** Elements that load something of a third party. */
  all: Element[]
  /** Of these, those that AMP loads before the reader's consent. */
  before: string[]
}

/** What a document loads of third parties, judged by its markup: no AMP runtime is needed, or used. */
export function thirdPartiesOf(document: Document, consentHost?: string): ThirdParties {
  const components = [...document.querySelectorAll('*')].filter(
    ({ localName }) => localName.startsWith('amp-') && !OWN_COMPONENTS.has(localName),
  )
  const plain = [...document.querySelectorAll(LOADING)].filter((element) => element.closest('noscript') === null)
  const scripts = [...document.querySelectorAll('script[src]')].filter(
    (script) => !script.getAttribute('src')?.startsWith(AMP_CDN),
  )
  const config = JSON.parse(document.querySelector('body > amp-consent#consent > script')?.textContent ?? '{}')
  const required: string[] = config.purposeConsentRequired ?? []
  /** AMP looks at an element's purposes only where no policy is named, by the element or by the document. */
  const hasPolicies =
    document.querySelector('meta[name=amp-consent-blocking], [data-block-on-consent]') !== null || required.length === 0
  const waits = (element: Element): boolean => {
    if (document.querySelector('body > amp-consent#consent') === null) return false
    if (hasPolicies) return element.getAttribute('data-block-on-consent') === '_till_accepted'
    const purposes = element.getAttribute('data-block-on-consent-purposes')?.split(',') ?? []
    return purposes.length > 0 && purposes.every((purpose) => required.includes(purpose))
  }
  const prompts = [...document.querySelectorAll('amp-consent > script')].flatMap((script) => {
    const { promptUISrc, checkConsentHref, onUpdateHref } = JSON.parse(script.textContent ?? '{}')
    return [promptUISrc, checkConsentHref, onUpdateHref].filter((url) => url && new URL(url).host !== consentHost)
  })
  return {
    all: components,
    before: [
      ...components.filter((element) => !waits(element)).map((element) => element.outerHTML.slice(0, 200)),
      ...[...plain, ...scripts].map((element) => element.outerHTML.slice(0, 200)),
      ...prompts,
    ],
  }
}
