import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BundledLanguage, LANGUAGES } from '../../../src/languages/language.ts'
import { createSiteFolder } from '../../../src/site/new-site/new-site.ts'
import { readSite, readSiteFiles } from '../../../src/site/read-site.ts'
import { type SiteFolder, siteChecks, siteLinkChecks } from '../../../tools/doctor/checks/site.ts'
import type { Finding } from '../../../tools/doctor/run-checks.ts'
import { ROOT } from '../../support/root.ts'
import { startWordPress } from '../../support/wordpress-server.ts'

const SERVICE = 'services/gazeta.yaml'
const RUN_LIMIT_MS = 60_000

let parent: string
let folder: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'doctor-site-'))
  folder = join(parent, 'gazeta')
})
afterEach(() => rm(parent, { recursive: true }))

const create = (language: BundledLanguage = 'en') =>
  createSiteFolder({
    name: 'gazeta',
    folder,
    schemas: join(ROOT, 'schemas'),
    language,
    readMenu: async () => [],
  })
const change = async (file: string, from: string | RegExp, to: string) => {
  const text = await readFile(join(folder, file), 'utf8')
  const changed = text.replace(from, to)
  expect(changed).not.toBe(text)
  await writeFile(join(folder, file), changed)
}
/** Lines of a file, counted from 1. */
const lineOf = async (file: string, part: string): Promise<number> =>
  (await readFile(join(folder, file), 'utf8')).split('\n').findIndex((line) => line.includes(part)) + 1

async function site(newsroom = true): Promise<SiteFolder> {
  const { services } = await readSite(folder)
  return {
    name: 'sites/gazeta',
    build: join(ROOT, 'dist'),
    files: readSiteFiles(folder),
    services,
    service: 'gazeta',
    ...(newsroom && { newsroom: { path: join(folder, 'newsroom'), name: 'sites/gazeta/newsroom' } }),
  }
}
const findings = async (): Promise<Finding[]> => {
  const checks = siteChecks(await site())
  return Promise.all(checks.map(({ run }) => run()))
}

