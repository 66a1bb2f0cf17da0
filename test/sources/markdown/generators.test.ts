import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createEmbeddedSource } from '../../../src/sources/embedded/embedded.ts'
import { createServices, SERVICE_NAMES } from '../../support/customer-site.ts'
import { decoded, renderPage } from '../../support/render.ts'

/** The documented forms of four generators: front matter, names of files, and what their bodies may have. */

const { akademia } = createServices()
/** Of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const IMAGES = [
  'articles/obraz.png',
  'articles/zestaw/okladka.png',
  'assets/images/okladka.png',
  'static/img/okladka.png',
]
const END = 'Ostatnie zdanie artykułu.'

interface Sample {
  file: string
  front: string
  /** Before the last sentence. */
  body?: string
  path: string
  title?: string
  /** Of the wire's card. */
  card?: Readonly<Record<string, unknown>>
  /** Words that the page shows, and markup that it has. */
  shows?: readonly string[]
}

const yaml = (fields: string): string => `---\n${fields}\n---\n`
const toml = (fields: string): string => `+++\n${fields}\n+++\n`

const JEKYLL: Sample[] = [
  {
    file: '2026-03-01-powitanie.md',
    front: yaml('layout: post\ntitle: "Powitanie"\ndate: 2026-03-01 15:32:14 +0100\ncategories: nauka fizyka'),
    path: '/2026/03/powitanie',
    card: {
      publication_date: '2026-03-01T15:32:14',
      krypto_cat: [{ name: 'nauka', slug: 'nauka', relative_link: '/kategoria/nauka' }],
    },
  },
  {
    file: '2026-03-02-sama-nazwa.md',
    front: yaml('title: Sama nazwa'),
    path: '/2026/03/sama-nazwa',
    card: { publication_date: '2026-03-02T00:00' },
  },
  {
    file: '2026-03-03-pusto.md',
    front: yaml(''),
    body: '# Tytuł z tekstu\n\n',
    path: '/2026/03/pusto',
    title: 'Tytuł z tekstu',
  },
  {
    file: '2026-03-04-etykiety.md',
    front: yaml('title: Etykiety\ntags: [krypto, "Sztuczna inteligencja"]'),
    path: '/2026/03/etykiety',
    card: {
      categories: [
        expect.objectContaining({ slug: 'krypto' }),
        expect.objectContaining({ slug: 'sztuczna-inteligencja', name: 'Sztuczna inteligencja' }),
      ],
    },
  },
  {
    file: '2026-03-05-adres.md',
    front: yaml('title: Adres\npermalink: /nauka/wlasny-adres/'),
    path: '/2026/03/wlasny-adres',
  },
  {
    file: '2026-03-06-wzorzec.md',
    front: yaml('title: Wzorzec\npermalink: /:categories/:year/:title.html'),
    path: '/2026/03/wzorzec',
  },
  {
    file: '2026-03-07-kod.md',
    front: yaml('title: Kod'),
    body: '{% highlight ruby linenos %}\nputs "Cześć"\n{% endhighlight %}\n',
    path: '/2026/03/kod',
    shows: ['puts', 'Cześć', '<pre>'],
  },
  {
    file: '2026-03-08-odnosnik.md',
    front: yaml('title: Odnośnik'),
    body: '[Powitanie]({% post_url 2026-03-01-powitanie %}) i {{ site.title }}.\n',
    path: '/2026/03/odnosnik',
    shows: ['href="/2026/03/powitanie"'],
  },
  {
    file: '2026-03-09-kramdown.md',
    front: yaml('title: Kramdown'),
    body: 'Akapit.\n{: .wazne}\n\n* spis\n{:toc}\n',
    path: '/2026/03/kramdown',
    shows: ['Akapit.'],
  },
  {
    file: '2026-03-10-surowe.md',
    front: yaml('title: Surowe\nexcerpt_separator: <!--more-->'),
    body: 'Wstęp.\n<!--more-->\n{% raw %}{{ zmienna }}{% endraw %}\n',
    path: '/2026/03/surowe',
    shows: ['{{ zmienna }}'],
  },
]

