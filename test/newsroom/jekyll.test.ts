import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { jekyllSource } from '../../tools/newsroom/generators/jekyll.ts'
import { summaryText } from '../../tools/newsroom/summary.ts'
import { type MovedSite, movedSite, SOON, smallImage, soonPath, wordsOf, writeFiles } from '../support/moved-site.ts'
import { importInto, temporaryFolder, textOf } from '../support/newsroom-import.ts'

const CONFIG = `title: Jekyll po polsku
url: https://jekyll.example
baseurl: /dziennik
author: { name: Redaktor Naczelny }
permalink: date
collections:
  przepisy: { output: true }
defaults:
  - scope: { path: "", type: posts }
    values: { layout: post, tags: [domyslny] }
`

const FILES: Readonly<Record<string, string>> = {
  '_config.yml': CONFIG,
  '_data/authors.yml': 'anna:\n  name: Anna Nowak\n  bio: Pisze o rzekach.\n',
  'index.html': '---\nlayout: home\n---\n{% for post in site.posts %}{{ post.title }}{% endfor %}\n',
  'archiwum.html': '---\ntitle: Archiwum\n---\n{% for post in site.posts %}{{ post.title }}{% endfor %}\n',
  '_layouts/post.html': '---\n---\n{{ content }}\n',
  '_posts/2023-01-05-pierwszy-wpis.md': `---
layout: post
title:  "Pierwszy & ostatni"
date:   2023-01-05 14:30:00 +0100
categories: Nauka Rzeki
tags: [woda]
author: anna
excerpt: Zajawka z pliku.
image: /assets/rzeka.jpg
redirect_from:
  - /stary/wpis/
  - /?p=12
dziwne_pole: x
---
Zobacz [drugi]({% post_url 2023-02-01-drugi %}), [ten]({{ site.baseurl }}{% link _posts/2023-03-01-trzeci.md %}) i [stronę]({{ '/o-nas/' | relative_url }}).

![Rzeka]({{ site.baseurl }}/assets/rzeka.jpg){: .szeroka}

![Z adresem]({{ site.url }}{{ site.baseurl }}/assets/rzeka.jpg "Podpis")

{% highlight ruby linenos %}
def a
  "<b>"
end
{% endhighlight %}

{% raw %}{{ zmienna }}{% endraw %} i \`{{ kod }}\`.

{% include wideo.html id="1" %}

* TOC
{:toc}

Koniec[^1].

[^1]: Przypis.
`,
  '_posts/2023-02-01-drugi.markdown':
    '---\ntitle: Drugi\npermalink: /wlasny/:title.html\n---\nTreść drugiego.\n\n| A | B |\n|---|---|\n| 1 | 2 |\n',
  '_posts/2023-03-01-trzeci.md': '---\ntitle: Trzeci\n---\nTreść trzeciego z {{ page.title }}.\n',
  'kultura/_posts/2023-04-01-z-folderu.md': '---\ntitle: Z folderu\n---\nKategoria z folderu.\n',
  '_posts/2023-05-01-w-html.html':
    '---\ntitle: W HTML\n---\n<p>Akapit <b>w HTML</b></p>\n<img src="{{ site.baseurl }}/assets/rzeka.jpg" alt="Rzeka">\n<ul><li>punkt</li></ul>\n',
  '_posts/2023-06-01-ukryty.md': '---\ntitle: Ukryty\npublished: false\n---\nUKRYTY\n',
  [`_posts/${SOON}-przyszly.md`]: '---\ntitle: Przyszły\n---\nPRZYSZŁY\n',
  '_posts/2023-07-01-bez-tytulu.md': '---\nlayout: post\n---\nTytuł z nazwy pliku.\n',
  '_posts/2023-08-01-zepsuty.md': '---\ntitle: "Zepsuty\n---\nX\n',
  '_posts/2023-09-01-tekstylia.textile': '---\ntitle: Textile\n---\nh1. X\n',
  '_posts/bez-daty.md': '---\ntitle: Bez daty\n---\nX\n',
  '_posts/2023-10-01-kramdown.md':
    '---\ntitle: Kramdown\n---\nAkapit z atrybutem.\n{: .uwaga #kotwica}\n\n> Cytat\n\n1. raz\n1. dwa\n\n<details><summary>Rozwiń</summary>Wnętrze</details>\n\n[pdf](/dziennik/assets/raport.pdf)\n',
  '_posts/2023-11-01-przekierowany.md':
    '---\ntitle: Przekierowany\nredirect_to: https://gdzie-indziej.example/\n---\nX\n',
  '_drafts/szkic.md': '---\ntitle: Szkic\n---\nSZKIC\n',
  '_pages/o-nas.md': '---\ntitle: O nas\npermalink: /o-nas/\n---\nStrona o nas.\n',
  'kontakt.md':
    '---\ntitle: Kontakt\n---\nNapisz do [nas](mailto:a@b.example) albo zobacz [wpis](_posts/2023-02-01-drugi.markdown).\n',
  '_przepisy/zupa.md': '---\ntitle: Zupa\n---\nZUPA\n',
  'README.md': '# Nota bez pól\n',
  'assets/raport.pdf': 'raport',
}

