import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../support/root.ts'

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
afterAll(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })))
})

/** Reads extensions one after the other, without the rest of a build; what each is refused for. */
const READ = `const { readExtension } = await import('./build/extension.mjs')
const [folder, types, ...sites] = process.argv.slice(1)
const check = types === 'checked' ? undefined : () => {}
const refused = []
for (const site of sites) {
  process.env.SITE_DIR = site
  refused.push(await readExtension(folder, check).then(() => undefined, ({ message }) => message))
}
process.stdout.write(JSON.stringify(refused))`

/** A site folder with an extension's files, and the name of its build. */
async function siteWith(files: Record<string, string>): Promise<{ site: string; name: string }> {
  const site = await mkdtemp(join(tmpdir(), 'site-'))
  const name = `dist-${site.split('-').at(-1)?.toLowerCase()}`
  folders.push(site, join(ROOT, name))
  await cp(join(ROOT, 'sites/courier'), site, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(site, path)), { recursive: true })
    await writeFile(join(site, path), text)
  }
  return { site, name }
}

/** Builds a site folder with an extension's files; what the build said when it failed. */
async function build(files: Record<string, string>): Promise<string | undefined> {
  const { site, name } = await siteWith(files)
  try {
    await run('node', ['esbuild.config.mjs', name], { cwd: ROOT, env: { ...process.env, SITE_DIR: site } })
    return undefined
  } catch (error) {
    return String(Reflect.get(Object(error), 'stderr'))
  }
}

/**
 * What a build says of each of these extensions.
 * @param types whether they are checked first, which takes seconds of each
 */
async function refusals(
  extensions: ReadonlyArray<Record<string, string>>,
  types: 'checked' | 'right',
  { isLinked = false } = {},
): Promise<Array<string | null>> {
  const made = await Promise.all(extensions.map(siteWith))
  const sites = await Promise.all(made.map(({ site }) => (isLinked ? linkTo(site) : site)))
  const args = ['--input-type=module', '-e', READ, made[0]?.name ?? '', types, ...sites]
  const { stdout } = await run('node', args, { cwd: ROOT })
  return JSON.parse(stdout) as Array<string | null>
}

async function linkTo(site: string): Promise<string> {
  folders.push(`${site}-link`)
  await symlink(site, `${site}-link`)
  return `${site}-link`
}

/** What authors write, and the check must not take for a reach: names of browsers as keys, parameters, members. */
const HONEST = `import { defineBlock, urlField, z } from 'szpalta/extension'

interface Named {
  eval(): string
  status: string
}

class Reader {
  name = 'reader'
  open(event: Named): string {
    return event.status + this.name
  }
}

const hostOf = ({ href: location, hostname }: URL): string => location + hostname

export const link = defineBlock({
  name: 'gazeta/link',
  fields: z.object({ url: urlField, status: z.string().default('') }),
  page: ({ fields: { url, status } }) => <details open title={status}>{hostOf(new URL(url, 'https://a.example'))}</details>,
  amp({ fields: { status }, html: { text } }) {
    console.warn(new Intl.NumberFormat('pl').format(structuredClone(1)))
    return text(new Reader().open({ status, eval: () => '' }))
  },
  feed: ({ fields: { status: name }, html: { tag, text } }) => tag('p', {}, text(name)),
})
`
const HELPER = `export function keep(value: string): void {
  localStorage.setItem('gazeta', value)
}
`

test(
  'an extension in any folder is compiled, through a link too',
  async () => {
    const files = {
      ...WHOLE,
      'extension.ts': `import { defineExtension } from 'szpalta/extension'
import { link } from '${FOLDER}/other/link.tsx'
import { quiz } from '${FOLDER}/quiz.tsx'

export default defineExtension({ blocks: [quiz, link] })
`,
      'extension/other/link.tsx': HONEST,
      'extension/quiz.island.tsx': `import { keep } from '${SAME}/keep.island.ts'\n${ISLAND.replace('open(!isOpen)', 'keep(String(open(!isOpen)))')}`,
      'extension/keep.island.ts': HELPER,
    }
    expect(await refusals([files], 'checked', { isLinked: true })).toEqual([null])
  },
  MINUTE,
)

