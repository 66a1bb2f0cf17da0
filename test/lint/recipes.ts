import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Check, type Fault, lineAt, read, unless } from './project.ts'

const FILE = 'CONTRIBUTING.md'
const text = read(FILE)
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')))

/** Folders of the project that a recipe may name, and files next to them. */
const PATH =
  /^(?:src|tools|views|amp|mail|test|docs|development|sites|schemas|newsroom|deploy|bench)\/[\w./-]*$|^\.env\.example$/
/** Names in code; settings of the environment have their own table. */
const SYMBOL = /^(?:[A-Z][A-Z\d]+(?:_[A-Z\d]+)+|[a-z]+(?:[A-Z][a-z\d]+)+)$/

/** A numbered step with all of its lines, or a paragraph. */
interface Step {
  recipe: string
  line: number
  text: string
}

const start = text.indexOf('\n## Recipes')
const recipes = text.slice(start).split('\n### ').slice(1)
const steps: Step[] = recipes.flatMap((recipe) => {
  const at = text.indexOf(recipe, start)
  return recipe.split(/\n(?=\d+\. )|\n\n/).map((step) => ({
    recipe: recipe.split('\n', 1)[0] ?? '',
    line: lineAt(text, at + recipe.indexOf(step)),
    text: step,
  }))
})
const quoted = (step: string): string[] => [...step.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '')
const pathsIn = (step: string): string[] =>
  quoted(step)
    .flatMap((code) => code.split(' '))
    .filter((word) => PATH.test(word))

/** The text of a file, or of all files of a folder. */
function textAt(path: string): string {
  if (!statSync(path).isDirectory()) return readFileSync(path, 'utf8')
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(path, entry.name), 'utf8'))
    .join('\n')
}

const lostFiles = (): Fault[] =>
  steps.flatMap((step) =>
    pathsIn(step.text)
      .filter((path) => !existsSync(path))
      .map((path) => ({ file: FILE, line: step.line, problem: `${step.recipe}: there is no ${path}` })),
  )

const lostSymbols = (): Fault[] =>
  steps.flatMap((step) => {
    const places = pathsIn(step.text).filter((path) => existsSync(path))
    const symbols = quoted(step.text).filter((code) => SYMBOL.test(code))
    if (places.length === 0) return []
    return symbols
      .filter((name) => !places.some((path) => textAt(path).includes(name)))
      .map((name) => ({ file: FILE, line: step.line, problem: `${step.recipe}: ${name} is in no file of the step` }))
  })

const lostCommands = (): Fault[] => {
  const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)]
  return [
    ...unless(named.length > 20, FILE, 'fewer than 20 commands'),
    ...named
      .filter(([, name = '']) => scripts[name] === undefined)
      .map(({ 0: command, index }) => ({ file: FILE, line: lineAt(text, index), problem: `there is no ${command}` })),
  ]
}

export const RECIPE_CHECKS: Check[] = [
  {
    name: 'there are recipes, and they name files, symbols and commands',
    faults: () => [
      ...unless(recipes.length > 10, FILE, 'fewer than ten recipes'),
      ...unless(steps.flatMap((step) => pathsIn(step.text)).length > 60, FILE, 'fewer than 60 files in recipes'),
    ],
  },
  { name: 'every file that a recipe names is there', faults: lostFiles },
  { name: 'every symbol that a step names is in one of the files of that step', faults: lostSymbols },
  { name: 'every command of the document is a script of the project', faults: lostCommands },
]
