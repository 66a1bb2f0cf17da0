import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { LANGUAGES as BUNDLED, type Language, rulesOf } from '../../src/languages/language.ts'
import { foreignTexts, OWN_LETTERS, readerTexts } from '../support/foreign-texts.ts'
import { addOwnLanguages, OWN_FILES, OWN_LANGUAGES } from '../support/own-languages.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'

addOwnLanguages()
const LANGUAGES = [...BUNDLED, ...OWN_LANGUAGES]

/** One publisher with a service in each language; all content is Latin, so that every other word is the interface's. */
const host = (language: Language): string => `${language}.novum.example`
const serviceFile = (language: Language): string => `title: Novum ${language}
url: https://${host(language)}
language: ${language}
translations: [${LANGUAGES.filter((other) => other !== language).join(', ')}]
colours: { accent: "#8a1c1c", accentOnDark: "#ff9d9d" }
cms: { homeId: "7" }
menu: [{ title: Urbs, link: /${rulesOf(language).paths.category}/urbs, items: [{ title: Pons, link: /urbs }] }]
seo: { title: Novum, description: Nova et vera. }
${language === 'en' ? 'paths: { category: sections }\n' : ''}`
const ARTICLE = '/2026/11/pons'
const newsroomOf = (language: Language): Record<string, string> => ({
  [`newsroom/${language}/home.html`]: `---
id: 7
slug: domus
title: Domus
---
<!-- wp:acf/big-posts {"posts":{"limit":4}} /-->
<!-- wp:acf/newsletter /-->
<!-- wp:acf/list-posts {"fields":{"header":"Urbs","link":"/kategoria/urbs"},"posts":{"category":"urbs","limit":4}} /-->
`,
  [`newsroom/${language}/terms.yaml`]:
    'categories:\n  - { slug: urbs, name: Urbs }\n  - { slug: najnowsze, name: Recentissima }\ntags:\n  - { slug: iter, name: Iter }\n',
  [`newsroom/${language}/articles/pons.html`]: `---
title: Pons apertus est
lead: Post duos annos.
date: 2026-11-03T08:05
updated: 2026-11-04T08:05
author: marcus
category: urbs
tags: [iter]
comments: true
---
<!-- wp:paragraph -->
<p>Vide <a href="/kategoria/urbs">urbem</a>.</p>
<!-- /wp:paragraph -->
`,
})
const FILES = {
  'site/group.yaml': `version: 1
language: en
timeZone: America/New_York
name: Novum
defaultService: en
services: [${LANGUAGES.join(', ')}]
affiliateLinks: true
privacyPolicy: /secreta
profiles: [{ title: Mastodon, link: "https://mastodon.example/@novum" }]
partners: [{ title: Socius, link: "https://socius.example/" }]
pages: [{ title: Quis, link: /quis }]
`,
  ...Object.fromEntries(LANGUAGES.map((language) => [`site/services/${language}.yaml`, serviceFile(language)])),
  ...Object.fromEntries(OWN_LANGUAGES.map((language) => [`site/messages/${language}.yaml`, OWN_FILES[language]])),
  'site/messages/de.yaml': 'newest: Frisch\nsearch:\n  heading: "{query} gesucht"\n',
  ...Object.fromEntries(LANGUAGES.flatMap((language) => Object.entries(newsroomOf(language)))),
  'newsroom/authors/marcus.yaml': 'name: Marcus\ndescription: Auctor.\nsince: 2026-01-01\n',
}

let folder: string
let portal: PortalProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'languages-'))
  for (const [file, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  portal = await startProcess({
    SITE_DIR: join(folder, 'site'),
    NEWSROOM_DIR: join(folder, 'newsroom'),
    SUBSCRIBERS_FILE: join(folder, 'subscribers.sqlite'),
    COMMENTS_SCRIPT_URL: 'https://comments.example/embed.js',
    AD_NETWORK: '123456',
    CONSENT_MODE: 'cmp',
  })
  await portal.ready()
})
afterAll(async () => {
  await portal.stop()
  await rm(folder, { recursive: true })
})

const ask = (
  language: Language,
  path: string,
  options: { method?: string; body?: string; headers?: Record<string, string> } = {},
) => portal.ask(path, { ...options, headers: { host: host(language), ...options.headers } })

/** Every page, and every other answer that has a reader. */
const pathsOf = (language: Language): string[] => {
  const { category, tag, author, newest } = rulesOf(language).paths
  const section = language === 'en' ? 'sections' : category
  return [
    '/',
    ARTICLE,
    `/wp-json/amp/v2/post${ARTICLE}`,
    `/fragment${ARTICLE}`,
    `/${section}/urbs`,
    `/${section}/${newest}`,
    `/${tag}/iter`,
    `/${author}/marcus`,
    rulesOf(language).follow,
    rulesOf(language).privacy,
    rulesOf(language).saved,
    '/search',
    '/search?s=pons',
    '/search?s=nihil',
    '/search?s=..',
    '/?newsletter=zly-email-brak-zgody',
    '/non-est',
    '/%ff',
    '/offline',
    '/manifest.webmanifest',
    '/api/feed/rss',
    '/api/feed/feed-gn',
    `/api/feed/feed-gn?cat=urbs`,
    `/api/oembed?url=https://${host(language)}${ARTICLE}`,
    '/newsletter/potwierdz/abc',
  ]
}

