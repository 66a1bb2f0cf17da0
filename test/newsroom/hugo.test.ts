import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hugoSource } from '../../tools/newsroom/generators/hugo.ts'
import { summaryText } from '../../tools/newsroom/summary.ts'
import { type MovedSite, movedSite, SOON, smallImage, soonPath, wordsOf, writeFiles } from '../support/moved-site.ts'
import { importInto, temporaryFolder, textOf } from '../support/newsroom-import.ts'

const CONFIG = `baseURL = "https://hugo.example/blog/"
title = "Hugo po polsku"
defaultContentLanguage = "pl"
[languages.pl]
weight = 1
[languages.en]
weight = 2
[permalinks.page]
news = "/:year/:month/:slug/"
`

const FILES: Readonly<Record<string, string>> = {
  'hugo.toml': CONFIG,
  'content/_index.md': '---\ntitle: Dom\n---\nWitaj.',
  'content/tags/zycie/_index.md': '---\ntitle: Życie & praca\ndescription: O życiu\n---\n',
  'content/authors/anna/_index.md': '---\ntitle: Anna Nowak\n---\nPisze.',
  'content/posts/yaml.md': `---
title: "W YAML"
date: 2024-03-01T10:00:00+01:00
lastmod: 2024-03-05
description: Opis z YAML.
categories: [Nauka]
tags: ["Życie & praca", technika]
authors: [anna]
aliases: [/stary-yaml/, inny]
image: /img/tytul.jpg
imageAlt: Tytułowe
wlasne_pole: 1
---
Pierwszy *akapit* z [odnośnikiem]({{< ref "toml.md" >}}), [względnym](../bundle/) i [plikiem](/pliki/raport.pdf).

![Z katalogu static](/img/tytul.jpg "Podpis")

{{< figure src="/img/tytul.jpg" alt="Rysunek" caption="Podpis **rysunku**" >}}

{{< youtube SQEQr7c0-dw >}}

{{< vimeo 76979871 >}}

{{< gist jan 123456 >}}

{{< highlight go "linenos=table" >}}
func main() {

	println("<x>")
}
{{< /highlight >}}

{{< nieznany a="b" >}}Zostaje.{{< /nieznany >}}

Kod: \`{{</* youtube x */>}}\` i przypis[^1].

[^1]: Treść przypisu.
`,
  'content/posts/toml.md': `+++
title = "W TOML"
date = 2024-03-02T10:00:00Z
slug = "w-toml-inaczej"
draft = false
+++
## Śródtytuł

| A | B |
|---|---|
| 1 | 2 |

1. raz
2. dwa
   - w środku

> Cytat

<div class="ramka">HTML <b>w środku</b></div>
`,
  'content/posts/json.md':
    '{\n  "title": "W JSON",\n  "date": "2024-03-03",\n  "tags": ["technika"]\n}\nTreść z JSON. Zobacz {{% relref "/posts/yaml" %}}.\n',
  'content/posts/bundle/index.md':
    '---\ntitle: Paczka\ndate: 2024-03-04\nresources:\n  - src: cover.jpg\n    name: cover\n---\nZ plikiem ![Obok](obok.png) i ![Z podkatalogu](img/w-srodku.jpg).\n',
  'content/posts/bundle/uwagi.md': '---\ntitle: Część paczki\n---\nNie jest stroną.\n',
  'content/news/kraj.md': '---\ntitle: Z działu\ndate: 2024-04-05\n---\nDział jest kategorią.\n',
  'content/news/url.md': '---\ntitle: Własny adres\ndate: 2024-04-06\nurl: /calkiem/gdzie-indziej/\n---\nTreść.\n',
  'content/posts/szkic.md': '---\ntitle: Szkic\ndate: 2024-03-06\ndraft: true\n---\nSZKIC\n',
  'content/posts/przyszly.md': `---\ntitle: Przyszły\ndate: ${SOON}\n---\nPRZYSZŁY\n`,
  'content/posts/wygasly.md': '---\ntitle: Wygasły\ndate: 2024-03-06\nexpiryDate: 2024-04-01\n---\nWYGASŁY\n',
  'content/posts/polski.en.md': '---\ntitle: English\ndate: 2024-03-06\n---\nENGLISH\n',
  'content/posts/zepsuty.md': '---\ntitle: Zepsuty\ndate: [2024\n---\nX\n',
  'content/posts/inny.org': '#+TITLE: Org\n',
  'content/posts/2024-03-07-z-data.md': 'Tekst bez pól, z datą w nazwie.\n',
  'content/posts/README.md': '---\ntitle: Czytaj mnie\ndate: 2024-03-08\n---\nNazwa jak notatka.\n',
  'content/o-nas.md': '---\ntitle: O nas\naliases: ["/about/"]\n---\nStrona o nas.\n',
  'content/ukryta/index.md': '---\ntitle: Ukryta\nheadless: true\n---\nUKRYTA\n',
  'static/pliki/raport.pdf': 'raport',
}

