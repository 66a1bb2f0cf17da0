import { CORE_BLOCKS } from '../../src/content/normalise/core-blocks.ts'
import { splitRendered } from '../../src/sources/wordpress/split.ts'
import { feedContent } from '../../src/syndication/feeds/content.ts'
import { atOnce } from '../../src/system/steps.ts'
import { articleText } from '../support/article-text.ts'
import { contentsOf, lossesOf } from '../support/content-loss.ts'
import { CORE_CONTENT, type ContentFixture } from '../support/fixtures/core-content.ts'
import { articleOf, problemsOf, renderAmp, renderPage } from '../support/render.ts'
import { services } from './world.ts'

const URL_OF_ARTICLE = 'https://akademia.szpalta.test/2026/03/wpis'
/** The fixtures of the shortcodes, by their names. */
const SHORTCODES = ['gallery', 'caption', 'audio', 'video', 'playlist', 'embed']

/** Its blocks as they are recovered from WordPress' rendering, in the three outputs. */
function outputsOf({ html }: ContentFixture) {
  const article = articleOf(...atOnce(splitRendered(html, [])))
  const feed = atOnce(feedContent(article, URL_OF_ARTICLE, services.akademia, () => {}))
  return { page: renderPage(article), amp: renderAmp(article), feed }
}

const rendered = CORE_CONTENT.map((fixture) => ({ fixture, ...outputsOf(fixture) }))
const outputs = {
  page: ({ page }: (typeof rendered)[number]) => page.html,
  AMP: ({ amp }: (typeof rendered)[number]) => amp.document.querySelector('.article-body')?.outerHTML ?? '',
  feed: ({ feed }: (typeof rendered)[number]) => feed,
}

test('the fixtures have every block of the core that holds content, and every shortcode (BLOCK-45)', () => {
  const names = new Set(CORE_CONTENT.flatMap(({ blocks }) => blocks))
  const wanted = [...CORE_BLOCKS]
    .filter(([, treatment]) => treatment !== 'nothing')
    .map(([name]) => name.slice('core/'.length))
  expect(wanted.filter((name) => !names.has(name))).toEqual([])
  expect([...names].filter((name) => !CORE_BLOCKS.has(`core/${name}`))).toEqual([])
  expect(SHORTCODES.filter((name) => !CORE_CONTENT.some((fixture) => fixture.name.startsWith(`[${name}]`)))).toEqual([])
  expect(CORE_CONTENT.length).toBeGreaterThanOrEqual(55)
})

test.each(Object.keys(outputs) as Array<keyof typeof outputs>)(
  'nothing of any fixture is lost: every text, link, image and file is in the output for %s (BLOCK-45)',
  (output) => {
    const lost = rendered.flatMap((one) => {
      const wanted = contentsOf(one.fixture.html, URL_OF_ARTICLE)
      for (const path of one.fixture.imagePages ?? []) expect([path, wanted.links.delete(path)]).toEqual([path, true])
      const losses = lossesOf(wanted, contentsOf(outputs[output](one), URL_OF_ARTICLE))
      return losses.length > 0 ? [{ name: one.fixture.name, losses }] : []
    })
    console.info(
      `core blocks and shortcodes with nothing lost, ${output}: ${rendered.length - lost.length} of ${rendered.length}`,
    )
    expect(lost).toEqual([])
  },
)

test('each is valid AMP without a warning, with the text of the page (AMP-2, AMP-4)', async () => {
  const failures: object[] = []
  for (const { fixture, page, amp } of rendered) {
    const problems = [
      ...(await problemsOf(amp)),
      ...(articleText(amp.html) === articleText(page.html) ? [] : ['another text']),
      ...[...page.problems, ...amp.problems].map(({ kind }) => kind),
    ]
    if (problems.length > 0) failures.push({ name: fixture.name, problems })
  }
  console.info(
    `core blocks and shortcodes that are valid AMP: ${rendered.length - failures.length} of ${rendered.length}`,
  )
  expect(failures).toEqual([])
})
