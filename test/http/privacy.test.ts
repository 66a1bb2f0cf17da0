import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { EVERYTHING } from '../support/consent-site.ts'
import { ROOT, startTestPortal, type TestPortal } from '../support/portal.ts'

const PATH = '/prywatnosc-i-pliki-cookie'
const documentOf = async (portal: TestPortal, path: string, host = 'akademia.localhost') => {
  const response = await portal.get(path, { host })
  return { response, document: new JSDOM(response.text).window.document }
}
const textOf = (document: Document) => (document.querySelector('main')?.textContent ?? '').replaceAll('\u00A0', ' ')

describe('the page on privacy (CONS-24)', () => {
  let portal: TestPortal
  afterEach(() => portal.close())

  test('nothing configured: it says so, and names nobody', async () => {
    portal = await startTestPortal()
    const { response, document } = await documentOf(portal, PATH)
    expect([response.status, response.headers['cache-control']]).toEqual([200, expect.stringContaining('public')])
    expect(document.querySelector('h1')?.textContent).toBe('Prywatność i pliki cookie')
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content') ?? '').not.toContain('noindex')
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(new RegExp(`${PATH}$`))
    const text = textOf(document)
    expect(text).toContain('Ten serwis nie wczytuje usług partnerów.')
    expect(text).toContain('Nic, co wymagałoby zgody, się nie wczytuje, więc o nią nie pytamy.')
    expect(text).not.toMatch(/Google A|Google Ireland|Marfeel|Siedziba|Zapisuje:|Zmień zgodę|undefined|\{/)
  })

  test('everything configured: every row of the table, with what it stores and where it is', async () => {
    portal = await startTestPortal({ ...EVERYTHING, CONSENT_MODE: 'own' })
    const { document } = await documentOf(portal, PATH)
    const text = textOf(document)
    for (const words of [
      'Google Ad Manager, Google Ireland Limited. Siedziba: Irlandia. Zapisuje: __gads (13 miesięcy)',
      'Google Analytics, Google Ireland Limited. Siedziba: Irlandia. Zapisuje: _ga (24 miesiące) i _ga_* (24 miesiące).',
      'Marfeel Compass, Marfeel Solutions, S.L. Siedziba: Hiszpania.',
      'push.example. Co zapisuje i na jak długo, określa polityka prywatności tego partnera.',
      'audience.example',
      'komentarze.example',
      'Giphy, Giphy, Inc. Siedziba: Stany Zjednoczone.',
      'YouTube',
      'consent; 6 miesięcy',
      'Global Privacy Control',
      'Bez JavaScriptu żadna usługa partnerów się nie wczytuje.',
    ]) {
      expect(text).toContain(words)
    }
    const policies = [...document.querySelectorAll('main a[rel=noopener]')].map((link) => link.getAttribute('href'))
    expect(policies).toHaveLength(4)
    expect(document.querySelectorAll('main a[data-consent-settings]')).toHaveLength(1)
    // Plus has no advertising, and therefore none to speak of.
    expect(textOf((await documentOf(portal, PATH, 'plus.localhost')).document)).not.toContain('Ad Manager')
  })

  test.each([
    ['preset', 'Usługi partnerów wczytują się bez pytania.'],
    ['cmp', 'O zgodę pyta platforma cmp.example'],
  ])('with %s it says who asks', async (mode, words) => {
    const more: Record<string, string> = mode === 'cmp' ? { CMP_SCRIPT_URL: 'https://cmp.example/cmp.js' } : {}
    portal = await startTestPortal({ ...EVERYTHING, CONSENT_MODE: mode, ...more })
    expect(textOf((await documentOf(portal, PATH)).document)).toContain(words)
  })

  test('what is kept of subscribers, who keeps it and how long, and how they leave (CONS-24)', async () => {
    const providers = [
      [
        {},
        /na naszym serwerze Twój adres e-mail.*Niepotwierdzony adres usuwamy po 30 dniach\. ?O usunięcie adresu poproś/,
      ],
      [
        { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'redakcja@gazeta.example' },
        /po 30 dniach\. ?W każdej wiadomości jest link, którym wypiszesz się jednym kliknięciem.*nieodwracalny skrót adresu/,
      ],
      [{ SARE_URL: 'https://sare.example', SARE_UID: 'a', SARE_API_KEY: 'b' }, /przekażemy .* dostawcy.*: SARE\./],
      [{ MAILCHIMP_API_KEY: '0123456789abcdef-us6', MAILCHIMP_LIST_ID: 'abc123' }, /dostawcy.*: Mailchimp \(Intuit/],
      [
        { LISTMONK_URL: 'https://listy.example', LISTMONK_USER: 'a', LISTMONK_TOKEN: 'b', LISTMONK_LISTS: '1' },
        /dostawcy.*: listmonk \(listy\.example\)\./,
      ],
    ] as const
    for (const [variables, words] of providers) {
      portal = await startTestPortal(variables)
      const text = textOf((await documentOf(portal, PATH)).document)
      expect(text).toMatch(words)
      // Subscribers of a provider are none of ours.
      expect(text.includes('na naszym serwerze')).toBe(
        !Object.keys(variables).some((name) => /SARE|CHIMP|MONK/.test(name)),
      )
      await portal.close()
    }
    portal = await startTestPortal()
    const home = await documentOf(portal, '/')
    expect(home.document.querySelectorAll('.newsletter').length).toBeGreaterThan(0)
    for (const box of home.document.querySelectorAll('.newsletter')) {
      expect(box.querySelector('a')?.getAttribute('href')).toBe(PATH)
    }
  })

  test('every page and AMP document links to it', async () => {
    portal = await startTestPortal({ ...EVERYTHING, CONSENT_MODE: 'own' })
    for (const path of [
      '/',
      '/2026/02/blockchain-skrot-blok-lancuch',
      '/wp-json/amp/v2/post/2026/02/blockchain-skrot-blok-lancuch',
    ]) {
      const { document } = await documentOf(portal, path)
      expect([path, document.querySelectorAll(`footer a[href="${PATH}"]`).length]).not.toEqual([path, 0])
    }
  })

  test('a page of the site’s own at that path stands there instead, on the services that have it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newsroom-'))
    await cp(join(ROOT, 'newsroom'), folder, { recursive: true })
    const own = `---
title: Ciasteczka po naszemu
lead: "Własny tekst wydawcy."
date: 2026-02-01T09:00
author: maja-lewandowicz
category: najnowsze
tags: []
---
<!-- wp:paragraph -->
<p>Tak piszemy o prywatności sami.</p>
<!-- /wp:paragraph -->
`
    await writeFile(join(folder, `pages${PATH}.html`), own)
    portal = await startTestPortal({ ...EVERYTHING, CONSENT_MODE: 'own', NEWSROOM_DIR: folder })
    const { response, document } = await documentOf(portal, PATH)
    expect(response.status).toBe(200)
    expect(document.querySelector('h1')?.textContent).toBe('Ciasteczka po naszemu')
    expect(textOf(document)).toContain('Tak piszemy o prywatności sami.')
    expect(textOf(document)).not.toMatch(/Google Analytics|Siedziba/)
    // Nothing else changes: the footer leads to it, and the map has it once.
    expect(document.querySelectorAll(`footer a[href^="${PATH}"]`).length).toBeGreaterThan(0)
    const { text } = await portal.get('/sitemap-pages-1.xml')
    expect([text.split(`${PATH}</loc>`).length, text.split(`${PATH}/</loc>`).length]).toEqual([2, 1])
    await rm(folder, { recursive: true, force: true })
  })

  test('one service asks, another one loads nothing that needs consent (CONS-14)', async () => {
    portal = await startTestPortal({ ...EVERYTHING, CONSENT_MODE: 'own', CONSENT_MODE_POST: 'none' })
    const own = await documentOf(portal, '/')
    const none = await documentOf(portal, '/', 'post.localhost')
    expect(own.document.querySelector('#integrations')?.textContent).toContain('"consent":"own"')
    expect(JSON.parse(none.document.querySelector('#integrations')?.textContent ?? '{}')).toEqual({ consent: 'none' })
    expect(none.document.querySelector('[data-ad]')).toBeNull()
    expect(textOf((await documentOf(portal, PATH, 'post.localhost')).document)).toContain(
      'Ten serwis nie wczytuje usług partnerów.',
    )
  })
})

