import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ghostSource } from '../../tools/newsroom/ghost/source.ts'
import { summaryText } from '../../tools/newsroom/summary.ts'
import { type MovedSite, movedSite, SOON, smallImage, soonPath, wordsOf, writeFiles } from '../support/moved-site.ts'
import { importInto, temporaryFolder, textOf } from '../support/newsroom-import.ts'

const SITE = 'https://ghost.example'
const image = (name: string) => `__GHOST_URL__/content/images/2024/05/${name}.jpg`
const card = (name: string, inside: string) => `<div class="kg-card kg-${name}-card">${inside}</div>`

const HTML = [
  `<p>Pierwszy <strong>akapit</strong> z <a href="__GHOST_URL__/z-lexicala/">odnośnikiem</a>.</p><!--members-only-->`,
  `<figure class="kg-card kg-image-card kg-card-hascaption"><img src="${image('most')}" class="kg-image" alt="Most" loading="lazy" width="800" height="400" srcset="__GHOST_URL__/content/images/size/w600/2024/05/most.jpg 600w"><figcaption><span style="white-space: pre-wrap;">Most nad <em>rzeką</em></span></figcaption></figure>`,
  `<figure class="kg-card kg-gallery-card kg-width-wide"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="${image('a')}" alt="A"></div><div class="kg-gallery-image"><img src="${image('b')}" alt="B"></div></div></div><figcaption>Dwa zdjęcia</figcaption></figure>`,
  `<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://obcy.example/tekst"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Obcy tekst</div><div class="kg-bookmark-description">Opis obcego</div><div class="kg-bookmark-metadata"><span class="kg-bookmark-author">Autor</span><span class="kg-bookmark-publisher">Wydawca</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://obcy.example/x.jpg"></div></a></figure>`,
  `<figure class="kg-card kg-embed-card"><iframe width="200" height="113" src="https://www.youtube.com/embed/SQEQr7c0-dw?feature=oembed"></iframe><figcaption>Film</figcaption></figure>`,
  card('callout', '<div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Warto <b>wiedzieć</b></div>'),
  card(
    'toggle',
    '<div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">Pytanie?</h4><button class="kg-toggle-card-icon"></button></div><div class="kg-toggle-content"><p>Odpowiedź.</p></div>',
  ),
  card('button', '<a href="https://kup.example/" class="kg-btn kg-btn-accent">Kup teraz</a>'),
  `<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="__GHOST_URL__/content/media/2024/05/film.mp4" poster="https://img.spacergif.org/v1/1x1/0a/spacer.png"></video></div><figcaption>Nagranie</figcaption></figure>`,
  card(
    'audio',
    '<div class="kg-audio-player-container"><audio src="__GHOST_URL__/content/media/2024/05/rozmowa.mp3"></audio><div class="kg-audio-title">Rozmowa dnia</div></div>',
  ),
  card(
    'file',
    '<a class="kg-file-card-container" href="__GHOST_URL__/content/files/2024/05/raport.pdf"><div class="kg-file-card-title">Raport</div><div class="kg-file-card-caption">Cały raport</div><div class="kg-file-card-filename">raport.pdf</div></a>',
  ),
  card(
    'product',
    `<div class="kg-product-card-container"><img src="${image('a')}" class="kg-product-card-image"><h4 class="kg-product-card-title">Lampa</h4><div class="kg-product-card-rating"><span class="kg-product-card-rating-active"></span><span class="kg-product-card-rating-active"></span><span class="kg-product-card-rating-active"></span></div><div class="kg-product-card-description"><p>Świeci.</p></div><a href="https://lampy.example/" class="kg-product-card-button"><span>Do sklepu</span></a></div>`,
  ),
  card(
    'header',
    '<h2 class="kg-header-card-header">Wielki nagłówek</h2><h3 class="kg-header-card-subheader">Mały nagłówek</h3><a href="https://dalej.example/" class="kg-header-card-button">Dalej</a>',
  ),
  card(
    'signup',
    '<h2 class="kg-signup-card-heading">Zapisz się</h2><p class="kg-signup-card-subheading">Raz w tygodniu</p><form><input></form><p class="kg-signup-card-disclaimer">Bez spamu</p>',
  ),
  `<figure class="kg-card kg-code-card"><pre><code class="language-js">let a = 1

a &lt; 2</code></pre><figcaption>Kod</figcaption></figure>`,
  `<!--kg-card-begin: html--><div class="ramka"><p>Własny HTML</p></div><!--kg-card-end: html-->`,
  `<!--kg-gated-block:begin nonMember:false memberSegment:"status:free,status:-free" --><p>SEKRET</p><!--kg-gated-block:end-->`,
  `<ul><li>jeden</li><li>dwa<ul><li>dwa i pół</li></ul></li></ul><blockquote>Cytat</blockquote><h2 id="dalej">Dalej</h2><hr>`,
].join('\n')

