import { renderAmpBody } from '../../../amp/body.ts'
import type { Article } from '../../../src/content/article.ts'
import { type Block, innerBlocks } from '../../../src/content/block.ts'
import { FRAME_ORIGINS } from '../../../src/content/embeds.ts'
import { attribute, elementsNamed, type HtmlElement, parseHtml, textOf, visit } from '../../../src/content/html/tree.ts'
import { feedContent } from '../../../src/syndication/feeds/content.ts'
import { atOnce } from '../../../src/system/steps.ts'
import { bodyBytes } from '../../../views/article/article-body.tsx'
import { articleText } from '../../support/article-text.ts'
import { articleOf, problemsOf, renderAmp, renderPage } from '../../support/render.ts'
import { services } from '../world.ts'
import { EMBED_SAMPLES, type EmbedSample } from './samples.ts'

/** AMP documents of many samples each: one apiece would take minutes. */
const SAMPLES_PER_DOCUMENT = 60
const PAGE = 'https://szpalta.example/2026/03/artykul'
const service = services.akademia
const silent = (): void => {}

type Outcome = 'shown' | 'link' | 'lost'

function decoded(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

/** Whether an attribute of an element leads to a sample's content. */
const leads = (element: HtmlElement, { holds }: EmbedSample): boolean =>
  element.attrs.some(({ value }) => [value, decoded(value)].some((one) => one.includes(holds)))

/** Each output, and the attribute of what is shown there. */
const OUTPUTS: Record<string, { render(article: Article): string; shown?: string }> = {
  page: {
    render: ({ body, path }) => String(bodyBytes(body, path, { service, report: silent }, '')),
    shown: 'data-embed',
  },
  amp: {
    render({ body }) {
      const absolute = (url: string): string => new URL(url, PAGE).href
      const settings = {
        service,
        absolute,
        asking: { consent: 'cmp' as const },
        heroIsTaken: true,
        call: 'test',
        report: silent,
      }
      return renderAmpBody(body, settings).pieces.join('')
    },
    shown: 'data-block-on-consent-purposes',
  },
  feed: { render: (article) => atOnce(feedContent(article, PAGE, service, silent)) },
}

const articles = EMBED_SAMPLES.map((sample) => ({ sample, article: articleOf(sample.block) }))

function outcomeOf(markup: string, shown: string | undefined, sample: EmbedSample): Outcome {
  const nodes = parseHtml(markup)
  // Without its link the content is lost for readers without scripts, and where consent is refused.
  const isLinked = elementsNamed(nodes, 'a').some(
    (link) => leads(link, sample) && textOf(link.childNodes).trim() !== '',
  )
  if (!isLinked) return 'lost'
  let isShown = false
  visit(nodes, (element) => {
    isShown ||= shown !== undefined && attribute(element, shown) !== undefined
    return !isShown
  })
  return isShown ? 'shown' : 'link'
}

test.each(Object.keys(OUTPUTS))('no sample of an embed is lost: %s (EMB-1, EMB-2)', (name) => {
  const outcomes = articles.map(({ sample, article }) => {
    const markup = OUTPUTS[name]?.render(article) ?? ''
    const caption = /<figcaption>([^<]+)/.exec(String(sample.block.innerHTML))?.[1] ?? ''
    return { sample, outcome: markup.includes(caption) ? outcomeOf(markup, OUTPUTS[name]?.shown, sample) : 'lost' }
  })
  const count = (outcome: Outcome): number => outcomes.filter((one) => one.outcome === outcome).length
  console.info(
    `${name}: ${outcomes.length} embed samples: ${count('shown')} shown, ${count('link')} links, ${count('lost')} lost`,
  )
  expect(outcomes.filter(({ outcome }) => outcome === 'lost').map(({ sample }) => sample.name)).toEqual([])
  if (name === 'feed') return
  const unshown = outcomes.filter(({ sample, outcome }) => sample.isShown && outcome !== 'shown')
  expect(unshown.map(({ sample }) => sample.name)).toEqual([])
})

test('there are at least 250 samples, each with a name of its own', () => {
  expect(EMBED_SAMPLES.length).toBeGreaterThanOrEqual(250)
  expect(new Set(EMBED_SAMPLES.map(({ name }) => name)).size).toBe(EMBED_SAMPLES.length)
})

test('every frame of the samples is of an origin that the policy lists (EMB-5)', () => {
  const framesOf = (block: Block): string[] =>
    'frame' in block && block.frame ? [new URL(block.frame.src).origin] : innerBlocks(block).flatMap(framesOf)
  const frames = articles.flatMap(({ article }) => article.body.flatMap(framesOf))
  expect(frames.length).toBeGreaterThan(400)
  expect(frames.filter((origin) => !FRAME_ORIGINS.includes(origin))).toEqual([])
})

test('all samples are valid AMP without a warning, with the text of the page (AMP-2, AMP-4, EMB-7)', async () => {
  for (let from = 0; from < EMBED_SAMPLES.length; from += SAMPLES_PER_DOCUMENT) {
    const article = articleOf(...EMBED_SAMPLES.slice(from, from + SAMPLES_PER_DOCUMENT).map(({ block }) => block))
    const amp = renderAmp(article)
    expect([from, await problemsOf(amp)]).toEqual([from, []])
    expect(articleText(amp.html)).toBe(articleText(renderPage(article).html))
  }
})