const block = (page: string): string => `import { defineBlock, z } from 'szpalta/extension'

export const block = defineBlock({
  name: 'gazeta/own', fields: z.object({ title: z.string() }),
  amp: ({ fields, html: { text } }) => text(fields.title), feed: () => undefined,
  ${page},
})
`
/** A file each; the line where it is wrong, and the message. */
const MISTAKES: Array<[string, string, string]> = [
  [
    'a block without a feed',
    "import { defineBlock, z } from 'szpalta/extension'\nexport const a = defineBlock({ name: 'a/b', fields: z.object({}), page: () => 'x', amp: ({ html }) => html.text('x') })",
    "2:30: [^]*?'feed' is missing",
  ],
  [
    'a block without a page',
    "import { defineBlock, z } from 'szpalta/extension'\nexport const a = defineBlock({ name: 'a/b', fields: z.object({}), amp: ({ html }) => html.text('x'), feed: () => undefined })",
    "2:30: [^]*?'page' is missing",
  ],
  [
    'plain text as markup',
    "import { defineBlock, z } from 'szpalta/extension'\nexport const a = defineBlock({ name: 'a/b', fields: z.object({}), page: () => 'x', amp: () => '<p>', feed: () => undefined })",
    "2:\\d+: [^]*?Type 'string' is not assignable to type 'SafeHtml'",
  ],
  [
    'a field that its schema lacks',
    "import { defineBlock, z } from 'szpalta/extension'\nexport const a = defineBlock({ name: 'a/b', fields: z.object({ question: z.string() }), page: ({ fields }) => fields.title, amp: ({ html }) => html.text('x'), feed: () => undefined })",
    "2:\\d+: Property 'title' does not exist",
  ],
  [
    'the network',
    block("page: () => { fetch('https://a.example'); return null }"),
    '6:\\d+: "fetch" is of the browser: only an island',
  ],
  ['the network by a shorthand', block('page: () => String({ fetch })'), '6:\\d+: "fetch" is of the browser'],
  ['the network by the window', block("page: () => String(window['fetch'])"), '6:\\d+: "window" is of the browser'],
  [
    'a class of the browser',
    block('page: ({ fields }) => String(Object(fields) instanceof HTMLElement)'),
    '6:\\d+: "HTMLElement" is of the browser',
  ],
  ['an element of its own', 'export class Own extends HTMLElement {}', '1:\\d+: "HTMLElement" is of the browser'],
  ['the process', block('page: () => process.cwd()'), "6:\\d+: Cannot find name 'process'"],
  ['code from text', block("page: () => eval('1')"), '6:\\d+: "eval" an extension has no use for it'],
  [
    'a function from text',
    block("page: () => new Function('return 1')()"),
    '6:\\d+: "Function" an extension has no use for it',
  ],
  [
    'the global object',
    block("page: () => Reflect.get(globalThis, 'process')"),
    '6:\\d+: "globalThis" an extension has no use for it',
  ],
  [
    'a computed import',
    block("page: () => { import('node:' + 'fs'); return null }"),
    '6:\\d+: "import\\(.*" imports what no build can see',
  ],
  ['a module of Node', "import 'node:fs'\nexport {}", '1:\\d+: Cannot find module or type declarations'],
  ['a file that is not there', `import '${SAME}/gone.js'\nexport {}`, '1:\\d+: Cannot find module'],
  ['a mistake in its syntax', 'export const a = () = > 1', '1:\\d+: '],
]