const text = (words: string, format = 0) => ({ type: 'extended-text', text: words, format, version: 1 })
const LEXICAL = JSON.stringify({
  root: {
    type: 'root',
    children: [
      {
        type: 'paragraph',
        children: [
          text('Zwykły '),
          text('mocny', 1),
          text(' i '),
          text('kod', 16),
          { type: 'linebreak' },
          { type: 'link', url: `__GHOST_URL__/karty/`, children: [text('karty')] },
        ],
      },
      { type: 'extended-heading', tag: 'h3', children: [text('Śródtytuł')] },
      {
        type: 'list',
        listType: 'number',
        tag: 'ol',
        start: 3,
        children: [
          { type: 'listitem', value: 3, children: [text('trzy')] },
          {
            type: 'listitem',
            value: 4,
            children: [
              {
                type: 'list',
                listType: 'bullet',
                tag: 'ul',
                children: [{ type: 'listitem', children: [text('w środku')] }],
              },
            ],
          },
        ],
      },
      { type: 'image', src: image('b'), alt: 'B', caption: '<span>Podpis z edytora</span>', href: '' },
      { type: 'callout', calloutText: '<p>Uwaga z edytora</p>', calloutEmoji: '⚠️' },
      { type: 'toggle', heading: 'Rozwiń', content: '<p>Rozwinięte</p>' },
      { type: 'codeblock', code: 'print("x")', language: 'python', caption: '' },
      { type: 'html', html: '<p>HTML z edytora</p>', visibility: { web: { nonMember: true } } },
      { type: 'html', html: '<p>SEKRET</p>', visibility: { web: { nonMember: false } } },
      { type: 'email', html: '<p>POCZTA</p>' },
      { type: 'markdown', markdown: '- z *markdownu*' },
      {
        type: 'embed',
        url: 'https://nieznany.example/x',
        html: '<iframe src="https://nieznany.example/x"></iframe>',
        metadata: { title: 'Nieznany' },
      },
      {
        type: 'call-to-action',
        textValue: '<p>Zachęta</p>',
        showButton: true,
        buttonText: 'Zobacz',
        buttonUrl: 'https://cta.example/',
      },
      { type: 'horizontalrule' },
      { type: 'nowa-karta', field: 1 },
    ],
  },
})

const MOBILEDOC = JSON.stringify({
  version: '0.3.1',
  atoms: [['soft-return', '', {}]],
  cards: [
    ['image', { src: image('a'), caption: 'Stary podpis' }],
    ['hr', {}],
    ['bookmark', { url: 'https://stary.example/', metadata: { title: 'Stary zakład' } }],
    ['email-cta', { html: '<p>POCZTA</p>' }],
  ],
  markups: [['strong'], ['a', ['href', 'https://cel.example/']]],
  sections: [
    [
      1,
      'p',
      [
        [0, [], 0, 'Stary '],
        [0, [0], 1, 'edytor'],
        [1, [], 0, 0],
        [0, [1], 1, 'odnośnik'],
      ],
    ],
    [10, 0],
    [1, 'h2', [[0, [], 0, 'Stary śródtytuł']]],
    [3, 'ul', [[[0, [], 0, 'punkt']]]],
    [10, 1],
    [10, 2],
    [10, 3],
  ],
})

let number = 0
function post(fields: Record<string, unknown>): Record<string, unknown> {
  number += 1
  return {
    id: `p${number}`,
    uuid: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    title: `Tekst ${number}`,
    slug: `tekst-${number}`,
    html: '<p>Treść.</p>',
    lexical: null,
    mobiledoc: null,
    feature_image: null,
    featured: 0,
    type: 'post',
    status: 'published',
    visibility: 'public',
    created_at: '2024-05-01T08:00:00.000Z',
    updated_at: '2024-05-02T08:00:00.000Z',
    published_at: '2024-05-01T10:00:00.000Z',
    custom_excerpt: null,
    ...fields,
  }
}