const HUGO: Sample[] = [
  {
    file: 'pierwszy.md',
    front: toml("title = 'Pierwszy'\ndate = 2026-01-14T07:07:07+01:00\ndraft = false"),
    path: '/2026/01/pierwszy',
    card: { publication_date: '2026-01-14T07:07:07' },
  },
  { file: 'data-lokalna.md', front: toml("title = 'Data'\ndate = 2026-01-15"), path: '/2026/01/data-lokalna' },
  {
    file: 'json.md',
    front: '{\n  "title": "Zapis JSON",\n  "date": "2026-01-16T10:00:00Z",\n  "tags": ["krypto"]\n}\n',
    path: '/2026/01/json',
    title: 'Zapis JSON',
    card: { publication_date: '2026-01-16T11:00' },
  },
  {
    file: 'zestaw/index.md',
    front: yaml(
      'title: Zestaw\ndate: 2026-01-17\ncover:\n  image: okladka.png\n  alt: Okładka\n  caption: Podpis okładki',
    ),
    path: '/2026/01/zestaw',
    card: { thumbnail_alt: 'Okładka', thumbnail_url: expect.stringMatching(/\/2026\/01\/okladka-[0-9a-f]{10}\.webp$/) },
  },
  {
    file: 'taksonomie.md',
    front: toml("title = 'Taksonomie'\ndate = 2026-01-18\ncategories = ['Nauka', 'Technika']\ntags = ['fizyka']"),
    path: '/2026/01/taksonomie',
    card: {
      krypto_cat: [expect.objectContaining({ slug: 'nauka', name: 'Nauka' })],
      categories: [expect.objectContaining({ slug: 'fizyka' }), expect.objectContaining({ slug: 'technika' })],
    },
  },
  {
    file: 'zmiana.md',
    front: toml("title = 'Zmiana'\ndate = 2026-01-19\nlastmod = 2026-01-20T08:00:00+01:00"),
    path: '/2026/01/zmiana',
    card: { post_generated_date: '2026-01-20T08:00' },
  },
  {
    file: 'rysunek.md',
    front: toml("title = 'Rysunek'\ndate = 2026-01-21"),
    body: '{{< figure src="/img/okladka.png" alt="Opis" caption="Podpis *rysunku*" >}}\n',
    path: '/2026/01/rysunek',
    shows: ['/okladka-', 'Podpis <em>rysunku</em>'],
  },
  {
    file: 'film.md',
    front: toml("title = 'Film'\ndate = 2026-01-22\nurl = '/filmy/film-o-niczym/'"),
    body: '{{< youtube w7Ft2ymGmfc >}}\n',
    path: '/2026/01/film-o-niczym',
    shows: ['youtube-nocookie.com/embed/w7Ft2ymGmfc'],
  },
  {
    file: 'odsylacz.md',
    front: toml("title = 'Odsyłacz'\ndate = 2026-01-23\nslug = 'Krótki Adres'\nsummary = 'Streszczenie.'"),
    body: '[Pierwszy]({{< ref "pierwszy.md" >}})\n',
    path: '/2026/01/krotki-adres',
    card: { lead: 'Streszczenie.' },
  },
  {
    file: 'sekcje/dzial/gleboko.md',
    front: toml("title = 'Głęboko'\ndate = 2026-01-24\n[params]\n  author = 'Jan'\n[[resources]]\n  src = 'a.png'"),
    path: '/2026/01/gleboko',
  },
]

const ELEVENTY: Sample[] = [
  {
    file: 'pierwszy-wpis.md',
    front: yaml('title: Pierwszy wpis\ndescription: Opis wpisu.\ndate: 2026-02-01\ntags: number 2'),
    path: '/2026/02/pierwszy-wpis',
    card: { lead: 'Opis wpisu.' },
  },
  {
    file: 'zbiory.md',
    front: yaml('title: Zbiory\ndate: 2026-02-02\ntags:\n  - posts\n  - second tag'),
    path: '/2026/02/zbiory',
    card: { categories: [expect.objectContaining({ slug: 'second-tag' })] },
  },
  {
    file: 'szablon.md',
    front: yaml(
      'title: Szablon\ndate: 2026-02-03\npermalink: "/{{ title | slugify }}/index.html"\nlayout: layouts/post.njk',
    ),
    path: '/2026/02/szablon',
  },
  {
    file: 'adres.md',
    front: yaml('title: Adres\ndate: 2026-02-04T10:00:00.000Z\npermalink: /teksty/nowy-adres/index.html'),
    path: '/2026/02/nowy-adres',
  },
  {
    file: 'nawigacja.md',
    front: yaml(
      'title: Nawigacja\ndate: 2026-02-05\neleventyNavigation:\n  key: Nawigacja\n  order: 3\neleventyExcludeFromCollections: false',
    ),
    path: '/2026/02/nawigacja',
  },
  {
    file: 'liquid.md',
    front: yaml('title: Liquid\ndate: 2026-02-06'),
    body: '{% include "przypis.html" %}\n\n{{ page.date | readableDate }}\n',
    path: '/2026/02/liquid',
  },
  {
    file: 'nunjucks.md',
    front: yaml('title: Nunjucks\ndate: 2026-02-07'),
    body: '{% set a = 1 %}{% image "./obraz.png", "Opis" %}\n\n![Obraz](./obraz.png "Podpis")\n',
    path: '/2026/02/nunjucks',
    shows: ['/obraz-', 'Podpis'],
  },
  {
    file: 'json-front.md',
    front: '---json\n{\n  "title": "Front w JSON-ie",\n  "date": "2026-02-08"\n}\n---\n',
    path: '/2026/02/json-front',
    title: 'Front w JSON-ie',
  },
  {
    file: 'html-w-tekscie.md',
    front: yaml('title: HTML w tekście\ndate: 2026-02-09'),
    body: '<details><summary>Więcej</summary>\n\nUkryte **zdanie**.\n\n</details>\n',
    path: '/2026/02/html-w-tekscie',
    shows: ['<summary', 'Ukryte <strong>zdanie</strong>'],
  },
  {
    file: 'przypisy.md',
    front: yaml('title: Przypisy\ndate: 2026-02-10'),
    body: 'Zdanie[^a].\n\n[^a]: Treść przypisu.\n',
    path: '/2026/02/przypisy',
    shows: ['Treść przypisu.'],
  },
]

