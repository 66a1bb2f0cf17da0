import { articleHead } from '../../src/seo/article-head.ts'
import { newsArticle } from '../../src/seo/structured-data/article.ts'
import { services } from '../content/world.ts'
import { EVERY_BLOCK, wireArticle } from '../support/fixtures/every-block.ts'
import { articleOf, decoded, renderAmp } from '../support/render.ts'

const { akademia } = services

test('JSON-LD has each correction with its text and date, and the article is revised by the latest (CORR-3, CORR-4)', () => {
  const written = wireArticle(EVERY_BLOCK.correction.blocks, {
    publication_date: '2026-03-01T09:30:00',
    post_generated_date: '2026-03-05T15:00:00',
  })
  const article = decoded(written)
  const node = newsArticle(article, articleHead(article, akademia), akademia)
  const id = (name: string) => expect.stringMatching(new RegExp(`#${name}$`))
  expect(node).toMatchObject({
    dateModified: '2026-03-06T00:00:00+01:00',
    correction: [
      {
        '@type': 'CorrectionComment',
        '@id': id('sprostowanie'),
        text: 'W\u00a0pierwszej wersji była zła liczba.\nDziękujemy za uwagę.',
        datePublished: '2026-03-05T14:30:00+01:00',
      },
      { '@id': id('sprostowanie-2'), text: 'Sprostowanie bez daty.' },
      { '@id': id('sprostowanie-3'), text: '6.03\u00a0W\u00a0ramce.', datePublished: '2026-03-06T00:00:00+01:00' },
    ],
  })
})

test('an article without one has none', () => {
  const article = articleOf(...EVERY_BLOCK.paragraph.blocks)
  const { correction } = newsArticle(article, articleHead(article, akademia), akademia)
  expect(correction).toBeUndefined()
})

test('in AMP a line below the headline leads to the latest correction (CORR-1)', () => {
  const { document } = renderAmp(articleOf(...EVERY_BLOCK.correction.blocks))
  const link = document.querySelector('h1 + .revision > a')
  expect(link?.textContent).toBe('Sprostowanie, 6 marca 2026')
  expect(document.querySelector(link?.getAttribute('href') ?? '')?.className).toBe('correction')
})