const POSTS = [
  post({
    id: 'karty',
    slug: 'karty',
    title: 'Karty & <spółka>',
    html: HTML,
    feature_image: image('most'),
    custom_excerpt: 'Zajawka własna.',
    featured: 1,
  }),
  post({ slug: 'z-lexicala', title: 'Z Lexicala', html: null, lexical: LEXICAL }),
  post({ slug: 'z-mobiledoca', title: 'Z Mobiledoca', html: null, mobiledoc: MOBILEDOC }),
  post({ slug: 'szkic', title: 'Szkic', status: 'draft', published_at: null }),
  post({ slug: 'planowany', title: 'Planowany', status: 'scheduled', published_at: `${SOON}T12:00:00.000Z` }),
  post({ slug: 'dla-czlonkow', title: 'Dla członków', visibility: 'paid', html: '<p>SEKRET</p>' }),
  post({ slug: 'tylko-poczta', title: 'Tylko poczta', status: 'sent', html: '<p>POCZTA</p>' }),
  post({ slug: 'o-nas', title: 'O nas', type: 'page', html: '<p>Strona o nas.</p>' }),
  post({ slug: 'zażółć', title: 'Zażółć', html: '<p>Polska nazwa.</p>' }),
  post({
    slug: 'dwoje',
    id: 'dwoje',
    title: 'Dwoje autorów',
    html: '<p>Razem.</p>',
    codeinjection_foot: '<script>x()</script>',
  }),
  post({ slug: 'bez-ciala', title: 'Bez ciała', html: null }),
  post({ slug: 'index', title: 'Indeks', html: '<p>Nazwa jak plik.</p>' }),
  post({ slug: 'obce-zdjecie', title: 'Obce zdjęcie', feature_image: 'https://images.unsplash.example/x.jpg' }),
  post({ slug: 'zepsute', title: 'Zepsute', html: null, lexical: '{nie json' }),
]

const DATA = {
  posts: POSTS,
  tags: [
    { id: 't1', name: 'Nauka & życie', slug: 'nauka', description: 'O nauce' },
    { id: 't2', name: 'Technika', slug: 'technika' },
    { id: 't3', name: '#wewnetrzny', slug: 'hash-wewnetrzny', visibility: 'internal' },
  ],
  users: [
    { id: 'u1', name: 'Anna Nowak', slug: 'anna', bio: 'Pisze o mostach.', email: 'anna@ghost.example' },
    { id: 'u2', name: 'Jan Kos', slug: 'jan' },
  ],
  posts_authors: [
    ...POSTS.map(({ id }) => ({ post_id: id, author_id: 'u1', sort_order: 0 })),
    { post_id: 'dwoje', author_id: 'u2', sort_order: 1 },
  ],
  posts_tags: [
    { post_id: 'karty', tag_id: 't2', sort_order: 1 },
    { post_id: 'karty', tag_id: 't1', sort_order: 0 },
    { post_id: 'karty', tag_id: 't3', sort_order: 2 },
  ],
  posts_meta: [
    {
      post_id: 'karty',
      feature_image_alt: 'Most o świcie',
      feature_image_caption: 'Fot. <a href="https://x.example">X</a>',
    },
  ],
  settings: [
    { key: 'title', value: 'Duch' },
    { key: 'navigation', value: '[{"label":"Dom","url":"/"}]' },
  ],
}

const MEDIA = ['images/2024/05/most.jpg', 'images/2024/05/a.jpg', 'images/2024/05/b.jpg']

let inputs: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  inputs = await temporaryFolder()
  const jpeg = await smallImage()
  await writeFiles(inputs.path, {
    'export.json': JSON.stringify({ db: [{ meta: { exported_on: 1, version: '5.80.0' }, data: DATA }] }),
    'bare.json': JSON.stringify({ meta: {}, data: DATA }),
    ...Object.fromEntries(MEDIA.map((path) => [`content/${path}`, jpeg])),
    'content/media/2024/05/film.mp4': 'film',
    'content/media/2024/05/rozmowa.mp3': 'dźwięk',
    'content/files/2024/05/raport.pdf': 'raport',
  })
})
afterAll(() => inputs.remove())

const source = (file = 'export.json', site: string | undefined = SITE) =>
  ghostSource({ file: join(inputs.path, file), site, media: join(inputs.path, 'content'), embeds: [] })

