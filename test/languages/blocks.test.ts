import { decodeArticle } from '../../src/content/decode.ts'
import { isMissing } from '../../src/content/repository.ts'
import { LANGUAGES, type Language, rulesOf } from '../../src/languages/language.ts'
import { createMessages } from '../../src/languages/messages.ts'
import type { Service } from '../../src/services/service.ts'
import { feedContent } from '../../src/syndication/feeds/content.ts'
import { atOnce } from '../../src/system/steps.ts'
import { linkRules } from '../content/world.ts'
import { EVERY_BLOCK_ARTICLE, SHARED_BLOCKS } from '../support/fixtures/every-block.ts'
import { foreignTexts, readerTexts } from '../support/foreign-texts.ts'
import { ALL_TEMPLATES, addOwnLanguages, OWN_LANGUAGES } from '../support/own-languages.ts'
import { renderAmp, renderPage } from '../support/render.ts'

function serviceIn(language: Language): Service {
  const { service } = linkRules()
  const { paths, direction } = rulesOf(language)
  const templates = ALL_TEMPLATES[language]
  if (!templates) throw new Error(`no texts in ${language}`)
  // The customer's menu and pages have Polish names.
  return {
    ...service,
    menu: [],
    group: { ...service.group, pages: [] },
    language,
    direction,
    paths,
    messages: createMessages(language, templates),
  }
}

addOwnLanguages()

describe.each([...LANGUAGES, ...OWN_LANGUAGES])('an article with every block in %s', (language) => {
  const service = serviceIn(language)
  const rules = { ...linkRules(), service }
  const decoded = atOnce(
    decodeArticle(EVERY_BLOCK_ARTICLE, { rules, report: () => {}, call: 'test', reusable: SHARED_BLOCKS }),
  )
  if (isMissing(decoded)) throw new Error('there is no such article')
  // The content itself is Polish.
  const isInContent = (text: string) => JSON.stringify(EVERY_BLOCK_ARTICLE).includes(text)
  const foreign = (answer: string) => foreignTexts(readerTexts(answer), language).filter((text) => !isInContent(text))

  test('has no interface text of another language on its page, in AMP and in the feed (LANG-1)', () => {
    expect(foreign(renderPage(decoded, service).html)).toEqual([])
    expect(foreign(renderAmp(decoded, service).html)).toEqual([])
    expect(foreign(atOnce(feedContent(decoded, 'https://x.test/a', service, () => {})))).toEqual([])
  })

  test('has the language’s own texts, dates and paths (LANG-1, TEXT-6, LANG-6)', () => {
    const { html } = renderAmp(decoded, service)
    expect(html).toContain(`lang="${language}"`)
    expect(html).toContain(service.messages.offers.sponsored)
    expect(html).toContain(decoded.published?.day)
    expect(decoded.published?.day).toMatch(
      {
        pl: /12 marca 2026/,
        en: /12 March 2026/,
        de: /12\. März 2026/,
        uk: /12 березня 2026/,
        fr: /12 mars 2026/,
        he: /12 במרץ 2026/,
      }[language],
    )
    expect(decoded.authors[0]?.href).toBe(`/${service.paths.author}/anna-przykladowa`)
  })
})