let input: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  input = await temporaryFolder()
  const [jpeg, png] = [await smallImage(), await smallImage('png')]
  await writeFiles(input.path, {
    ...FILES,
    'static/img/tytul.jpg': jpeg,
    'content/posts/bundle/obok.png': png,
    'content/posts/bundle/cover.jpg': jpeg,
    'content/posts/bundle/img/w-srodku.jpg': jpeg,
  })
})
afterAll(() => input.remove())

const source = (folder = input.path) => hugoSource({ folder, zone: 'Europe/Warsaw', site: undefined, media: undefined })

describe.each(['markdown', 'html'] as const)('a site of Hugo, as %s', (format) => {
  let site: MovedSite
  beforeAll(async () => {
    site = await movedSite(await source(), { format, hasDrafts: true })
  })
  afterAll(() => site?.close())
  const moved = async (path: string) => {
    const { status, headers } = await site.portal.get(encodeURI(path))
    return [status, headers.location]
  }

  test('every page is there, and the doctor finds nothing wrong', () => {
    expect(site.doctor).toMatchObject({ state: 'good' })
    expect(site.summary.failed).toEqual([
      { name: 'content/posts/inny.org', reason: '.org is no Markdown' },
      { name: 'content/posts/zepsuty.md', reason: expect.stringMatching(/^content\/posts\/zepsuty\.md:\d+: /) },
    ])
    expect(site.summary).toMatchObject({ imported: 12, images: 4 })
    expect(Object.fromEntries(site.summary.others)).toEqual({
      'pages in another language (en)': 1,
      'texts of lists (_index.md)': 3,
    })
  })

  test('text, shortcodes, code and notes are shown', async () => {
    const body = await site.body('/2024/03/yaml')
    for (const shown of [
      'Pierwszy akapit z odnośnikiem',
      'Podpis rysunku',
      'Zostaje.',
      'println("<x>")',
      '{{< youtube x >}}',
      'Treść przypisu.',
    ]) {
      expect(wordsOf(body)).toContain(shown)
    }
    expect(body.querySelector('pre')?.textContent).toContain('func main() {\n\n\tprintln("<x>")')
    for (const part of ['SQEQr7c0-dw', '76979871', 'gist.github.com/jan/123456']) expect(body.innerHTML).toContain(part)
    const links = [...body.querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(expect.arrayContaining(['/2024/03/w-toml-inaczej', '/2024/03/bundle', '/pliki/raport.pdf']))
    expect(
      [...body.querySelectorAll('img')].filter((one) => one.getAttribute('src')?.includes('/2024/03/tytul')),
    ).toHaveLength(2)
    expect(await textOf(site.folder, 'public/pliki/raport.pdf')).toBe('raport')
    expect(body.innerHTML).not.toContain('hugo.example')
  })

  test('front matter in YAML, TOML and JSON, and names of files, make the article', async () => {
    const { text } = await site.portal.get('/2024/03/yaml')
    for (const shown of ['W YAML', 'Opis z YAML.', 'Nauka', 'Życie &amp; praca', 'Anna Nowak', 'Tytułowe']) {
      expect(text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '')).toContain(shown)
    }
    const toml = await site.body('/2024/03/w-toml-inaczej')
    expect(toml.querySelector('table')?.textContent).toContain('A')
    expect(toml.querySelectorAll('ol > li')).toHaveLength(2)
    expect(wordsOf(toml)).toContain('HTML w środku')
    expect((await site.body('/2024/03/json')).querySelector('a')?.getAttribute('href') ?? '').toMatch(
      /^(?:\/2024\/03\/yaml)?$/,
    )
    expect(wordsOf(await site.body('/2024/03/z-data'))).toBe('Tekst bez pól, z datą w nazwie.')
    expect(wordsOf(await site.body('/o-nas'))).toBe('Strona o nas.')
    expect((await site.portal.get('/kategoria/news')).text).toContain('Z działu')
  })

  test('a bundle brings its files', async () => {
    const { text } = await site.portal.get('/2024/03/bundle')
    for (const name of ['/2024/03/obok', '/2024/03/w-srodku', '/2024/03/cover']) expect(text).toContain(name)
  })

  test('drafts, planned and expired pages, parts of bundles and headless ones are nowhere', async () => {
    for (const slug of ['szkic', 'wygasly', 'uwagi', 'polski']) {
      expect([slug, (await site.portal.get(`/2024/03/${slug}`)).status]).toEqual([slug, 404])
    }
    expect((await site.portal.get(soonPath('przyszly'))).status).toBe(404)
    expect((await site.portal.get('/ukryta')).status).toBe(404)
  })

  test('old URLs and aliases lead to the new ones', async () => {
    expect(await moved('/blog/posts/yaml/')).toEqual([301, '/2024/03/yaml'])
    expect(await moved('/blog/stary-yaml/')).toEqual([301, '/2024/03/yaml'])
    expect(await moved('/blog/posts/yaml/inny')).toEqual([301, '/2024/03/yaml'])
    expect(await moved('/blog/posts/w-toml-inaczej/')).toEqual([301, '/2024/03/w-toml-inaczej'])
    expect(await moved('/blog/2024/04/z-działu/')).toEqual([301, '/2024/04/kraj'])
    expect(await moved('/blog/calkiem/gdzie-indziej/')).toEqual([301, '/2024/04/gdzie-indziej'])
    expect(await moved('/blog/about/')).toEqual([301, '/o-nas'])
    expect(await moved('/blog/categories/nauka/')).toEqual([301, '/kategoria/nauka'])
    expect(await moved('/blog/tags/technika/')).toEqual([301, '/tag/technika'])
    expect(await moved('/blog/index.xml')).toEqual([301, '/api/feed/rss'])
  })

  test('what was lost has its file and its line', () => {
    const written = summaryText(site.summary)
    expect(written).toContain('content/posts/yaml.md: 2')
    expect(written).toMatch(/line 12: field "wlasne_pole" is unknown/)
    expect(written).toMatch(/line 33: shortcode "nieznany" is left out/)
  })
})