describe.each(['html', 'markdown'] as const)('an export of Ghost, as %s', (format) => {
  let site: MovedSite
  beforeAll(async () => {
    site = await movedSite(await source(), { format, hasDrafts: true })
  })
  afterAll(() => site?.close())

  test('every post is there, and the doctor finds nothing wrong', async () => {
    expect(site.summary.failed).toEqual([{ name: 'Zepsute', reason: expect.stringContaining('its body') }])
    expect(site.summary).toMatchObject({
      imported: 12,
      images: 3,
      skipped: [{ name: 'Tylko poczta', reason: 'it was only sent by mail' }],
    })
    expect(site.doctor).toMatchObject({ state: 'good' })
    const names = await readdir(join(site.folder, 'akademia/articles'))
    expect(new Set(names.map((name) => name.split('.').at(-1)))).toEqual(new Set([format === 'html' ? 'html' : 'md']))
  })

  test('cards are shown as blocks of the portal', async () => {
    const body = await site.body('/2024/05/karty')
    const words = wordsOf(body)
    for (const shown of [
      'Pierwszy akapit z odnośnikiem.',
      'Most nad rzeką',
      'Dwa zdjęcia',
      'Obcy tekst',
      'Opis obcego',
      'Autor · Wydawca',
      '💡 Warto wiedzieć',
      'Pytanie?',
      'Odpowiedź.',
      'Kup teraz',
      'Nagranie',
      'Rozmowa dnia',
      'Raport',
      'Cały raport',
      'Lampa',
      '★★★☆☆',
      'Świeci.',
      'Do sklepu',
      'Wielki nagłówek',
      'Mały nagłówek',
      'Dalej',
      'Bez spamu',
      'let a = 1',
      'Własny HTML',
      'jeden',
      'dwa i pół',
      'Cytat',
    ]) {
      expect(words).toContain(shown)
    }
    expect(words).not.toContain('SEKRET')
    expect([...body.querySelectorAll('img')].map((one) => one.getAttribute('src'))).toEqual(
      expect.arrayContaining([
        expect.stringContaining('/2024/05/most'),
        expect.stringContaining('/2024/05/a'),
        expect.stringContaining('/2024/05/b'),
      ]),
    )
    expect(body.innerHTML).not.toContain('ghost.example')
    expect(body.querySelector('details')).not.toBeNull()
    expect(body.querySelector('pre')?.textContent).toContain('let a = 1\n\na < 2')
    expect(body.querySelector('a[href*="/2024/05/z-lexicala"]')).not.toBeNull()
    expect(body.innerHTML).toContain('SQEQr7c0-dw')
    expect(body.querySelector('video')?.outerHTML).toContain('/content/media/2024/05/film.mp4')
    expect(body.querySelector('audio')?.outerHTML).toContain('/content/media/2024/05/rozmowa.mp3')
    expect(await textOf(site.folder, 'public/content/files/2024/05/raport.pdf')).toBe('raport')
  })

  test('fields are those of the article', async () => {
    const { text: page } = await site.portal.get('/2024/05/karty')
    for (const shown of [
      'Karty &amp; &lt;spółka&gt;',
      'Zajawka własna.',
      'Most o świcie',
      'Anna Nowak',
      'Nauka &amp; życie',
    ]) {
      expect(page.replaceAll(/[\u00a0\u2060]/g, (sign) => (sign === '\u00a0' ? ' ' : ''))).toContain(shown)
    }
    expect((await site.portal.get('/author/anna')).text).toContain('mostach')
  })

  test('a body that only the editor kept is rendered (Lexical, Mobiledoc)', async () => {
    const lexical = await site.body('/2024/05/z-lexicala')
    for (const shown of [
      'Zwykły mocny i kod',
      'Śródtytuł',
      'trzy',
      'w środku',
      'Podpis z edytora',
      '⚠️ Uwaga z edytora',
      'Rozwinięte',
      'print("x")',
      'HTML z edytora',
      'z markdownu',
      'Nieznany',
      'Zachęta',
      'Zobacz',
    ]) {
      expect(wordsOf(lexical)).toContain(shown)
    }
    expect(lexical.querySelector('ol')?.getAttribute('start')).toBe('3')
    const mobiledoc = await site.body('/2024/05/z-mobiledoca')
    for (const shown of ['Stary edytor', 'odnośnik', 'Stary podpis', 'Stary śródtytuł', 'punkt', 'Stary zakład']) {
      expect(wordsOf(mobiledoc)).toContain(shown)
    }
    for (const body of [lexical, mobiledoc]) {
      expect(body.textContent).not.toContain('POCZTA')
      expect(body.textContent).not.toContain('SEKRET')
    }
  })

  test('what not everybody could read is no page, nor are a draft and a planned post (SRC-74)', async () => {
    for (const slug of ['dla-czlonkow', 'szkic', 'planowany', 'tylko-poczta']) {
      expect([slug, (await site.portal.get(`/2024/05/${slug}`)).status]).toEqual([slug, 404])
    }
    expect((await site.portal.get(soonPath('planowany'))).status).toBe(404)
  })

  test('old URLs lead to the new ones', async () => {
    const moved = async (path: string) => {
      const { status, headers } = await site.portal.get(encodeURI(path))
      return [status, headers.location]
    }
    expect(await moved('/karty/')).toEqual([301, '/2024/05/karty'])
    expect(await moved('/zażółć/')).toEqual([
      301,
      format === 'html' ? '/2024/05/za%C5%BC%C3%B3%C5%82%C4%87' : '/2024/05/zazolc',
    ])
    expect(await moved('/tag/nauka/')).toEqual([301, '/kategoria/nauka'])
    expect(await moved('/rss/')).toEqual([301, '/api/feed/rss'])
    expect((await site.portal.follow('/index/')).text).toContain('Nazwa jak plik')
    expect((await site.portal.get('/o-nas')).status).toBe(200)
  })

  test('the summary names what was lost, by post', () => {
    const written = summaryText(site.summary)
    for (const line of [
      'card "nowa-karta"',
      'text that was only in the mail',
      'embedded content of nieznany.example, now a link',
      'the image of a bookmark of obcy.example',
      'code injection (codeinjection_foot)',
      'entries of the menu 1',
      'internal tags 1',
    ]) {
      expect(written).toContain(line)
    }
  })
})

