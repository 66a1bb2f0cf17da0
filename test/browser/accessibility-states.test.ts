import { rm } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { pathOfLink } from '../../src/features/previews/choice.ts'
import { signedLink } from '../../src/system/signed-link.ts'
import { problemsAtWidths } from '../support/axe.ts'
import { RECORDED, recordedSite } from '../support/recorded-article.ts'
import { type Site, startSite } from '../support/site.ts'

const SECRET = 'sekret-podgladu-w-przegladarce'
const WIDTHS = [360, 1280]
const CONTEXT = { colorScheme: 'light', reducedMotion: 'reduce' } as const

let folder: string
let site: Site
beforeAll(async () => {
  const recorded = await recordedSite()
  folder = recorded.folder
  site = await startSite({ ...recorded.variables, PREVIEW_SECRET: SECRET })
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

const preview = (query: string): string =>
  `${pathOfLink(signedLink(SECRET, 'etat-czy-b2b-co-porownac', Math.floor(Date.now() / 1000) + 3600))}${query}`

async function openImage(page: Page): Promise<void> {
  await page.locator('.gallery a:has(img)').first().click()
  await page.getByRole('dialog').waitFor()
}

interface State {
  path: () => string
  service?: string
  act?(page: Page): Promise<unknown>
}

/** Pages and states that need more than the newsroom, or an act of the reader. The question about consent: test/browser/consent. */
const STATES: Record<string, State> = {
  offline: { path: () => '/offline' },
  'newsletter, an old link': { path: () => '/newsletter/potwierdz/nie-ma-takiego' },
  'a preview, its bar': { path: () => preview(''), service: 'bizblog' },
  'a preview of the card': { path: () => preview('&output=card'), service: 'bizblog' },
  'live coverage': { path: () => '/2026/08/zacmienie-12-sierpnia-minuta-po-minucie.html', service: 'post' },
  recordings: { path: () => RECORDED, act: (page) => page.locator('.transcript summary').first().click() },
  'an open image': {
    path: () => '/2026/02/blockchain-skrot-blok-lancuch',
    act: openImage,
  },
  'an open image of a portal with two themes': {
    path: () => '/2026/07/jpeg-co-wyrzuca-i-czego-nie-widac.html',
    service: 'post',
    act: openImage,
  },
  'a saved article': {
    path: () => '/2026/02/blockchain-skrot-blok-lancuch',
    act: async (page) => {
      await page.locator('[data-save]').first().click()
      await page.locator('[data-save][aria-pressed=true]').first().waitFor()
    },
  },
  'proposals of the search': {
    path: () => '/search',
    service: 'post',
    act: async (page) => {
      await page.locator('main input[type=search]').fill('jpeg')
      await page.locator('main .suggestions a').first().waitFor()
    },
  },
}

test.each(Object.entries(STATES))(
  '%s, at 360 and 1280 pixels, in its themes (A11Y-1, A11Y-11)',
  async (_name, { path, service, act }) => {
    // A state is brought about at each width, because it may begin in another way there.
    for (const widths of act ? WIDTHS.map((width) => [width]) : [WIDTHS]) {
      const page = await site.open(path(), { width: widths[0] ?? 0, context: CONTEXT, ...(service && { service }) })
      await act?.(page)
      expect(await problemsAtWidths(page, widths)).toEqual([])
      await page.close()
    }
  },
)