let input: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  input = await temporaryFolder()
  await writeFiles(input.path, { ...FILES, 'assets/rzeka.jpg': await smallImage() })
})
afterAll(() => input.remove())

const source = (folder = input.path) =>
  jekyllSource({ folder, zone: 'Europe/Warsaw', site: undefined, media: undefined })

describe.each(['markdown', 'html'] as const)('a site of Jekyll, as %s', (format) => {
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
      { name: '_posts/2023-08-01-zepsuty.md', reason: expect.stringMatching(/^_posts\/2023-08-01-zepsuty\.md:\d+: /) },
      { name: '_posts/2023-09-01-tekstylia.textile', reason: '.textile is no Markdown' },
    ])
    expect(site.summary).toMatchObject({ imported: 12, images: 1 })
    expect(Object.fromEntries(site.summary.others)).toEqual({ 'pages made by templates': 2, 'files of _przepisy': 1 })
  })

  test('text, tags of Liquid, code and notes are shown', async () => {
    const body = await site.body('/2023/01/pierwszy-wpis')
    for (const shown of [
      'Zobacz drugi, ten i stronę.',
      'Podpis',
      '"<b>"',
      '{{ zmienna }} i {{ kod }}.',
      'Koniec',
      'Przypis.',
    ]) {
      expect(wordsOf(body)).toContain(shown)
    }
    const links = [...body.querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(links.slice(0, 3)).toEqual(['/2023/02/drugi', '/2023/03/trzeci', '/o-nas'])
    expect([...body.querySelectorAll('img')].filter((one) => one.getAttribute('src')?.includes('/rzeka'))).toHaveLength(
      2,
    )
    expect(body.querySelector('pre')?.textContent).toContain('def a\n  "<b>"\nend')
    expect(body.innerHTML).not.toContain('jekyll.example')
    expect(wordsOf(body)).not.toContain('TOC')
    const kramdown = await site.body('/2023/10/kramdown')
    expect(wordsOf(kramdown)).not.toContain('uwaga')
    expect(kramdown.querySelectorAll('ol > li')).toHaveLength(2)
    expect(kramdown.querySelector('details')?.textContent).toContain('Wnętrze')
    expect(kramdown.querySelector('a')?.getAttribute('href')).toBe('/dziennik/assets/raport.pdf')
    expect(await textOf(site.folder, 'public/dziennik/assets/raport.pdf')).toBe('raport')
  })

  test('fields, names of files and defaults make the article', async () => {
    const { text } = await site.portal.get('/2023/01/pierwszy-wpis')
    for (const shown of [
      'Pierwszy &amp; ostatni',
      'Zajawka z pliku.',
      'Nauka',
      'Anna Nowak',
      '/kategoria/nauka',
      '/tag/rzeki',
    ]) {
      expect(text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '')).toContain(shown)
    }
    expect((await site.portal.get('/2023/03/trzeci')).text).toContain('Redaktor Naczelny')
    expect((await site.portal.get('/2023/07/bez-tytulu')).text).toContain('Bez tytulu')
    expect((await site.portal.get('/kategoria/kultura')).text).toContain('Z folderu')
    expect((await site.portal.get('/tag/domyslny')).text).toContain('Trzeci')
    expect(wordsOf(await site.body('/2023/05/w-html'))).toContain('Akapit w HTML')
    expect((await site.body('/kontakt')).querySelectorAll('a')[1]?.getAttribute('href')).toBe('/2023/02/drugi')
    expect(wordsOf(await site.body('/o-nas'))).toBe('Strona o nas.')
  })

  test('what is not published is nowhere', async () => {
    for (const path of ['/2023/06/ukryty', soonPath('przyszly'), '/2023/11/przekierowany', '/szkic', '/zupa']) {
      expect([path, (await site.portal.get(path)).status]).toEqual([path, 404])
    }
  })

  test('old URLs lead to the new ones', async () => {
    expect(await moved('/dziennik/nauka/rzeki/2023/01/05/pierwszy-wpis.html')).toEqual([301, '/2023/01/pierwszy-wpis'])
    expect(await moved('/dziennik/stary/wpis/')).toEqual([301, '/2023/01/pierwszy-wpis'])
    expect(await moved('/dziennik/?p=12')).toEqual([301, '/2023/01/pierwszy-wpis'])
    expect(await moved('/dziennik/wlasny/drugi.html')).toEqual([301, '/2023/02/drugi'])
    expect(await moved('/dziennik/kultura/2023/04/01/z-folderu.html')).toEqual([301, '/2023/04/z-folderu'])
    expect(await moved('/dziennik/2023/11/01/przekierowany.html')).toEqual([301, 'https://gdzie-indziej.example/'])
    expect(await moved('/dziennik/kontakt.html')).toEqual([301, '/kontakt'])
    expect(await moved('/dziennik/o-nas/')).toEqual([301, '/o-nas'])
    expect(await moved('/dziennik/feed.xml')).toEqual([301, '/api/feed/rss'])
  })

  test('what was lost has its file and its line', () => {
    const written = summaryText(site.summary)
    expect(written).toMatch(/line 13: field "dziwne_pole" is unknown/)
    expect(written).toMatch(/line 29: template "\{% include wideo\.html id="1" %\}" is left out/)
  })
})