describe('mistakes are listed all at once, with file, line and column (SITE-14)', () => {
  let said: string | null | undefined
  beforeAll(async () => {
    const files = MISTAKES.map(([, code], nth) => [`extension/mistake-${nth}.tsx`, code] as const)
    const imports = MISTAKES.map((_, nth) => `import '${FOLDER}/mistake-${nth}.tsx'`).join('\n')
    const extension = {
      ...Object.fromEntries(files),
      'extension.ts': `${imports}\n${WHOLE['extension.ts']}`,
      'extension/quiz.tsx': QUIZ,
      'extension/quiz.island.tsx': ISLAND,
    }
    ;[said] = await refusals([extension], 'checked')
  }, MINUTE)

  test.each(MISTAKES.map(([what, , message], nth) => [what, nth, message] as const))('%s', (_what, nth, message) => {
    expect(said).toMatch(new RegExp(`^  extension/mistake-${nth}\\.tsx:${message}`, 'm'))
  })

  test('and nothing else', () => {
    expect(new Set([...(said ?? '').matchAll(/^ {2}([^\s:]+):/gm)].map(([, file]) => file)).size).toBe(MISTAKES.length)
  })
})

const quizWith = (from: string, to: string) => ({ ...WHOLE, 'extension/quiz.tsx': QUIZ.replace(from, to) })

const REFUSED: Array<[string, Record<string, string>, RegExp]> = [
  [
    'JavaScript that nobody checks',
    { ...quizWith('import Quiz', `import '${SAME}/set-up.js'\nimport Quiz`), 'extension/set-up.js': 'fetch' },
    /"\.\/set-up\.js" is no TypeScript of the extension/,
  ],
  [
    'a file outside its folder',
    { ...WHOLE, 'extension.ts': `import '${SAME}/other.ts'\n${WHOLE['extension.ts']}`, 'other.ts': 'export {}' },
    /"\.\/other\.ts" is no TypeScript of the extension: files lie in extension\//,
  ],
  [
    'no island in its file',
    { ...WHOLE, 'extension/quiz.tsx': QUIZ.replace('gazeta/quiz', 'gazeta/pytanie') },
    /extension\/pytanie\.island\.tsx is missing: the island of the block "gazeta\/pytanie"/,
  ],
  [
    'another island than its file',
    quizWith('island: Quiz', 'island: (props: { question: string }) => Quiz(props)'),
    /extension\/quiz\.island\.tsx has another default export/,
  ],
  [
    'no default export',
    { ...WHOLE, 'extension.ts': WHOLE['extension.ts'].replace('export default', 'export const own =') },
    /extension\.ts:1: exports no extension: write "export default defineExtension/,
  ],
  ['a name that is taken', quizWith("'gazeta/quiz'", "'core/quiz'"), /the block "core\/quiz": "core\/" is taken/],
]

describe('a build ends with what is wrong (SITE-14)', () => {
  let said: Array<string | null>
  beforeAll(async () => {
    said = await refusals(
      REFUSED.map(([, files]) => files),
      'right',
    )
  }, 2 * MINUTE)

  test.each(REFUSED.map(([what, , message], nth) => [what, nth, message] as const))('%s', (_what, nth, message) => {
    expect(said[nth]).toMatch(message)
  })
})

test(
  'a build with an extension in a file of another name ends with what is wrong (SITE-14)',
  async () => {
    const said = await build({ ...WHOLE, 'extension.tsx': WHOLE['extension.ts'] })
    expect(said).toMatch(/extension\.tsx.*must be extension\.ts/s)
  },
  MINUTE,
)

test(
  'an island that takes the definitions along ends the browser’s build',
  async () => {
    const island = `import { z } from 'szpalta/extension'\n${ISLAND.replace('{question}', '{String(z) + question}')}`
    const [said] = await refusals([{ ...WHOLE, 'extension/quiz.island.tsx': island }], 'right')
    expect(said).toMatch(/an island imports types only from "szpalta\/extension"/)
  },
  MINUTE,
)

test.each(['src', 'dist-development', '../other'])('a build deletes no folder such as %s', async (name) => {
  const building = run('node', ['esbuild.config.mjs', name], { cwd: ROOT })
  await expect(building).rejects.toMatchObject({ stderr: expect.stringContaining(`"${name}" is no name for a build`) })
})
