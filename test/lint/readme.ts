import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Check, type Fault, lineAt, projectFiles, read, unless } from './project.ts'

const FILE = 'README.md'
/** What a stranger reads before the choice to read on; both bounds only ever go down. */
const MAX_WORDS = 800
const MAX_IMAGE_BYTES = 150_000
/** `.ci/run` runs them, and so does everybody who tries the project. */
const COMMANDS = ['npm ci && npm start', 'npm ci && npm test']
const LINK = /\]\(([^)\s]+)\)/g

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length

/** Links between the documents of the project: a folder, a file, or a heading of one. */
function lostLinks(file: string): Fault[] {
  const text = read(file)
  return [...text.replaceAll(/^```[\s\S]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, ' ')).matchAll(LINK)]
    .filter(([, target = '']) => !/^(?:https?:|mailto:|\/)/.test(target))
    .flatMap(({ 1: target = '', index }) => {
      const [path = '', heading] = target.split('#')
      const linked = path === '' ? file : join(dirname(file), path)
      const fault = { file, line: lineAt(text, index), problem: `leads nowhere: ${target}` }
      if (!existsSync(linked)) return [fault]
      return heading === undefined || headingsOf(linked).has(heading) ? [] : [fault]
    })
}

/** As GitHub names them. */
function headingsOf(file: string): Set<string> {
  if (!file.endsWith('.md')) return new Set()
  return new Set(
    [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

function images(): Fault[] {
  const names = [...read(FILE).matchAll(/!\[([^\]]+)\]\(([^)]+)\)/g)].map(([, , name = '']) => name)
  return [
    ...unless(names.length === 3, FILE, `${names.length} images with a description, and not three`),
    ...names
      .filter((name) => existsSync(name) && statSync(name).size > MAX_IMAGE_BYTES)
      .map((name) => ({ file: name, problem: `${statSync(name).size} bytes, more than ${MAX_IMAGE_BYTES}` })),
  ]
}

export const README_CHECKS: Check[] = [
  {
    name: `the README has no more than ${MAX_WORDS} words, commands and tables included`,
    faults: () => unless(wordsIn(read(FILE)) <= MAX_WORDS, FILE, `${wordsIn(read(FILE))} words`),
  },
  {
    name: 'it has the two commands that start and test a clone',
    faults: () => COMMANDS.flatMap((command) => unless(read(FILE).includes(command), FILE, `lacks ${command}`)),
  },
  { name: 'it shows a front page, an article and the desk in images that load fast', faults: images },
  {
    name: 'every link between documents leads somewhere',
    faults: () => projectFiles('*.md', 'docs/*.md', 'deploy/*.md', 'newsroom/README.md').flatMap(lostLinks),
  },
]
