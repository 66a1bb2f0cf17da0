import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { TEMPLATES } from '../../src/languages/templates.ts'
import { languageFile, missingTexts } from '../../src/site/language-file.ts'
import { translationFile } from '../../src/site/translation.ts'
import { readYaml } from '../../src/site/yaml-file.ts'
import { OWN_FILES } from '../support/own-languages.ts'
import { ROOT } from '../support/root.ts'

const OPTIONS = { original: 'en', schema: '../../schemas/language.json' } as const
const texts = (text: string) => {
  const { value, problems } = readYaml('x.yaml', text, languageFile()).parsed
  expect(problems).toEqual([])
  return value ?? {}
}

describe('a file for a translator', () => {
  test('has every key with a text next to it, and every plural form of the language (LANG-11)', () => {
    const { text, missing, unused } = translationFile('ar', OPTIONS)
    expect(missing).toEqual(missingTexts('ar', {}))
    expect(missing).toContain('series.parts.few')
    expect(unused).toEqual([])
    expect(text).toContain('\nskipToContent: # Skip to content\n')
    expect(text).toContain('\n    zero: # {count} results\n')
    // Nothing is filled: every text comes from the fallback.
    expect(missingTexts('ar', texts(text))).toEqual(missing)
    expect(translationFile('ar', { ...OPTIONS, original: 'pl' }).text).toContain('skipToContent: # Przejdź do treści')
  })

  test('keeps what is filled, its notes and fields, and is the same when it is written once more (LANG-11)', () => {
    const before = OWN_FILES.fr.replace(/^home:/m, '# Comme dans le menu.\nhome:')
    const once = translationFile('fr', { ...OPTIONS, before })
    expect([once.missing, once.unused]).toEqual([[], []])
    expect(texts(once.text)).toEqual(texts(OWN_FILES.fr))
    expect(once.text).toContain('# Comme dans le menu.\nhome: "Accueil" # Home\n')
    expect(translationFile('fr', { ...OPTIONS, before: once.text }).text).toBe(once.text)
  })

  test('says what is missing and what is no longer used, and loses no word of it (LANG-11)', () => {
    const before = 'home: Start\nsearch:\n  label: ""\n  oldHint: Typ iets\nfooter: nee\ngone: { one: a, other: b }\n'
    const { text, missing, unused } = translationFile('nl', { ...OPTIONS, before })
    expect(unused).toEqual(['search.oldHint', 'footer', 'gone.one', 'gone.other'])
    expect(missing).toContain('search.label')
    expect(missing).not.toContain('home')
    expect(text).toContain('# No longer used:\n#   search.oldHint: "Typ iets"\n')
    const again = translationFile('nl', { ...OPTIONS, before: text })
    expect(again.unused).toEqual([])
    expect(again.text).toBe(text)
  })

  test('refuses what is no YAML', () => {
    expect(() => translationFile('fr', { ...OPTIONS, before: 'home: "x\n' })).toThrow(/line 2/)
  })
})

describe('npm run messages', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'messages-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
    const env = { PATH: process.env.PATH, SITE_DIR: folder }
    const child = spawn(process.execPath, [join(ROOT, 'dist/messages.js'), ...args], { env })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      err += chunk
    })
    const [code] = await once(child, 'close')
    return { code, out, err }
  }

  test.each([[[]], [['fr', 'nl']], [['french']], [['de']], [['fr', '--original', 'xx']], [['../fr']]])(
    '%j prints the usage, and ends with 2 (LANG-11)',
    async (args) => {
      const { code, out, err } = await run(...args)
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain('usage: npm run messages')
    },
  )

  test('begins French with the program’s own, and another language with empty keys (LANG-11)', async () => {
    const french = await run('fr')
    expect([french.code, french.out]).toEqual([0, `${folder}/messages/fr.yaml: no text is missing\n`])
    expect(texts(await readFile(join(folder, 'messages/fr.yaml'), 'utf8'))).toEqual(texts(OWN_FILES.fr))
    const dutch = await run('nl', '--original', 'de')
    expect(dutch.code).toBe(0)
    expect(dutch.out).toMatch(/messages\/nl\.yaml: \d{3} texts are missing: skipToContent, .* and \d+ more\n$/)
    expect(await readFile(join(folder, 'messages/nl.yaml'), 'utf8')).toContain(`# ${TEMPLATES.de.skipToContent}`)
  })

  test('names what a start would refuse, with its line, and ends with 1 (LANG-11)', async () => {
    await mkdir(join(folder, 'messages'), { recursive: true })
    await writeFile(join(folder, 'messages/es.yaml'), 'search:\n  heading: Busca\n')
    const { code, out } = await run('es')
    expect(code).toBe(1)
    expect(out).toMatch(/messages\/es\.yaml:\d+:\d+ "search\.heading" must have \{query\}/)
    expect(parse(await readFile(join(folder, 'messages/es.yaml'), 'utf8')).search.heading).toBe('Busca')
  })
})