const ASTRO: Sample[] = [
  {
    file: 'pierwszy-post.md',
    front: yaml(
      "title: 'Pierwszy post'\ndescription: 'Opis'\npubDate: 'Jul 08 2025'\nheroImage: '../assets/images/okladka.png'",
    ),
    path: '/2025/07/pierwszy-post',
    card: { lead: 'Opis', thumbnail_url: expect.stringMatching(/\/2025\/07\/okladka-/) },
  },
  {
    file: 'drugi-post.md',
    front: yaml("title: 'Drugi post'\npubDate: 2025-07-15\nupdatedDate: 'Jul 20 2025'"),
    path: '/2025/07/drugi-post',
    card: { post_generated_date: '2025-07-20T00:00' },
  },
  {
    file: 'obraz.md',
    front: yaml('title: Obraz\npubDate: 2025-07-16\nimage:\n    url: "./obraz.png"\n    alt: "Opis obrazu"'),
    path: '/2025/07/obraz',
    card: { thumbnail_alt: 'Opis obrazu' },
  },
  {
    file: 'autor.md',
    front: yaml("layout: ../../layouts/Post.astro\ntitle: 'Autor'\npubDate: 2025-07-17\nauthor: 'Anna Nowacka'"),
    path: '/2025/07/autor',
    card: { nrm_author: { name: 'Anna Nowacka', relative_link: '/author/anna-nowacka', avatar: false } },
  },
  {
    file: 'tagi.md',
    front: yaml('title: Tagi\npubDate: 2025-07-18\ntags: ["astro", "nauka publicznie"]'),
    path: '/2025/07/tagi',
    card: {
      categories: [expect.objectContaining({ slug: 'astro' }), expect.objectContaining({ name: 'nauka publicznie' })],
    },
  },
  {
    file: 'zadania.md',
    front: yaml('title: Zadania\npubDate: 2025-07-19'),
    body: '- [x] gotowe\n- [ ] czeka\n',
    path: '/2025/07/zadania',
    shows: ['☑', '☐'],
  },
  {
    file: 'tabela.md',
    front: yaml('title: Tabela\npubDate: 2025-07-20'),
    body: '| a | b |\n| --- | --: |\n| jeden | 2 |\n',
    path: '/2025/07/tabela',
    shows: ['<table', 'jeden'],
  },
  {
    file: 'ogrodzony-kod.md',
    front: yaml('title: Ogrodzony kod\npubDate: 2025-07-21'),
    body: '```js title="a.js" {1}\nconst a = `{{ b }}`\n```\n',
    path: '/2025/07/ogrodzony-kod',
    shows: ['{{ b }}'],
  },
  {
    file: 'skreslenie.md',
    front: yaml('title: Skreślenie\npubDate: "2025-07-22"\ndraft: false'),
    body: '~~Skreślone~~ i https://przyklad.example/strona\n',
    path: '/2025/07/skreslenie',
    shows: ['Skreślone', 'href="https://przyklad.example/strona"'],
  },
  {
    file: 'slug-astro.md',
    front: yaml('title: Slug\npubDate: 2025-07-23\nslug: wlasny-slug'),
    path: '/2025/07/wlasny-slug',
  },
]

const SAMPLES = { Jekyll: JEKYLL, Hugo: HUGO, Eleventy: ELEVENTY, Astro: ASTRO }

describe.each(Object.entries(SAMPLES))('ten files as %s has them (SRC-70)', (_name, samples) => {
  let folder: string
  let problems: string[]
  let article: (path: string) => Promise<Record<string, unknown>>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newsroom-'))
    const write = async (file: string, content: string | Buffer): Promise<void> => {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), content)
    }
    for (const image of IMAGES) await write(image.startsWith('articles/') ? `akademia/${image}` : image, PNG)
    for (const image of ['akademia/assets/images/okladka.png']) await write(image, PNG)
    for (const { file, front, body = '' } of samples)
      await write(`akademia/articles/${file}`, `${front}${body}\n${END}\n`)
    problems = []
    const source = createEmbeddedSource(folder, SERVICE_NAMES, (error) => problems.push(String(error)), undefined, {
      timeZone: 'Europe/Warsaw',
    })
    article = async (path) => (await source.article(akademia, path)).json as Record<string, unknown>
  })
  afterAll(() => rm(folder, { recursive: true }))

  test.each(samples.map((sample) => [sample.file, sample] as const))('%s', async (_file, sample) => {
    const json = await article(sample.path)
    expect(json).toMatchObject({ title: sample.title ?? json.title, ...sample.card })
    const { html } = renderPage(decoded(json))
    expect(html).toContain(END)
    for (const words of sample.shows ?? []) expect(html).toContain(words)
    expect(html).not.toMatch(/\{%|\{\{<|\{:/)
  })

  test('and none is an error', () =>
    expect(problems.filter((problem) => !problem.includes('left out') && !problem.includes('no "alt"'))).toEqual([]))
})
