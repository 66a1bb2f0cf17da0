import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../support/root.ts'

const run = promisify(execFile)
const MINUTE = 60_000

/** The tests' own compiler would take these imports for its own. */
const [SAME, FOLDER] = ['.', './extension']

const QUIZ = `import { defineBlock, z } from 'szpalta/extension'
import Quiz from '${SAME}/quiz.island.tsx'

export const quiz = defineBlock({
  name: 'gazeta/quiz',
  fields: z.object({ question: z.string() }),
  page: ({ fields, island }) => island(fields),
  amp: ({ fields, html: { text } }) => text(fields.question),
  feed: () => undefined,
  island: Quiz,
})
`
const ISLAND = `import { useState } from 'react'

export default function Quiz({ question }: { question: string }) {
  const [isOpen, open] = useState(false)
  return <button type="button" onClick={() => open(!isOpen)}>{question}</button>
}
`
const WHOLE = {
  'extension.ts': `import { defineExtension } from 'szpalta/extension'
import { quiz } from '${FOLDER}/quiz.tsx'

export default defineExtension({ blocks: [quiz] })
`,
  'extension/quiz.tsx': QUIZ,
  'extension/quiz.island.tsx': ISLAND,
}

const folders: string[] = []
afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })))
})

/** Reads the extension, without the rest of a build. */
const READ = "import('./build/extension.mjs').then(({ readExtension }) => readExtension(process.argv[1]))"

/** Builds a site folder with an extension's files; what the build said when it failed. */
async function build(files: Record<string, string>, isWhole = true): Promise<string | undefined> {
  const site = await mkdtemp(join(tmpdir(), 'site-'))
  const name = `dist-${site.split('-').at(-1)?.toLowerCase()}`
  folders.push(site, join(ROOT, name))
  await cp(join(ROOT, 'sites/courier'), site, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(site, path)), { recursive: true })
    await writeFile(join(site, path), text)
  }
  try {
    await run('node', [...(isWhole ? ['esbuild.config.mjs'] : ['-e', READ]), name], {
      cwd: ROOT,
      env: { ...process.env, SITE_DIR: site },
    })
    return undefined
  } catch (error) {
    return String(Reflect.get(Object(error), 'stderr'))
  }
}

test('an extension in any folder is built', async () => expect(await build(WHOLE)).toBeUndefined(), MINUTE)

const quizWith = (from: string, to: string) => ({ ...WHOLE, 'extension/quiz.tsx': QUIZ.replace(from, to) })

test.each<[string, Record<string, string>, RegExp]>([
  [
    'a block without a feed',
    quizWith('  feed: () => undefined,\n', ''),
    /extension\/quiz\.tsx:4:33: .*'feed' is missing/s,
  ],
  [
    'a block without AMP',
    quizWith('  amp: ({ fields, html: { text } }) => text(fields.question),\n', ''),
    /quiz\.tsx:4:33: .*'amp' is missing/s,
  ],
  [
    'a field that its schema lacks',
    quizWith('text(fields.question)', 'text(fields.title)'),
    /quiz\.tsx:8:\d+: Property 'title' does not exist/,
  ],
  [
    'an AMP document of plain text',
    quizWith('text(fields.question)', 'fields.question'),
    /quiz\.tsx:8:\d+: Type 'string' is not assignable/,
  ],
  [
    'properties that the island lacks',
    quizWith('island(fields)', 'island({ title: 1 })'),
    /quiz\.tsx:7:\d+: .*'title' does not exist/,
  ],
  [
    'the network',
    quizWith('feed: () => undefined', "feed: () => { fetch('https://a.example'); return undefined }"),
    /quiz\.tsx:9:\d+: "fetch" is of the browser: only an island/,
  ],
  [
    'the process',
    quizWith('feed: () => undefined', 'feed: ({ html }) => html.text(process.cwd())'),
    /quiz\.tsx:9:\d+: Cannot find name 'process'/,
  ],
  [
    'code from text',
    quizWith('feed: () => undefined', "feed: () => eval('1')"),
    /quiz\.tsx:9:\d+: "eval" an extension has no use for it/,
  ],
  [
    'the global object',
    quizWith('feed: () => undefined', "feed: () => Reflect.get(globalThis, 'process')"),
    /quiz\.tsx:9:\d+: "globalThis" an extension has no use for it/,
  ],
  [
    'a computed import',
    quizWith('feed: () => undefined', "feed: () => { import('node:' + 'fs'); return undefined }"),
    /quiz\.tsx:9:\d+: "import\('node:' \+ 'fs'\)" imports what no build can see/,
  ],
  [
    'a module of Node',
    quizWith('import Quiz', "import 'node:fs'\nimport Quiz"),
    /(?:quiz\.tsx:2:\d+|extension may not import "node:fs")/,
  ],
  [
    'another room of the program',
    quizWith('import Quiz', `import '${join(ROOT, 'src/server.ts')}'\nimport Quiz`),
    /extension may not import ".*src\/server\.ts", only "szpalta\/extension"/,
  ],
  [
    'a file outside its folder',
    quizWith('import Quiz', "import '../../other.js'\nimport Quiz"),
    /(?:Cannot find module|lies outside the site folder|Could not resolve "\.\.\/\.\.\/other\.js")/,
  ],
  [
    'an island that takes the definitions along',
    {
      ...WHOLE,
      'extension/quiz.island.tsx': `import { z } from 'szpalta/extension'\n${ISLAND.replace('{question}', '{String(z)}')}`,
    },
    /an island imports types only from "szpalta\/extension"/,
  ],
  [
    'an island in a file of another name',
    { ...WHOLE, 'extension/quiz.tsx': QUIZ.replace('gazeta/quiz', 'gazeta/pytanie') },
    /extension\/pytanie\.island\.tsx is missing: the block "gazeta\/pytanie" has an island/,
  ],
  [
    'no default export',
    { ...WHOLE, 'extension.ts': WHOLE['extension.ts'].replace('export default', 'export const own =') },
    /extension\.ts:1: exports no extension: write "export default defineExtension/,
  ],
  ['a name that is taken', quizWith("'gazeta/quiz'", "'core/quiz'"), /the block "core\/quiz": "core\/" is taken/],
  ['a mistake in its syntax', quizWith('feed: () =>', 'feed: () = >'), /quiz\.tsx:9:\d+: /],
])(
  'a build with %s ends with what is wrong, and where (SITE-14)',
  async (what, files, message) => {
    // What an island imports shows when the browser's part is built.
    expect(await build(files, what.startsWith('an island that'))).toMatch(message)
  },
  MINUTE,
)

test('a build deletes no folder of the project', async () => {
  const building = run('node', ['esbuild.config.mjs', 'src'], { cwd: ROOT })
  await expect(building).rejects.toMatchObject({ stderr: expect.stringContaining('"src" is no name for a build') })
})
