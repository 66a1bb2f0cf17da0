import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './root.ts'
import { silentWav } from './silence.ts'

/** Path of the article with a sound and a video. */
export const RECORDED = '/2026/03/odcinek-probny'
/** Seconds of both. */
export const LENGTH = 60

const VTT = `WEBVTT

00:00.000 --> 00:04.000
Dzień dobry, <i>tu</i> Szpalta.

00:05.000 --> 00:09.000
Dziś o portfelach.
`

const ARTICLE = `---
title: Odcinek próbny
lead: Rozmowa i film do prób odtwarzacza.
date: 2026-03-03T10:00
author: maja-lewandowicz
category: edukacja
tags: []
---
<!-- wp:paragraph -->
<p>Posłuchaj rozmowy.</p>
<!-- /wp:paragraph -->

<!-- wp:audio -->
<figure class="wp-block-audio"><audio controls title="Rozmowa o portfelach" src="/nagrania/rozmowa.wav"></audio><figcaption class="wp-element-caption">Rozmowa</figcaption></figure>
<!-- /wp:audio -->

<!-- wp:list {"className":"chapters"} -->
<ul class="wp-block-list chapters"><!-- wp:list-item -->
<li>0:00 Powitanie</li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>0:20 Portfele sprzętowe i to, czego o nich nie mówi żadna reklama</li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>0:40 Pytania słuchaczy</li>
<!-- /wp:list-item --></ul>
<!-- /wp:list -->

<!-- wp:details {"className":"transcript"} -->
<details class="wp-block-details transcript"><summary>Zapis</summary><!-- wp:paragraph -->
<p>Dzień dobry, zaczynamy rozmowę.</p>
<!-- /wp:paragraph --></details>
<!-- /wp:details -->

<!-- wp:video -->
<figure class="wp-block-video"><video controls src="/nagrania/film.wav"><track src="/nagrania/film.vtt" kind="captions" srclang="pl" label="Polski"/></video></figure>
<!-- /wp:video -->
`

/** A site and a newsroom with an article that plays files of the site. */
export async function recordedSite(): Promise<{ folder: string; variables: Record<string, string> }> {
  const folder = await mkdtemp(join(tmpdir(), 'recorded-'))
  const [site, newsroom] = [join(folder, 'site'), join(folder, 'newsroom')]
  await cp(join(ROOT, 'sites/szpalta'), site, { recursive: true })
  await cp(join(ROOT, 'newsroom'), newsroom, { recursive: true })
  const files = join(site, 'public/nagrania')
  await mkdir(files, { recursive: true })
  await writeFile(join(files, 'rozmowa.wav'), silentWav(LENGTH))
  await writeFile(join(files, 'film.wav'), silentWav(LENGTH))
  await writeFile(join(files, 'film.vtt'), VTT)
  await writeFile(join(newsroom, 'akademia/articles/odcinek-probny.html'), ARTICLE)
  return { folder, variables: { SITE_DIR: site, NEWSROOM_DIR: newsroom } }
}
