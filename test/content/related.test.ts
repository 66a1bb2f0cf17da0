import { NO_TABLE } from '../../src/content/ad-table.ts'
import type { Article } from '../../src/content/article.ts'
import { cardOf } from '../../src/content/article.ts'
import type { Card } from '../../src/content/card.ts'
import { readingOrder } from '../../src/content/reading-order.ts'
import { relatedCards } from '../../src/content/related.ts'
import { createCandidates } from '../../src/sources/candidates.ts'
import { nextTurn } from '../../src/system/steps.ts'
import { paragraph, wireArticle } from '../support/fixtures/every-block.ts'
import { decoded } from '../support/render.ts'

const article = decoded({
  ...wireArticle([paragraph('Komisja nadzoru sprawdziła giełdy i stawki opłat za obrót obligacjami.')]),
  ID: 500,
  title: 'Nadzór sprawdza giełdy',
  lead: 'Które opłaty są zgodne z umową.',
  relative_link: '/2026/03/nadzor',
  krypto_cat: [{ name: 'Rynek', slug: 'rynek' }],
  categories: [{ name: 'Opłaty', slug: 'oplaty', relative_link: '/tag/oplaty' }],
})
const plain = (id: string, title: string, more: Partial<Card> = {}): Card => ({
  ...cardOf(article),
  id,
  link: { href: `/2026/03/${id}` },
  title,
  lead: '',
  tags: [],
  category: { name: 'Kuchnia' },
  ...more,
})
const fillers = Array.from({ length: 20 }, (_, index) => plain(`inny-${index}`, `Przepis numer ${index} na zupę`))
const idsOf = (cards: readonly Card[]) => cards.map(({ id }) => id)

test('the nearest by content come first, however old, in any inflection; a tag counts as a whole (RELATED-1)', () => {
  const candidates = [
    ...fillers,
    plain('odmieniony', 'Na giełdzie i w nadzorze bez zmian'),
    plain('z-tagiem', 'O stawkach obligacji', { tags: [{ name: 'Opłaty' }], category: { name: 'Rynek' } }),
    plain('jedno-slowo', 'Giełda roślin'),
  ]
  expect(idsOf(relatedCards(article, candidates, 3)).sort()).toEqual(['odmieniony', 'z-tagiem'])
})

test('itself, promoted links, articles hidden from search engines and parts of its series are none (RELATED-1)', () => {
  const title = 'Nadzór i giełdy'
  const inSeries: Article = {
    ...article,
    series: { title: 'S', href: '/seria/s', position: 1, parts: [{ title, href: '/2026/03/czesc' }] },
  }
  const candidates = [
    ...fillers,
    plain('czesc', title),
    plain('promocja', title, { isPromo: true }),
    plain('ukryty', title, { isNoindex: true }),
    { ...plain('500', title) },
  ]
  expect(relatedCards(inSeries, candidates, 3)).toEqual([])
  expect(idsOf(relatedCards(article, candidates, 3))).toEqual(['czesc'])
})

test('words of many candidates say nothing (RELATED-1)', () => {
  const common = fillers.map((card) => ({ ...card, title: `Nadzór i giełdy: ${card.title}` }))
  expect(relatedCards(article, common, 3)).toEqual([])
})

test('the editors’ choice stays first; what nobody chose gives way to content (ART-8, RELATED-1)', () => {
  const near = plain('bliski', 'Giełdy pod nadzorem')
  const known = [...fillers, near]
  // The first one is *dalej*.
  const chosen = [plain('dalej', 'Chleb na zakwasie'), plain('wybrany', 'Zupa dnia')]
  const onward = { list: chosen, keys: [], newest: fillers.slice(0, 4), known }
  const ids = (one: Article) => idsOf(readingOrder(one, onward).related)
  const withList = { ...article, nextPaths: ['/2026/03/dalej', '/2026/03/wybrany'] }
  expect(ids(withList).slice(0, 2)).toEqual(['wybrany', 'bliski'])
  for (const one of [
    { ...withList, isNextComputed: true },
    { ...article, nextPaths: [] },
  ]) {
    expect(ids(one)[0]).toBe('bliski')
    expect(ids(one)).not.toContain('wybrany')
  }
})

describe('candidates (RELATED-1)', () => {
  const list = (cards: Card[], maxPage: number) => ({
    ...{ type: 'category' as const, name: 'N', heading: 'N', seo: {}, blocks: [], cards, maxPage },
    ...{ perPage: 2, total: 100, adSlots: [], outOfPageSlots: [], removedSlots: [] },
    adSources: { of: 'list' as const, own: NO_TABLE, configured: NO_TABLE },
  })
  /** A reading goes on in turns of its own. */
  const settled = async (isDone: () => boolean) => {
    for (let turn = 0; turn < 2000 && !isDone(); turn += 1) await nextTurn()
  }

  test('are read behind the first question, ten pages at most where each is a call, and again when they are old', async () => {
    let time = 0
    const pages: number[] = []
    const known = createCandidates(() => time, false)
    const read = async (page: number) => {
      pages.push(page)
      return list([plain(`k${page}`, 'T')], 40)
    }
    expect(known.known(read)).toEqual([])
    await settled(() => known.known(read).length === 10)
    expect(pages).toEqual([0, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    const first = known.known(read)
    expect(idsOf(first)).toEqual(pages.map((page) => `k${page}`))
    known.expire()
    expect(known.known(read)).toBe(first)
    time = 61_000
    known.known(read)
    await settled(() => pages.length === 20)
    expect(pages).toHaveLength(20)
    // The same articles are the same objects: nothing is rendered again.
    expect(known.known(read)).toBe(first)
    time += 601_000
    let hasFailed = false
    known.known(async () => {
      hasFailed = true
      throw new Error('away')
    })
    await settled(() => hasFailed)
    expect(known.known(read)).toBe(first)
  })

  test('are 500 at most where a page costs no call', async () => {
    const known = createCandidates(() => 0, true)
    const read = async (page: number) =>
      list(
        Array.from({ length: 30 }, (_, n) => plain(`k${page}-${n}`, 'T')),
        99,
      )
    known.known(read)
    await settled(() => known.known(read).length > 0)
    expect(known.known(read)).toHaveLength(500)
  })
})