test('the form without db is read too, and a second run changes nothing', async () => {
  const { path, remove } = await temporaryFolder()
  const first = await importInto(path, await source('bare.json'), {
    format: 'markdown',
    hasImages: true,
    downloads: false,
  })
  const before = await textOf(path, 'akademia/articles/karty.md')
  await writeFile(
    join(path, 'akademia/articles/dwoje.md'),
    (await textOf(path, 'akademia/articles/dwoje.md')).replace('Razem.', 'Razem i osobno.'),
  )
  await writeFile(
    join(path, 'redirects.csv'),
    (await textOf(path, 'redirects.csv')).replace('/karty,/2024/05/karty', '/karty,/o-nas'),
  )
  const again = await importInto(path, await source('bare.json'), {
    format: 'markdown',
    hasImages: true,
    downloads: false,
    isUpdate: true,
  })
  expect(again).toMatchObject({ imported: 0, updated: 0, unchanged: first.imported, redirects: 0 })
  expect(await textOf(path, 'akademia/articles/karty.md')).toBe(before)
  expect(await textOf(path, 'akademia/articles/dwoje.md')).toContain('Razem i osobno.')
  expect(await textOf(path, 'redirects.csv')).toContain('/karty,/o-nas')
  await remove()
})

test('a post that changed at its source and in the newsroom stays as the editor has it, and is named (SRC-74)', async () => {
  const { path, remove } = await temporaryFolder()
  await importInto(path, await source('bare.json'), { format: 'markdown' })
  const file = join(path, 'akademia/articles/dwoje.md')
  await writeFile(file, (await textOf(path, 'akademia/articles/dwoje.md')).replace('Razem.', 'Razem i osobno.'))
  const posts = POSTS.map((one) => (one.id === 'dwoje' ? { ...one, html: '<p>Inaczej.</p>' } : one))
  await writeFile(join(inputs.path, 'later.json'), JSON.stringify({ data: { ...DATA, posts } }))
  const again = await importInto(path, await source('later.json'), { format: 'markdown', isUpdate: true })
  expect(again.skipped).toContainEqual({
    name: 'Dwoje autorów',
    reason: 'it has changed, and the file was edited here',
  })
  expect(await textOf(path, 'akademia/articles/dwoje.md')).toContain('Razem i osobno.')
  await remove()
})

