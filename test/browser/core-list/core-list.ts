import { type CoreSite, type StartCoreBrowser, startCoreSite } from '../../support/core-browsers/core-site.ts'
import { embeds, furtherArticles, offline, player } from './article.ts'
import { hearing, inAdvance, layout, policy } from './engine.ts'
import { newsletter } from './newsletter.ts'
import { print } from './paper.ts'
import { menu, search, theme } from './shell.ts'

/**
 * What has to work in every browser (docs/requirements/browsers.md).
 * @param start absent where the browser is not installed: the list is skipped
 */
export function coreList(name: string, start: StartCoreBrowser | undefined): void {
  // A list of many steps, next to other browsers.
  jest.setTimeout(60_000)
  const describeInBrowser = start === undefined ? describe.skip : describe
  describeInBrowser(`the core list in ${name}`, () => {
    let site: CoreSite
    beforeAll(async () => {
      if (start) site = await startCoreSite(start)
    })
    afterAll(() => site.close())
    const at = () => site

    describe('ears', () => hearing(at))
    describe('menu', () => menu(at))
    describe('search', () => search(at))
    describe('theme', () => theme(at))
    describe('further articles', () => furtherArticles(at))
    describe('newsletter', () => newsletter(at))
    describe('embeds', () => embeds(at))
    describe('player', () => player(at))
    describe('print', () => print(at))
    describe('layout', () => layout(at))
    describe('requests in advance', () => inAdvance(at))
    describe('offline', () => offline(at))
    describe('security policy', () => policy(at))
  })
}