test('a second run changes nothing; a file that leads out of the folder is not read', async () => {
  const { path, remove } = await temporaryFolder()
  const [folder, newsroom] = [join(path, 'site'), join(path, 'n')]
  await writeFiles(folder, {
    'hugo.toml': 'title = "X"\n',
    'content/posts/a.md':
      '---\ntitle: A\ndate: 2024-01-01\nimage: ../../../../tajne.jpg\n---\n![x](../../../../../tajne.jpg) ![y](/../../tajne.jpg) ![z](/link.jpg)\n',
  })
  await writeFile(join(path, 'tajne.jpg'), await smallImage())
  await writeFiles(folder, { 'static/b.jpg': await smallImage() })
  await symlink(join(path, 'tajne.jpg'), join(folder, 'static/link.jpg'))
  await symlink(path, join(folder, 'content/posts/wyzej'))
  const options = { format: 'markdown', hasImages: true, downloads: false } as const
  const first = await importInto(newsroom, await source(folder), options)
  expect(first).toMatchObject({ imported: 1, images: 0 })
  expect(await textOf(newsroom, 'akademia/articles/a.md')).not.toContain('.webp')
  const again = await importInto(newsroom, await source(folder), options)
  expect([again.imported, again.unchanged + again.updated]).toEqual([0, 1])
  await remove()
})

test('a mistake in the configuration is named by its line', async () => {
  const { path, remove } = await temporaryFolder()
  await writeFiles(path, { 'hugo.toml': 'title = "X"\nbaseURL = \n', 'content/a.md': 'x' })
  await expect(source(path)).rejects.toThrow(/hugo\.toml:2/)
  await remove()
})

test('a name with a dot is no language, and times are in the zone of the configuration', async () => {
  const { path, remove } = await temporaryFolder()
  await writeFiles(path, {
    's/hugo.toml': 'timeZone = "America/New_York"\n',
    's/content/posts/vue.js.md': '---\ntitle: Vue\ndate: 2024-01-31T20:00:00\n---\nX\n',
    's/content/posts/po-angielsku.en.md': '---\ntitle: EN\ndate: 2024-01-31T20:00:00Z\n---\nX\n',
  })
  await importInto(join(path, 'n'), await source(join(path, 's')), { format: 'markdown' })
  expect(await textOf(join(path, 'n'), 'akademia/articles/vue-js.md')).toContain('date: 2024-02-01T02:00')
  expect(await textOf(join(path, 'n'), 'akademia/articles/po-angielsku.md')).toContain('date: 2024-01-31T21:00')
  const rows = await textOf(join(path, 'n'), 'redirects.csv')
  expect(rows).toContain('/posts/vue.js,/2024/02/vue-js,301')
  expect(rows).toContain('/posts/po-angielsku,/2024/01/po-angielsku,301')
  await remove()
})

test('a link from the root keeps its anchor and its query', async () => {
  const { path, remove } = await temporaryFolder()
  await writeFiles(path, {
    's/hugo.toml': 'baseURL = "https://hugo.example/"\n',
    's/content/cel.md': '---\ntitle: Cel\nurl: /gdzie-indziej/\n---\nX\n',
    's/content/a.md': '---\ntitle: A\n---\n[x](/gdzie-indziej/#czesc) [y](/szukaj?q=a#b)\n',
  })
  await importInto(join(path, 'n'), await source(join(path, 's')), { format: 'markdown' })
  const written = await textOf(join(path, 'n'), 'pages/a.md')
  expect(written).toContain('(/gdzie-indziej#czesc)')
  expect(written).toContain('/szukaj?q=a#b)')
  await remove()
})

test('C, C++ and C# are three tags', async () => {
  const { path: root, remove } = await temporaryFolder()
  await writeFiles(join(root, 's'), {
    'hugo.toml': 'baseURL = "https://hugo.example/"\n',
    'content/posts/a.md': '---\ntitle: A\ndate: 2024-01-01\ntags: ["C", "C++", "C#"]\n---\nTekst.\n',
  })
  await importInto(join(root, 'n'), await source(join(root, 's')), { format: 'markdown' })
  expect(await textOf(join(root, 'n'), 'akademia/articles/a.md')).toMatch(
    /tags:\n {2}- c\n {2}- c-plus-plus\n {2}- c-sharp\n/,
  )
  await remove()
})