test.each([
  ['pretty', '/nauka/2023/01/05/a/'],
  ['ordinal', '/nauka/2023/005/a.html'],
  ['weekdate', '/nauka/2023/W01/Thu/a.html'],
  ['none', '/nauka/a.html'],
  ['/:year/:i_month/:title/', '/2023/1/a/'],
  ['/wpis/:title', '/wpis/a'],
])('URLs of the permalink style %s lead on', async (style, path) => {
  const { path: root, remove } = await temporaryFolder()
  await writeFiles(join(root, 's'), {
    '_config.yml': `permalink: ${style}\n`,
    '_posts/2023-01-05-a.md': '---\ntitle: A\ncategories: [Nauka]\n---\nX\n',
  })
  await importInto(join(root, 'n'), await source(join(root, 's')), { format: 'markdown' })
  const [, ...rows] = (await textOf(join(root, 'n'), 'redirects.csv')).trim().split('\n')
  expect(rows).toContain(`${path.replace(/\/$/, '')},/2023/01/a,301`)
  await remove()
})

test('no file of the old site is written outside of "public"', async () => {
  const { path: root, remove } = await temporaryFolder()
  const hostile = ['/..%2fredirects.csv', '/a/..%2f..%2f..%2fobok.txt', '/..%5cwstecz.csv', '/%2e%2e%2fkropki.csv']
  await writeFiles(join(root, 's'), {
    '_posts/2023-01-05-a.md': `---\ntitle: A\n---\n${hostile.map((url) => `[x](${url})`).join(' ')} [y](/dobry.csv)\n`,
    'redirects.csv': 'OBCE',
    'obok.txt': 'OBCE',
    'kropki.csv': 'OBCE',
    'wstecz.csv': 'OBCE',
    'dobry.csv': 'dobry',
  })
  const summary = await importInto(join(root, 'n'), await source(join(root, 's')), {
    hasImages: true,
    downloads: false,
  })
  const reason = 'image: its path leads out of the folder "public"'
  const names = summary.failed.map(({ name }) => new URL(name).pathname)
  expect(summary.failed.every((one) => one.reason === reason)).toBe(true)
  expect(names).toEqual(
    expect.arrayContaining(['/..%2fredirects.csv', '/a/..%2f..%2f..%2fobok.txt', '/%2e%2e%2fkropki.csv']),
  )
  expect([...summary.publicFiles]).toEqual(['/dobry.csv'])
  const written = (await readdir(root, { recursive: true })).filter((file) => !file.startsWith('s'))
  expect(written.filter((file) => /obok|kropki|wstecz/.test(file))).toEqual([])
  expect(await textOf(join(root, 'n'), 'redirects.csv')).not.toContain('OBCE')
  await remove()
})

test('a page that only leads elsewhere leads to where its target is now, and the portal reads the table', async () => {
  const { path: root, remove } = await temporaryFolder()
  const targets = {
    obcy: 'https://obcy.example/x',
    wprost: '/cel.html',
    'bez-ukosnika': 'cel.html',
    kotwica: '/cel.html#czesc',
    lancuch: '/wprost.html',
    'petla-a': '/petla-b.html',
    'petla-b': '/petla-a.html',
    skrypt: 'javascript:alert(1)',
    poczta: 'mailto:a@b.example',
    'obcy-bez-schematu': '//obcy.example/x',
  }
  await writeFiles(root, {
    '_config.yml': 'url: https://jekyll.example\n',
    'cel.md': '---\ntitle: Cel\n---\nX\n',
    ...Object.fromEntries(
      Object.entries(targets).map(([name, to]) => [`${name}.md`, `---\ntitle: X\nredirect_to: "${to}"\n---\nX\n`]),
    ),
  })
  const site = await movedSite(await source(root), { format: 'markdown' })
  const locations = await Promise.all(
    ['cel', ...Object.keys(targets)].map(async (name) => {
      const { status, headers } = await site.portal.get(`/${name}.html`)
      return [name, status === 301 ? headers.location : status]
    }),
  )
  expect(Object.fromEntries(locations)).toEqual({
    cel: '/cel',
    obcy: 'https://obcy.example/x',
    wprost: '/cel',
    'bez-ukosnika': '/cel',
    kotwica: '/cel#czesc',
    lancuch: '/cel',
    'petla-a': 404,
    'petla-b': 404,
    skrypt: 404,
    poczta: 404,
    'obcy-bez-schematu': 404,
  })
  expect(site.summary.failed.map(({ name }) => name).sort()).toEqual(['obcy-bez-schematu.md', 'poczta.md', 'skrypt.md'])
  await site.close()
  await remove()
})