test.each(LANGUAGES)(
  'what site:new left to be replaced in %s is listed with file and remedy (SITE-11)',
  async (language) => {
    await create(language)
    const [examples, urls] = await findings()
    expect(examples).toMatchObject({ state: 'weak', fix: expect.stringMatching(/Write your own/) })
    const line = await lineOf(SERVICE, 'description: "')
    expect(examples?.says).toContain(`sites/gazeta/${SERVICE}:${line} has the example's description`)
    expect(examples?.says).toMatch(/sites\/gazeta\/newsroom\/authors\/[a-z-]+\.yaml is the example's author/)
    expect(examples?.says).toMatch(/sites\/gazeta\/newsroom\/gazeta\/articles\/[a-z-]+\.html is the example's article/)
    expect(urls).toMatchObject({ state: 'weak', fix: expect.stringContaining('SERVICE_URL_GAZETA') })
    expect(urls?.says).toContain(`sites/gazeta/${SERVICE}`)
  },
)

test('a folder of somebody’s own has nothing to look at (SITE-11)', async () => {
  await create()
  await change(SERVICE, /description: .*/, 'description: Our own.')
  await change(SERVICE, '#url: https://gazeta.example', 'url: https://gazeta.org')
  await rm(join(folder, 'newsroom'), { recursive: true })
  expect((await findings()).map(({ state }) => state)).toEqual(['good', 'good'])
})

test('hosts of examples are listed with their lines; those in comments are not (SITE-11)', async () => {
  await create()
  await change(SERVICE, '#url:', 'url:')
  await change('group.yaml', /#partners:\n#/, 'partners:\n')
  await change('group.yaml', '#    link: https://partner.example/', '    link: https://www.example.org/a')
  const [examples] = await findings()
  expect(examples?.says).toContain(`${SERVICE}:${await lineOf(SERVICE, 'url: https')} leads to gazeta.example`)
  expect(examples?.says).toContain(
    `group.yaml:${await lineOf('group.yaml', 'www.example.org')} leads to www.example.org`,
  )
  expect(examples?.says).not.toContain('mastodon')
})

test('a site whose hosts all end in .test is an example as a whole (SITE-11)', async () => {
  await create()
  await change(SERVICE, '#url: https://gazeta.example', 'url: https://gazeta.test')
  expect((await findings())[0]).toMatchObject({ state: 'good', says: expect.stringContaining('.test') })
})

describe('links of menu and footer', () => {
  const linkFinding = async (paths: readonly string[], newsroom = true) => {
    const server = await startWordPress()
    server.on('/', { body: '' })
    for (const path of paths) server.on(path, { body: '' })
    const portal = { origin: server.url, publicOrigins: new Set<string>() }
    const [check] = siteLinkChecks(await site(newsroom), async () => portal)
    const finding = await check?.run()
    await server.close()
    return { finding, requested: server.requested() }
  }

  test('that lead nowhere are listed with file, line and remedy (SITE-11)', async () => {
    await create()
    await change('group.yaml', /#pages:\n#(.*)\n#(.*)/, 'pages:\n$1\n$2')
    const { finding } = await linkFinding(['/category/latest'])
    expect(finding).toMatchObject({ state: 'weak', fix: expect.stringMatching(/Correct the path/) })
    const [menu, about] = [await lineOf(SERVICE, '/category/news'), await lineOf('group.yaml', 'link: /about')]
    expect(finding?.says).toContain('2 of 3 links')
    expect(finding?.says).toContain(`sites/gazeta/${SERVICE}:${menu} leads to /category/news (HTTP 404)`)
    expect(finding?.says).toContain(`sites/gazeta/group.yaml:${about} leads to /about (HTTP 404)`)
  })

  test('that lead to pages are good, each is requested once, and other hosts never (SITE-11)', async () => {
    await create()
    const entry = '  - { title: A, link: "/category/news#a", items: [{ title: B, link: "https://other.invalid/b" }] }\n'
    await change(SERVICE, 'menu:\n', `menu:\n${entry}`)
    const { finding, requested } = await linkFinding(['/category/latest', '/category/news'])
    expect(finding).toMatchObject({ state: 'good', says: expect.stringContaining('2 tried') })
    expect(requested.sort()).toEqual(['GET /category/latest', 'GET /category/news'])
  })

  test('are those of the newsroom’s menu, where it has one (SITE-11)', async () => {
    await create()
    await writeFile(join(folder, 'newsroom/gazeta/menu.yaml'), '- { title: A, link: /a }\n')
    const { finding } = await linkFinding([])
    expect(finding?.says).toContain('sites/gazeta/newsroom/gazeta/menu.yaml leads to /a')
    expect(finding?.says).not.toContain('/category')
    expect((await linkFinding([], false)).finding?.says).toContain('/category')
  })

  test('are at most sixty (SITE-11)', async () => {
    await create()
    const entries = Array.from({ length: 80 }, (_, index) => `  - { title: A, link: /p${index} }\n`)
    await change(SERVICE, 'menu:\n', `menu:\n${entries.join('')}`)
    const { finding, requested } = await linkFinding([])
    expect(requested).toHaveLength(60)
    expect(finding?.says).toMatch(/^60 of 60 [\s\S]*and 50 more$/)
  })
})

describe('npm run doctor', () => {
  /** The built doctor, started as by `npm run doctor`. */
  function doctor(variables: Record<string, string>): Promise<{ code: number; output: string }> {
    return new Promise((resolve) => {
      const env = { PATH: process.env.PATH, SITE_DIR: folder, NEWSROOM_DIR: join(folder, 'newsroom'), ...variables }
      const child = execFile('node', ['dist/doctor.js'], { cwd: ROOT, env }, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
      )
    })
  }

  test(
    'names what is left of the example, and a link that leads nowhere, and ends with 0 (SITE-11)',
    async () => {
      await create()
      await change(SERVICE, '"/category/news"', '/category/nws')
      const { code, output } = await doctor({})
      expect([code, output]).toEqual([0, expect.stringContaining(`leads to /category/nws (HTTP 404)`)])
      expect(output).toMatch(/look Values of the example are left:\n {5}\S*services\/gazeta\.yaml:\d+/)
    },
    RUN_LIMIT_MS,
  )

  test(
    'prints every mistake of a folder with its place, and ends with 1 (SITE-11)',
    async () => {
      await create()
      await change('group.yaml', 'version: 1', 'wersja: 1')
      await change(SERVICE, /accent: .*/, 'accent: "#ffffff"')
      const { code, output } = await doctor({})
      expect(code).toBe(1)
      expect(output).toMatch(/group\.yaml:\d+:1 "wersja" is unknown/)
      expect(output).toMatch(/services\/gazeta\.yaml:\d+:3 "colours\.accent" has a contrast of/)
    },
    RUN_LIMIT_MS,
  )

  test(
    'without a folder it checks none: a WordPress is the whole site (SITE-11)',
    async () => {
      await mkdir(folder)
      const { output } = await doctor({ SITE_DIR: '', CONTENT: 'wordpress', CMS_URL: 'http://127.0.0.1:1' })
      expect(output).not.toMatch(/example|szpalta/)
    },
    RUN_LIMIT_MS,
  )
})

test('an extension that is not compiled is listed with what to run (SITE-14)', async () => {
  await create()
  const titles = async () => siteChecks(await site()).map(({ title }) => title)
  expect(await titles()).not.toContain('Looking for the extension in the build')
  await writeFile(join(folder, 'extension.ts'), 'export default {}\n')
  const [, , finding] = await findings()
  expect(finding).toMatchObject({
    state: 'weak',
    says: expect.stringContaining(`${join('sites/gazeta', 'extension.ts')} is not compiled`),
    fix: expect.stringContaining('SITE_DIR=sites/gazeta npm run build'),
  })
})
