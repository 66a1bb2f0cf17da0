import { articleHead } from '../../src/seo/article-head.ts'
import { articleGraph } from '../../src/seo/structured-data/graph.ts'
import { services } from '../content/world.ts'
import { EVERY_BLOCK, wireArticle } from '../support/fixtures/every-block.ts'
import { decoded } from '../support/render.ts'

const { akademia } = services

test('JSON-LD is a live blog posting with its beginning and the updates of its first page (LIVE-11)', () => {
  const article = decoded(
    wireArticle(EVERY_BLOCK['live-update'].blocks, {
      publication_date: '2026-03-05T15:30:00',
      post_generated_date: '2026-03-05T15:30:00',
    }),
  )
  const { canonical } = articleHead(article, akademia)
  const { '@graph': nodes } = JSON.parse(JSON.stringify(articleGraph(article, akademia)))
  const id = (name: string) => `${canonical}#${name}`
  const posting = { '@type': 'BlogPosting' }
  expect(nodes.find((node: Record<string, unknown>) => node['@id'] === id('article'))).toMatchObject({
    '@type': 'LiveBlogPosting',
    headline: article.title,
    dateModified: '2026-03-06T10:15:30+01:00',
    coverageStartTime: '2026-03-05T14:30:00+01:00',
    liveBlogUpdate: [
      { ...posting, headline: 'Wpis na górze.', datePublished: '2026-03-05T15:00:00+01:00' },
      {
        ...posting,
        '@id': id('live-20260306-1015'),
        url: id('live-20260306-1015'),
        headline: 'Nagłówek z pola',
        articleBody: 'Słowa z pól.',
        datePublished: '2026-03-06T10:15:30+01:00',
      },
      { ...posting, headline: 'Nocą', articleBody: 'Słowa w ramce.' },
      { ...posting, headline: 'Zaczynamy relację', url: id('start') },
    ],
  })
  expect(JSON.stringify(nodes)).not.toContain('coverageEndTime')
})
