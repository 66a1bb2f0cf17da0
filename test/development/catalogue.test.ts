import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ENTRIES } from '../../development/catalogue/entries.ts'
import { frameOf, OUTPUTS, THEMES } from '../../development/catalogue/frames.tsx'
import { readBuild } from '../../src/portal/build.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'

const dist = join(ROOT, 'dist')
const cases = ENTRIES.flatMap(({ place, type, variants }) =>
  variants.map(({ name, shown }) => ({ place, type, name, shown })),
)

test.each(cases)('$place $type, $name, can be shown in every output that it has', async ({ place, shown }) => {
  const build = await readBuild(ROOT, dist)
  for (const output of OUTPUTS) {
    for (const theme of THEMES) {
      const frame = frameOf({ shown, output, theme, origin: 'http://localhost', build })
      expect([output, frame !== undefined]).toEqual([output, place === 'article' || output === 'page'])
      expect(frame?.html ?? theme).toContain(theme)
    }
  }
})

describe('in production', () => {
  let portal: PortalProcess
  beforeAll(async () => {
    portal = await startProcess()
    await portal.ready()
  })
  afterAll(() => portal.stop())

  const shownAt = async (path: string): Promise<{ status: number; text: string }> => {
    const { status, text } = await portal.ask(path)
    return { status, text: text.replaceAll(path, '') }
  }

  test.each(['/__catalogue', '/__catalogue/article/table', '/__development/events'])(
    '%s is a URL like any missing one',
    async (path) => {
      const [own, unknown] = [await shownAt(path), await shownAt(path.replaceAll('_', 'x'))]
      expect(own).toEqual(unknown)
      expect(own.status).toBe(404)
    },
  )

  test('no page contains development code, and of the build only what `szpalta dev` loads (SITE-22)', async () => {
    const names = (await readdir(dist, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    const texts = await Promise.all(
      names.map(async ({ parentPath, name }) => [name, await readFile(join(parentPath, name), 'latin1')] as const),
    )
    expect(texts.length).toBeGreaterThan(20)
    const traces = texts
      .filter(([, text]) => /__catalogue|__development|EventSource\(/.test(text))
      .map(([name]) => name)
    expect(traces.sort()).toEqual(['dev.js', 'live-reload.js'])
    const { text, headers } = await portal.ask('/')
    expect(text).not.toMatch(/__development|EventSource/)
    expect(headers['server-timing'] ?? '').not.toContain('build')
  })
})