const CASES = LANGUAGES.flatMap((language) => pathsOf(language).map((path) => [language, path] as const))

test.each(CASES)('on a site in %s, %s has no text of another language (LANG-1)', async (language, path) => {
  const { status, text, headers } = await ask(language, path)
  expect(status).toBeLessThan(500)
  const isDocument = /html|xml/.test(String(headers['content-type']))
  const read = isDocument ? readerTexts(text) : text
  expect(foreignTexts(read, language)).toEqual([])
  const letters = LANGUAGES.filter((other) => other !== language).flatMap((other) => OWN_LETTERS[other] ?? [])
  expect(letters.filter((letter) => letter.test(read)).map(String)).toEqual([])
  if (/xml/.test(String(headers['content-type'])) && path.startsWith('/api/feed/')) {
    expect(text).toMatch(new RegExp(`xml:lang="${language}"|<language>${language}</language>`))
  }
  if (/html/.test(String(headers['content-type'])) && !path.startsWith('/fragment')) {
    expect(text).toMatch(new RegExp(`<html[^>]* lang="${language}"`))
    expect(/<html[^>]* dir="rtl"/.test(text)).toBe(language === 'he')
  }
})

test.each(LANGUAGES)('a subscription on a site in %s is answered in its language (LANG-1)', async (language) => {
  const post = (fields: object) =>
    ask(language, '/api/sare/', {
      method: 'POST',
      body: JSON.stringify(fields),
      headers: { 'content-type': 'application/json' },
    })
  for (const fields of [{ email: 'x' }, { email: 'a@b.example', consent: true }]) {
    const { text } = await post(fields)
    expect(JSON.parse(text)).toHaveProperty('message')
    expect(foreignTexts(text, language)).toEqual([])
  }
})

test.each([
  ['pl', '3 listopada 2026, 08:05'],
  ['en', '3 November 2026, 08:05'],
  ['de', '3. November 2026, 08:05'],
  ['uk', '3 листопада 2026 р., 08:05'],
  ['fr', '3 novembre 2026, 08:05'],
  ['he', '3 בנובמבר 2026, 08:05'],
] as const)('dates on a site in %s are the language’s, in the site’s zone (TEXT-6)', async (language, shown) => {
  const { text } = await ask(language, ARTICLE)
  expect(text.replace(/<[^>]*>/g, '')).toContain(shown)
  expect(text).toContain('2026-11-03T08:05:00-05:00')
})

test('a list has the words of the language or of the service, and the CMS’ form leads to it (LANG-6)', async () => {
  for (const [language, path] of [
    ['de', '/thema/urbs'],
    ['en', '/sections/urbs'],
    ['uk', '/category/urbs'],
  ] as const) {
    expect((await ask(language, path)).status).toBe(200)
    const { status, headers } = await ask(language, '/kategoria/urbs')
    expect([status, headers.location]).toEqual([301, path])
    for (const page of [ARTICLE, '/', `/wp-json/amp/v2/post${ARTICLE}`]) {
      expect((await ask(language, page)).text).not.toContain('/kategoria/')
    }
    const map = await ask(language, '/sitemap-categories.xml')
    expect(map.text).not.toContain('/kategoria/')
  }
  expect((await ask('de', '/thema/aktuelles')).status).toBe(200)
  expect((await ask('de', '/kategoria/najnowsze')).headers.location).toBe('/thema/aktuelles')
  expect((await ask('uk', '/thema/urbs')).status).toBe(404)
})

test('a word that is a list’s elsewhere may begin an article’s path (LANG-6)', async () => {
  const { status, text } = await ask('uk', '/thema/pons')
  expect(status).toBe(404)
  expect(text).toContain('lang="uk"')
})

test('a home names those of the other languages, and no other page does (LANG-7)', async () => {
  const links = (text: string) =>
    [...text.matchAll(/<link[^>]*hreflang="(\w+)"[^>]*>/gi)].map(([tag, language]) => [
      language,
      /href="([^"]*)"/.exec(tag)?.[1],
    ])
  const { text } = await ask('de', '/')
  expect(links(text).sort()).toEqual(LANGUAGES.map((language) => [language, `https://${host(language)}/`]).sort())
  expect(links((await ask('de', ARTICLE)).text)).toEqual([])
  expect(links((await ask('de', '/non-est')).text)).toEqual([])
})

test('a site’s own texts replace the language’s (LANG-4)', async () => {
  expect((await ask('de', '/search?s=pons')).text).toContain('<h1>pons gesucht</h1>')
  expect((await ask('en', '/search?s=pons')).text).not.toContain('gesucht')
})
