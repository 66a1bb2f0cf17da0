import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { buildCatalogue } from '../../src/sources/embedded/catalogue.ts'
import { createFolder } from '../../src/sources/embedded/folder.ts'
import { wxrSource } from '../../tools/newsroom/wxr/reader.ts'
import { thirdPartiesOf } from '../support/amp-third-parties.ts'
import { ampProblems, unvalidatedProblems } from '../support/amp-validator.ts'
import { articleText } from '../support/article-text.ts'
import { createServices, SERVICE_NAMES } from '../support/customer-site.ts'
import { startHub } from '../support/hub-server.ts'
import { importInto, temporaryFolder } from '../support/newsroom-import.ts'
import { ROOT, startTestPortal } from '../support/portal.ts'
import { realHub, themeUnitTest } from '../support/real-input.ts'

/** Test data that is no part of the project. */
const REAL_INPUT = realHub('only the own fixtures of the project are walked')
const THEME_UNIT_TEST = themeUnitTest('it is not walked')

const EVERYTHING = {
  GAM_NETWORK_CODE: '999',
  GA_MEASUREMENT_ID: 'G-ABC123',
  MARFEEL_ACCOUNT_ID: '1234',
  AUDIENCE_SCRIPT_URL: 'https://audience.example/measure.js',
  AUDIENCE_AMP_PIXEL_URL: 'https://audience.example/pixel?u=CANONICAL_URL',
}
/** The first mode's documents are compared with their pages too. */
const MODES: ReadonlyArray<{ mode: 'own' | 'cmp'; variables: Record<string, string>; consentHost?: string }> = [
  { mode: 'own', variables: {} },
  { mode: 'cmp', variables: { CMP_AMP_URL: 'https://cmp.example/amp.html' }, consentHost: 'cmp.example' },
]

interface Corpus {
  variables: Record<string, string>
  documents: Array<{ path: string; host: string }>
  close(): Promise<void>
}
type Open = () => Promise<Corpus>

/** Articles of a newsroom that have AMP documents. */
async function articlesIn(folder: string): Promise<Corpus['documents']> {
  const { files } = await createFolder(folder).read()
  const { services } = await buildCatalogue(files, SERVICE_NAMES, undefined, () => {})
  const known = createServices()
  return SERVICE_NAMES.filter((name) => known[name].hasAmp).flatMap((name) =>
    (services.get(name)?.articles ?? []).map(({ path }) => ({ path, host: `${name}.localhost` })),
  )
}
const ofHub =
  (folder: string): Open =>
  async () => {
    const hub = await startHub(folder)
    const files = await readdir(join(folder, 'wp-json/bb/v2/post'), { recursive: true })
    const documents = files
      .filter((file) => file.endsWith('.json'))
      .map((file) => `/${file.slice(0, -'.json'.length)}`)
      .map((path) => ({ path: path.split('/').map(encodeURIComponent).join('/'), host: 'akademia.localhost' }))
    return { variables: { CONTENT: 'hub', CMS_URL: hub.url }, documents, close: () => hub.close() }
  }

const corpora: Array<{ name: string; open: Open }> = [
  {
    name: 'newsroom',
    open: async () => ({ variables: {}, documents: await articlesIn(`${ROOT}/newsroom`), close: async () => {} }),
  },
  { name: 'own fixtures', open: ofHub(join(ROOT, 'test/support/fixtures/hub')) },
]
if (REAL_INPUT !== undefined) corpora.push({ name: 'real input', open: ofHub(REAL_INPUT) })
if (THEME_UNIT_TEST !== undefined) {
  corpora.push({
    name: 'theme unit test',
    open: async () => {
      const folder = await temporaryFolder()
      await importInto(folder.path, wxrSource(THEME_UNIT_TEST, 'Europe/Warsaw'))
      return {
        variables: { NEWSROOM_DIR: folder.path },
        documents: await articlesIn(folder.path),
        close: () => folder.remove(),
      }
    },
  })
}

const parser = new new JSDOM().window.DOMParser()

describe.each(corpora)('the $name with everything configured', ({ name, open }) => {
  let corpus: Corpus

  beforeAll(async () => {
    corpus = await open()
  })
  afterAll(() => corpus.close())

  test.each(MODES)(
    'CONSENT_MODE=$mode: every document is valid without a warning, has the text of its page, few styles, and loads nothing before consent (AMP-2, AMP-4, AMP-11, CONS-11)',
    async ({ mode, variables, consentHost }) => {
      const settings = { ...EVERYTHING, CONSENT_MODE: mode, ...variables, ...corpus.variables, PAGE_CACHE: 'off' }
      const portal = await startTestPortal(settings)
      const followed = async (path: string, host: string) => {
        const response = await portal.get(path, { host })
        return response.status === 301 ? portal.get(response.headers.location ?? '', { host }) : response
      }
      const failures: object[] = []
      const figures = { elements: 0, before: 0, css: 0 }
      for (const [index, { path, host }] of corpus.documents.entries()) {
        const response = await followed(`/wp-json/amp/v2/post${path}`, host)
        const document = parser.parseFromString(response.text, 'text/html')
        const problems = [...(await ampProblems(response.text)), ...unvalidatedProblems(document)]
        const { all, before } = thirdPartiesOf(document, consentHost)
        figures.elements += all.length
        figures.before += before.length
        const css = document.querySelector('style[amp-custom]')?.textContent ?? ''
        figures.css = Math.max(figures.css, Buffer.byteLength(css))
        // Without integrations, all of the newsroom are compared in newsroom.test.ts.
        const isCompared = mode === 'own' && (name !== 'newsroom' || index % 4 === 0)
        const isSame = !isCompared || articleText(response.text) === articleText((await followed(path, host)).text)
        if (response.status !== 200 || problems.length > 0 || !isSame || before.length > 0)
          failures.push({ path, host, status: response.status, problems, before, isSame })
      }
      await portal.close()
      const count = corpus.documents.length
      console.info(
        `${name}, CONSENT_MODE=${mode}: ${count - failures.length} of ${count} AMP documents valid without a warning${mode === 'own' ? ', with the text of their pages' : ''}; ${figures.elements} elements of third parties, ${figures.before} load before consent; at most ${figures.css} bytes of styles`,
      )
      expect(count).toBeGreaterThan(2)
      expect(failures).toEqual([])
      expect(figures.css).toBeLessThanOrEqual(20_000)
    },
    300_000,
  )
})
