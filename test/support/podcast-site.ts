import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { recordedSite } from './recorded-article.ts'
import { silentMp3 } from './silence.ts'

/** Pixels of the cover's sides. */
export const COVER = 1400
/** The podcast's feed. */
export const PODCAST = '/api/feed/podcast?series=rozmowy'
/** Paths of its articles, oldest first; the third has no file on the server, the fourth no recording for podcasts. */
export const EPISODES = ['odcinek-1', 'odcinek-2', 'odcinek-3', 'odcinek-4'].map((slug) => `/2026/03/${slug}`)
/** Seconds of each file. */
export const SECONDS = 30

const SETTINGS = `
podcasts:
  - list: series/rozmowy
    description: Rozmowy o kluczach & portfelach.
    cover: /nagrania/okladka.jpg
    category: News
    subcategory: Tech News
    explicit: false
    author: Redakcja Akademii
    owner: { name: Redakcja Akademii, email: podcast@redakcja.example }
    type: serial
    trailers: [odcinek-1]
`

const SERIES = `
- slug: rozmowy
  title: Rozmowy o kluczach
  lead: Rozmowy redakcji.
  parts: [odcinek-1, odcinek-2, odcinek-3, odcinek-4]
`

const article = (number: number, file: string, more = ''): string => `---
title: "Odcinek ${number}: <klucze> & portfele"
lead: O czym mówimy w odcinku ${number}.
date: 2026-03-0${number}T10:00
author: maja-lewandowicz
category: edukacja
tags: []
---
<!-- wp:audio {"duration":${SECONDS}} -->
<figure class="wp-block-audio"><audio controls src="/nagrania/${file}"></audio></figure>
<!-- /wp:audio -->
${more}
<!-- wp:paragraph -->
<p>Notatki do odcinka ${number}, z <a href="/2026/03/odcinek-1">odnośnikiem</a>.</p>
<!-- /wp:paragraph -->
`

const PARTS = `
<!-- wp:list {"className":"chapters"} -->
<ul class="chapters"><li>0:00 Powitanie</li><li>0:15 Klucze &amp; kopie</li></ul>
<!-- /wp:list -->

<!-- wp:details {"className":"transcript"} -->
<details class="transcript"><summary>Zapis</summary><!-- wp:paragraph -->
<p>Dzień dobry, <em>zaczynamy</em>.</p>
<!-- /wp:paragraph --></details>
<!-- /wp:details -->
`

/** A site with a series that is a podcast, its files in the site's own folder. */
export async function podcastSite(): Promise<{ folder: string; variables: Record<string, string> }> {
  const site = await recordedSite()
  const files = join(site.folder, 'site/public/nagrania')
  const newsroom = join(site.folder, 'newsroom/akademia')
  await appendFile(join(site.folder, 'site/services/akademia.yaml'), SETTINGS)
  await appendFile(join(newsroom, 'series.yaml'), SERIES)
  await writeFile(join(files, '1.mp3'), silentMp3(SECONDS))
  await writeFile(join(files, '2.mp3'), silentMp3(SECONDS))
  await writeFile(join(files, '4.ogg'), silentMp3(1))
  const background = { r: 20, g: 60, b: 120 }
  const cover = sharp({ create: { width: COVER, height: COVER, channels: 3, background } })
  await cover.jpeg().toFile(join(files, 'okladka.jpg'))
  const texts = [article(1, '1.mp3'), article(2, '2.mp3', PARTS), article(3, '3.mp3'), article(4, '4.ogg')]
  for (const [index, text] of texts.entries())
    await writeFile(join(newsroom, `articles/odcinek-${index + 1}.html`), text)
  return site
}