test('a link from the root keeps its anchor and its query', async () => {
  const { path: root, remove } = await temporaryFolder()
  await writeFiles(join(root, 's'), {
    '_config.yml': 'url: https://jekyll.example\n',
    'cel.md': '---\ntitle: Cel\n---\nX\n',
    'a.md': '---\ntitle: A\n---\n[x](/cel.html#czesc) [y](/szukaj?q=a#b)\n',
  })
  await importInto(join(root, 'n'), await source(join(root, 's')), { format: 'markdown' })
  const written = await textOf(join(root, 'n'), 'pages/a.md')
  expect(written).toContain('(/cel#czesc)')
  expect(written).toContain('/szukaj?q=a#b)')
  await remove()
})

test('C, C++ and C# are three tags and three lists, and one list of the old site leads to one of them', async () => {
  const { path: root, remove } = await temporaryFolder()
  await writeFiles(join(root, 's'), {
    '_config.yml': 'url: https://jekyll.example\n',
    '_posts/2024-01-01-a.md': '---\ntitle: A\ncategories: [C++]\ntags: [C#, .NET, Disney+]\n---\nTekst.\n',
    '_posts/2024-01-02-b.md': '---\ntitle: B\ncategories: [C#]\ntags: [C, C++, NET, Disney]\n---\nTekst.\n',
  })
  await importInto(join(root, 'n'), await source(join(root, 's')), { format: 'markdown' })
  const terms = await textOf(join(root, 'n'), 'akademia/terms.yaml')
  for (const [slug, name] of [
    ['c-plus-plus', 'C++'],
    ['c-sharp', 'C#'],
    ['c', 'C'],
    ['dot-net', '.NET'],
    ['net', 'NET'],
    ['disney-plus', 'Disney+'],
    ['disney', 'Disney'],
  ])
    expect(terms).toMatch(new RegExp(`- slug: ${slug}\n +name: "?${name?.replace(/[+.]/g, '\\$&')}"?\n`))
  expect(await textOf(join(root, 'n'), 'akademia/articles/a.md')).toMatch(
    /category: c-plus-plus\ntags:\n {2}- c-sharp\n {2}- dot-net\n {2}- disney-plus\n/,
  )
  const redirects = await textOf(join(root, 'n'), 'redirects.csv')
  expect(redirects.match(/^\/category\/c,.*$/gm)).toHaveLength(1)
  await remove()
})

test('paths, times, code and templates are read as Jekyll does, and what is missed is named', async () => {
  const { path: root, remove } = await temporaryFolder()
  await writeFiles(join(root, 's'), {
    '_config.yml': 'url: https://jekyll.example\ntimezone: America/New_York\n',
    '_posts/2024-01-31-a.md': `---
title: A
date: 2024-01-31 20:00:00
redirect_from: stary2
---
Autor: {{ page.author }}, {{ site.opis }}.

Kod \`{% raw %}{{ a }}{% endraw %}\`.

\`\`\`
{% raw %}
{{ b }}
{% endraw %}
\`\`\`

[plik](/nie-ma.pdf)
`,
  })
  const summary = await importInto(join(root, 'n'), await source(join(root, 's')), {
    format: 'markdown',
    hasImages: true,
    downloads: false,
  })
  const written = await textOf(join(root, 'n'), 'akademia/articles/a.md')
  expect(written).toContain('date: 2024-02-01T02:00')
  expect(written).toContain('`{{ a }}`')
  expect(written).toContain('```\n{{ b }}\n```')
  expect(await textOf(join(root, 'n'), 'redirects.csv')).toContain('/stary2,/2024/02/a,301')
  const text = summaryText(summary)
  expect(text).toContain('line 6: template "{{ page.author }}" is left out')
  expect(text).toContain('line 6: template "{{ site.opis }}" is left out')
  expect(text).toContain('the file https://jekyll.example/nie-ma.pdf is not brought along')
  await remove()
})