test('a dry run writes nothing, and counts what a run would write', async () => {
  const { path, remove } = await temporaryFolder()
  const options = { hasDrafts: true, hasImages: true, downloads: false } as const
  const dry = await importInto(join(path, 'n'), await source(), { ...options, isDryRun: true })
  expect(await readdir(path)).toEqual([])
  const real = await importInto(join(path, 'n'), await source(), options)
  const counts = ({ imported, images, redirects, houseFiles, failed, skipped }: typeof dry) => ({
    imported,
    images,
    redirects,
    houseFiles,
    failed,
    skipped,
  })
  expect(counts(dry)).toEqual(counts(real))
  await remove()
})

test('an export without the URL of its site has links and images of the newsroom', async () => {
  const { path, remove } = await temporaryFolder()
  await importInto(path, await source('bare.json', undefined), { hasImages: true, downloads: false })
  const written = await textOf(path, 'akademia/articles/karty.html')
  expect(written).not.toContain('site.invalid')
  expect(written).toContain('src="/2024/05/most.webp"')
  expect(await textOf(path, 'redirects.csv')).toContain('/karty,/2024/05/karty,301')
  await remove()
})

test.each([
  ['broken JSON, by its line', '{\n"db": [\n{"data": {"posts": [}}\n]}', /broken\.json:3: not JSON/],
  ['JSON that ends too early', '{\n"db": [\n', /broken\.json:3: not JSON/],
  ['JSON that is no export', '{"a": 1}', /no export of Ghost/],
])('%s is refused', async (_name, written, reason) => {
  await writeFile(join(inputs.path, 'broken.json'), written)
  await expect(source('broken.json')).rejects.toThrow(reason)
})

test('a bookmark of an own page and the still of an own video come along', async () => {
  const { path, remove } = await temporaryFolder()
  const bookmark = (url: string, title: string) =>
    `<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="${url}"><div class="kg-bookmark-content"><div class="kg-bookmark-title">${title}</div></div></a></figure>`
  const video = (attributes: string, style: string) =>
    `<figure class="kg-card kg-video-card" ${attributes}><div class="kg-video-container"><video src="__GHOST_URL__/content/media/2024/05/film.mp4" style="${style}"></video></div></figure>`
  const html = [
    bookmark('__GHOST_URL__/cel/', 'Własny'),
    bookmark('/cel/', 'Od korzenia'),
    bookmark('javascript:alert(1)', 'Skrypt'),
    video('data-kg-thumbnail="__GHOST_URL__/content/media/2024/05/kadr.jpg"', ''),
    video('', "background: url('__GHOST_URL__/content/images/2024/05/tlo.jpg') 50% 50%"),
  ].join('')
  const post = { status: 'published', published_at: '2024-05-01T10:00:00.000Z' }
  const posts = [
    { ...post, id: '1', slug: 'cel', title: 'Cel', html: '<p>X</p>' },
    { ...post, id: '2', slug: 'a', title: 'A', html },
  ]
  await writeFile(join(inputs.path, 'own.json'), JSON.stringify({ data: { posts } }))
  await importInto(path, await source('own.json'))
  const written = await textOf(path, 'akademia/articles/a.html')
  expect(written).toContain('<a href="/2024/05/cel"><strong>Własny</strong></a>')
  expect(written).toContain('<a href="/2024/05/cel"><strong>Od korzenia</strong></a>')
  expect(written).not.toContain('Skrypt')
  expect(written).toContain(`poster="${SITE}/content/media/2024/05/kadr.jpg"`)
  expect(written).toContain(`poster="${SITE}/content/images/2024/05/tlo.jpg"`)
  await remove()
})

test('a time without a zone is UTC wherever the command runs', () => {
  const bundle = ['tools/newsroom/ghost/wire.ts', '--bundle', '--format=esm', '--platform=node']
  const module = execFileSync('node_modules/.bin/esbuild', bundle, { encoding: 'utf8' })
  const main = `const at = (published_at) => ghostPost.parse({ id: 1, slug: 'a', published_at }).published_at
    console.log(JSON.stringify(['2014-01-02 03:04:05', '2014-01-02T03:04:05', '2014-01-02T03:04:05+01:00'].map(at)))`
  const script = join(inputs.path, 'times.mjs')
  writeFileSync(script, `${module}\n${main}`)
  const out = execFileSync(process.execPath, [script], { env: { TZ: 'America/New_York' }, encoding: 'utf8' })
  const utc = Date.UTC(2014, 0, 2, 3, 4, 5)
  expect(JSON.parse(out)).toEqual([utc, utc, utc - 3_600_000])
})