describe('the texts of the question (CONS-18, CONS-21)', () => {
  let portal: TestPortal
  afterEach(() => portal.close())

  test('no cache keeps them, and they say whether the request had the signal', async () => {
    portal = await startTestPortal({ ...EVERYTHING, CONSENT_MODE: 'own' })
    for (const [value, signal] of [
      [undefined, false],
      ['1', true],
      ['0', false],
      ['yes', false],
    ] as const) {
      const response = await portal.get('/api/consent', { ...(value !== undefined && { 'sec-gpc': value }) })
      expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-store'])
      expect(response.headers['set-cookie']).toBeUndefined()
      expect(JSON.parse(response.text)).toMatchObject({
        signal,
        translation: { consentModal: { acceptAllBtn: 'Zgadzam się', acceptNecessaryBtn: 'Nie zgadzam się' } },
      })
    }
  })

  test('categories are those that are configured, and embedded content', async () => {
    portal = await startTestPortal({ GA_MEASUREMENT_ID: 'G-TEST123', CONSENT_MODE: 'own' })
    const { translation } = JSON.parse((await portal.get('/api/consent')).text)
    expect(
      translation.preferencesModal.sections.flatMap(
        ({ linkedCategory }: { linkedCategory?: string }) => linkedCategory ?? [],
      ),
    ).toEqual(['measurement', 'embeds'])
  })
})
