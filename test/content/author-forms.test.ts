import { decodeArchive, decodeArticle, decodeSearch } from '../../src/content/decode.ts'
import { isMissing } from '../../src/content/repository.ts'
import { atOnce } from '../../src/system/steps.ts'
import { CMS, listening, wireCard } from './world.ts'

const FLAT = {
  authorName: 'Jan &amp; spółka',
  authorAvatar: `${CMS}/wp-content/uploads/2026/03/jan.jpg`,
  authorDescription: '<p>Pisze o <b>kluczach</b>.</p>',
  authorStartDate: '2015-02-03',
  authorPostCount: '12',
  authorSocial: { twitter: 'https://x.example/jan', youtube: false, facebook: 'javascript:zlo()' },
  authorUrl: '/author/jan',
  authorEmail: 'jan@redakcja.example',
}
const LONG = {
  name: 'Jan &amp; spółka',
  avatar: FLAT.authorAvatar,
  description: FLAT.authorDescription,
  email: FLAT.authorEmail,
  relative_link: '/author/jan',
  socialMedia: FLAT.authorSocial,
  stats: { start_date: '2015-02-03', posts_count: 12 },
}

const context = () => listening().context
function listOf(fields: Record<string, unknown>) {
  const list = { type: 'author', name: 'jan', blocks: [], posts: [], sumOfPosts: 0, postPerPage: 10, ...fields }
  const archive = atOnce(decodeArchive(list, context()))
  if (isMissing(archive)) throw new Error('missing')
  return archive
}
function articleOf(fields: Record<string, unknown>) {
  const article = atOnce(decodeArticle({ ...wireCard(), blocks: [], ...fields }, context()))
  if (isMissing(article)) throw new Error('missing')
  return article
}
const cardOf = (fields: Record<string, unknown>) =>
  atOnce(decodeSearch({ posts: [wireCard(fields)] }, context())).cards[0]

const PROFILE = listOf({ author: LONG }).author
const PERSON = { name: PROFILE?.name, href: PROFILE?.href, avatar: PROFILE?.avatar }

test('the long form is a whole profile', () => {
  expect(PROFILE).toMatchObject({
    name: 'Jan & spółka',
    href: '/author/jan',
    description: 'Pisze o\u00a0kluczach.',
    email: 'jan@redakcja.example',
    social: [{ network: 'twitter', href: 'https://x.example/jan' }],
    activeSince: { year: 2015 },
    textCount: 12,
  })
  expect(PROFILE?.avatar?.src).toContain('/2026/03/jan.webp')
})

describe('the flat form of an author is the same author (ART-3)', () => {
  const absent = { name: '', avatar: false, description: null, relative_link: '', socialMedia: [], stats: [] }
  test.each([
    ['in `author` of a list', { author: FLAT }],
    ['at the top level of a list, which names no author', { author: false, ...FLAT }],
    ['at the top level, with an empty long one', { author: absent, ...FLAT }],
    ['mixed with empty fields of the long form', { author: { ...absent, ...FLAT } }],
    ['mixed: each field from the form that has it', { author: { name: LONG.name, authorUrl: '/author/jan' }, ...FLAT }],
    [
      'with empty fields of the flat form',
      { author: { ...LONG, authorName: '', authorSocial: [], authorPostCount: '' } },
    ],
  ])('%s', (_name, fields) => {
    expect(listOf(fields).author).toEqual(PROFILE)
  })

  test.each([
    ['in `author`', { author: FLAT }],
    ['in `nrm_author`', { nrm_author: FLAT }],
    ['in `nrm_multi_authors`', { nrm_multi_authors: [{ author: FLAT }] }],
    ['in `nrm_multi_authors`, without a field around it', { nrm_multi_authors: [FLAT] }],
    ['at the top level', { author: [], nrm_author: false, nrm_multi_authors: false, ...FLAT }],
  ])('of a post, %s: byline, card and note', (_name, fields) => {
    expect(articleOf(fields)).toMatchObject({ authors: [PERSON], author: PROFILE })
    expect(cardOf(fields)?.authors).toEqual([PERSON])
  })

  test('several authors in two forms keep their order; one without a name is nobody', () => {
    const nrm_multi_authors = [
      { author: { name: 'Anna' } },
      { author: { authorName: '' } },
      { author: FLAT },
      { author: 7 },
    ]
    const article = articleOf({ nrm_multi_authors, nrm_author: { name: 'Inny' } })
    expect(article.authors.map(({ name }) => name)).toEqual(['Anna', 'Jan & spółka'])
    // The note tells of the first who has a biography.
    expect(article.author).toEqual(PROFILE)
  })

  test('the byline’s author counts before the one of the note; authors without names leave the next field', () => {
    expect(articleOf({ nrm_author: { name: 'Anna' }, author: LONG })).toMatchObject({
      authors: [{ name: 'Anna' }],
      author: { name: 'Jan & spółka' },
    })
    const nobody = { nrm_multi_authors: [{ author: { name: '' } }], nrm_author: { authorName: ' ' } }
    expect(articleOf({ ...nobody, author: FLAT }).authors).toEqual([PERSON])
  })

  test('a field of another shape is absent, and leaves the other form’s', () => {
    const wrong = { name: ['x'], description: {}, socialMedia: 'x', stats: { posts_count: {} } }
    expect(listOf({ author: { ...wrong, ...FLAT } }).author).toEqual(PROFILE)
    expect(listOf({ author: 'Jan' }).author).toBeUndefined()
    expect(listOf({ author: { authorName: '', authorSocial: [] } }).author).toBeUndefined()
    expect(articleOf({ author: { authorDescription: 'Bez nazwiska' } }).author).toBeUndefined()
    expect(listOf({ author: { authorName: 2026, authorPostCount: 0 } }).author).toMatchObject({
      name: '2026',
      textCount: 0,
    })
  })

  test('an author of a list without a name has that of the list, and names the list that has none of its own', () => {
    const { authorName: _, ...nameless } = FLAT
    expect(listOf({ name: 'Jan Nowak', ...nameless }).author?.name).toBe('Jan Nowak')
    expect(listOf({ author: FLAT }).heading).toBe('Jan & spółka')
    expect(listOf({ author: FLAT, titleToHeader: 'Teksty Jana' }).heading).toBe('Teksty Jana')
  })

  test('the URL may be that of the CMS or of the portal; any other is no link', () => {
    const at = (authorUrl: string) => listOf({ author: { ...FLAT, authorUrl } }).author?.href
    expect(at(`${CMS}/author/jan/`)).toBe('/author/jan')
    expect(at('https://akademia.szpalta.test/author/jan')).toBe('/author/jan')
    for (const url of ['https://obcy.example/author/jan', 'javascript:alert(1)', '//obcy.example/jan'])
      expect([url, at(url)]).toEqual([url, undefined])
  })
})

test('only the list of an author has an author’s header (ART-3)', () => {
  for (const type of ['category', 'tag']) expect(listOf({ type, author: LONG, ...FLAT }).author).toBeUndefined()
})
