import { JSDOM } from 'jsdom'
import { feedContent } from '../src/syndication/feeds/content.ts'
import { atOnce } from '../src/system/steps.ts'
import { createServices } from './support/customer-site.ts'
import { EVERY_BLOCK } from './support/fixtures/every-block.ts'
import { startTestPortal, type TestPortal } from './support/portal.ts'
import { articleOf, renderAmp, renderPage } from './support/render.ts'
import { runTogether } from './support/run-together.ts'

const PAGES = [
  ['/', 'akademia'],
  ['/', 'post'],
  ['/', 'plus'],
  ['/', 'rozrywka'],
  ['/', 'bizblog'],
  ['/', 'autoblog'],
  ['/kategoria/edukacja', 'akademia'],
  ['/kategoria/najnowsze/page/2', 'akademia'],
  ['/author/ida-korczyk', 'akademia'],
  ['/search?s=klucz', 'akademia'],
  ['/2026/02/blockchain-skrot-blok-lancuch', 'akademia'],
  ['/2026/10/dlaczego-osadzone-posty-czekaja-na-klikniecie.html', 'post'],
  ['/2026/10/co-naprawde-obiecuje-klodka', 'plus'],
  ['/o-nas', 'akademia'],
  ['/nie-ma', 'akademia'],
  ['/offline', 'akademia'],
  ['/wp-json/amp/v2/post/2026/02/blockchain-skrot-blok-lancuch', 'akademia'],
] as const

const parser = new new JSDOM().window.DOMParser()
const bodyOf = (html: string) => parser.parseFromString(html, 'text/html').body

describe.each(Object.entries(EVERY_BLOCK))('no words of a %s run together (MARK-2)', (_type, { blocks }) => {
  const article = articleOf(...blocks)

  test('on the page, in AMP and in the feed', () => {
    expect(runTogether(renderPage(article).document.body)).toEqual([])
    expect(runTogether(renderAmp(article).document.body)).toEqual([])
    expect(
      runTogether(bodyOf(atOnce(feedContent(article, 'https://x.test/a', createServices().akademia, () => {})))),
    ).toEqual([])
  })
})

test('captions, shops, prices and buttons stand apart even for a reader who joins all texts (MARK-2)', () => {
  const read = (type: keyof typeof EVERY_BLOCK, selector: string) => {
    const article = articleOf(...EVERY_BLOCK[type].blocks)
    const outputs = [renderPage(article).document, renderAmp(article).document]
    return outputs.map((document) =>
      [...document.querySelectorAll(selector)].map((element) => {
        expect([type, runTogether(element, 'naive')]).toEqual([type, []])
        return element.textContent?.replace(/\s+/g, ' ').trim()
      }),
    )
  }
  const caption = 'Tytuł kadru Opis kadru Fot. Fotografka'
  expect(read('photo-box', 'figcaption').map(([first]) => first)).toEqual([caption, caption])
  const shops = ['Sklep A 499 zł Kup w A', 'Sklep B 519,90 zł Kup w B']
  expect(read('buybox', '.shops li')).toEqual([shops, shops])
  expect(read('buybox-fast', '.shops')).toEqual([['Sklep C 89 zł Kup od razu'], ['Sklep C 89 zł Kup od razu']])
})

describe('whole pages', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await startTestPortal()
  })
  afterAll(() => portal.close())

  test.each(PAGES)('%s of %s: no words of neighbours run together (MARK-2)', async (path, service) => {
    const { text } = await portal.get(path, { host: `${service}.localhost` })
    const body = bodyOf(text)
    expect(body.textContent?.length).toBeGreaterThan(100)
    expect([...new Set(runTogether(body))]).toEqual([])
  })
})

test('words that do run together are found, across elements too', () => {
  expect(runTogether(bodyOf('<p><span>Sklep</span><b>499 zł</b> <a href="/">Kup</a></p>'))).toEqual(['Sklep|499 zł'])
  expect(runTogether(bodyOf('<ul><li>Raz</li><li>dwa</li></ul>'))).toEqual([])
  expect(runTogether(bodyOf('<ul><li>Raz</li><li>dwa</li></ul>'), 'naive')).toEqual(['Raz|dwa'])
})
