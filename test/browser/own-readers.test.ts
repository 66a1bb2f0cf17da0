import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { AccessibilityStatement } from '../../src/services/service.ts'
import { problemsAtWidths } from '../support/axe.ts'
import { siteWithSeveral } from '../support/several-newsletters.ts'
import { type Site, startSite } from '../support/site.ts'
import { openSubscribers } from '../support/subscribers.ts'

const TOKEN = 'a-token-of-twenty-letters'
const STATEMENT: AccessibilityStatement = {
  conformance: 'partial',
  prepared: '2026-11-01',
  reviewed: '2026-11-20',
  assessment: 'self',
  exceptions: ['Skany_starych_numerów_nie_mają_warstwy_tekstowej_a_ich_nazwy_są_długie.pdf'],
  contact: { name: 'Redakcja', email: 'dostepnosc@redakcja-akademii-szpalty.example', telephone: '+48 22 000 00 00' },
  replyDays: 14,
  authority: { title: 'Rzecznik Praw Obywatelskich', link: 'https://rzecznik.example/' },
}
/** Pages of the service, and one beyond it, at the widths of a phone, a tablet and a desk. */
const WIDTHS = [360, 768, 1280]

let folder: string
let site: Site
let preferences: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readers-'))
  const several = siteWithSeveral()
  const { akademia } = several.services
  if (!akademia) throw new Error('no academy')
  const declared = { ...akademia, group: { ...akademia.group, accessibility: STATEMENT } }
  const file = join(folder, 'subscribers.sqlite')
  site = await startSite({ SUBSCRIBERS_FILE: file, METRICS_TOKEN: TOKEN }, undefined, {
    ...several,
    services: { ...several.services, akademia: declared },
  })
  await fetch(`${site.portal.url}/api/sare/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ola@poczta.example', consent: true, newsletter: ['akademia', 'akademia_cykl'] }),
  })
  const subscribers = openSubscribers(file)
  for (const { token } of await subscribers.all('pending')) {
    await fetch(`${site.portal.url}/newsletter/potwierdz/${token}`, { method: 'POST' })
  }
  const [row] = await subscribers.all('confirmed')
  await subscribers.close()
  preferences = `/newsletter/ustawienia/${row?.manageToken}`
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

const open = (path: string): Promise<Page> =>
  site.open(path, {
    context: {
      colorScheme: 'light',
      reducedMotion: 'reduce',
      httpCredentials: { username: 'redakcja', password: TOKEN },
    },
  })

const SCREENS: ReadonlyArray<[name: string, pathOf: () => string, shows: string]> = [
  ['form with a choice of newsletters', () => '/', 'Które newslettery chcesz dostawać?'],
  ['settings with several newsletters', () => preferences, 'Tygodnik'],
  ['page to follow the service', () => '/obserwuj', 'RSS'],
  ['page to follow an author', () => '/obserwuj/author/ida-korczyk', 'Atom'],
  ['page to follow a series', () => '/obserwuj/seria/od-poczatku', 'Atom'],
  ['statement on accessibility', () => '/deklaracja-dostepnosci', 'Rzecznik Praw Obywatelskich'],
  ['figures for editors', () => '/ops/figures', 'Najczęściej czytane'],
]

test.each(SCREENS)(
  '%s: axe finds nothing serious, in both themes, and nothing is wider than the screen (A11Y-1, A11Y-3)',
  async (_name, pathOf, shows) => {
    const page = await open(pathOf())
    expect(await page.locator('body').textContent()).toContain(shows)
    expect(await page.locator('h1').count()).toBe(1)
    expect(await problemsAtWidths(page, WIDTHS)).toEqual([])
    for (const width of [...WIDTHS, 320]) {
      await page.setViewportSize({ width, height: 800 })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect([width, overflow <= 0]).toEqual([width, true])
    }
    expect(site.errors).toEqual([])
    await page.close()
  },
)

test('the choice of newsletters is named, in the order of reading, and can be made from the keyboard (NEWS-30)', async () => {
  const page = await open('/')
  const group = page.getByRole('group', { name: 'Które newslettery chcesz dostawać?' }).first()
  const boxes = group.getByRole('checkbox')
  for (const [index, name] of [
    'Poranek Codziennie o siódmej.',
    'Tygodnik W piątek po południu.',
    'Pilne',
    'Cykl',
  ].entries()) {
    expect(await group.getByRole('checkbox', { name, exact: true }).getAttribute('value')).toBe(
      await boxes.nth(index).getAttribute('value'),
    )
  }
  const weekly = boxes.nth(1)
  await weekly.focus()
  await page.keyboard.press('Space')
  expect([await boxes.nth(0).isChecked(), await weekly.isChecked()]).toEqual([true, true])
  const { height } = (await weekly.locator('xpath=ancestor::label').boundingBox()) ?? { height: 0 }
  expect(height).toBeGreaterThanOrEqual(24)
  await page.close()
})
