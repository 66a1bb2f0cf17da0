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
        headline: 'Nagłówek z\u00a0pola',
        articleBody: 'Słowa z\u00a0pól.',
        datePublished: '2026-03-06T10:15:30+01:00',
      },
      { ...posting, headline: 'Nocą', articleBody: 'Słowa w\u00a0ramce.' },
      { ...posting, headline: 'Zaczynamy relację', url: id('start') },
    ],
  })
  expect(JSON.stringify(nodes)).not.toContain('coverageEndTime')
})

describe('an update without words has those of what it shows (LIVE-11)', () => {
  const caption = '<figcaption>Podpis pod obrazem</figcaption>'
  const image = (text = '') =>
    `<figure class="wp-block-image"><img src="/2026/11/wykres.webp" alt="Ilustracja: wykres" width="1200" height="600"/>${text}</figure>`
  const core = (name: string, innerHTML: string, innerBlocks: unknown[] = []) => ({
    ...{ blockName: `core/${name}`, attrs: {}, innerHTML, innerBlocks },
  })
  const postingOf = (innerBlocks: unknown[]) => {
    const group = {
      blockName: 'core/group',
      attrs: { className: 'live-update', time: '2026-11-20T12:10' },
      innerHTML: '<div></div>',
      innerBlocks,
    }
    const article = decoded(wireArticle([group], { publication_date: '2026-11-20T12:00:00' }))
    const { '@graph': nodes } = JSON.parse(JSON.stringify(articleGraph(article, akademia)))
    const live = nodes.find((node: Record<string, unknown>) => node['@type'] === 'LiveBlogPosting')
    return live?.liveBlogUpdate[0]
  }

  test('an image: its alternative text, or its caption', () => {
    expect(postingOf([core('image', image())])).toMatchObject({
      headline: 'Ilustracja: wykres',
      articleBody: 'Ilustracja: wykres',
      image: [expect.stringMatching(/^https:\/\/.*\/2026\/11\/wykres\.webp/)],
    })
    expect(postingOf([core('image', image(caption))])).toMatchObject({ headline: 'Podpis pod obrazem' })
    expect(
      postingOf([core('gallery', '<figure></figure>', [core('image', image()), core('image', image(caption))])]),
    ).toMatchObject({
      headline: 'Ilustracja: wykres',
      articleBody: 'Ilustracja: wykres\nPodpis pod obrazem',
      image: { length: 2 },
    })
  })

  test('a video and a sound: their files', () => {
    expect(
      postingOf([core('video', '<figure><video src="/2026/11/start.mp4" controls></video></figure>')]),
    ).toMatchObject({
      headline: 'start.mp4',
      video: [{ '@type': 'VideoObject', contentUrl: expect.stringMatching(/start\.mp4$/) }],
    })
    expect(
      postingOf([core('audio', '<figure><audio src="/2026/11/mowa.mp3" controls></audio></figure>')]),
    ).toMatchObject({
      headline: 'mowa.mp3',
      audio: [{ '@type': 'AudioObject', contentUrl: expect.stringMatching(/mowa\.mp3$/) }],
    })
  })

  test.each(Object.entries(EVERY_BLOCK).filter(([type]) => type !== 'live-update'))(
    '%s alone is not empty',
    (_, { blocks }) => {
      const posting = postingOf(blocks)
      // What shows nothing is no update.
      if (posting === undefined) return
      expect(posting.headline).toMatch(/\S/)
      expect(posting.articleBody).toMatch(/\S/)
    },
  )
})
