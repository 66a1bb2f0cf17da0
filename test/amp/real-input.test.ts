import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { ampProblems, unvalidatedProblems } from '../support/amp-validator.ts'
import { articleText } from '../support/article-text.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { ROOT, startTestPortal, type TestPortal } from '../support/portal.ts'
import { realHub } from '../support/real-input.ts'

/** Content of a real WordPress, as the hub would send it. It is test data and no part of the project. */
const REAL_INPUT = realHub('only the own fixtures of the project are walked')
const inputs = [{ name: 'own fixtures', folder: join(ROOT, 'test/support/fixtures/hub') }]
if (REAL_INPUT !== undefined) inputs.push({ name: 'real input', folder: REAL_INPUT })

describe.each(inputs)('the whole $name as AMP', ({ name, folder }) => {
  let hub: HubServer
  let portal: TestPortal

  beforeAll(async () => {
    hub = await startHub(folder)
    portal = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url, PAGE_CACHE: 'off' })
  })
  afterAll(async () => {
    await portal.close()
    await hub.close()
  })

  test('every article is valid, without a warning, and has the text of its page', async () => {
    const files = await readdir(join(folder, 'wp-json/bb/v2/post'), { recursive: true })
    const paths = files.filter((file) => file.endsWith('.json')).map((file) => `/${file.slice(0, -'.json'.length)}`)
    const failures: object[] = []
    for (const path of paths) {
      const encoded = path.split('/').map(encodeURIComponent).join('/')
      const amp = await portal.follow(`/wp-json/amp/v2/post${encoded}`)
      const problems = [...(await ampProblems(amp.text)), ...unvalidatedProblems(new JSDOM(amp.text).window.document)]
      const page = await portal.follow(encoded)
      const isSame = articleText(amp.text) === articleText(page.text)
      if (amp.status !== 200 || problems.length > 0 || !isSame)
        failures.push({ path, status: amp.status, problems, isSame })
    }
    console.info(`valid AMP: ${paths.length - failures.length} of ${paths.length} articles of the ${name}`)
    expect(paths.length).toBeGreaterThan(2)
    expect(failures).toEqual([])
  })
})
