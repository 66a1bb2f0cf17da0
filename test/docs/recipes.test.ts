import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../support/root.ts'

const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))

/** Folders of the project that a recipe may name, and files next to them. */
const PATH =
  /^(?:src|tools|views|amp|mail|test|docs|development|sites|schemas|newsroom|deploy|bench)\/[\w./-]*$|^\.env\.example$/
/** Names in code; settings of the environment have their own table. */
const SYMBOL = /^(?:[A-Z][A-Z\d]+(?:_[A-Z\d]+)+|[a-z]+(?:[A-Z][a-z\d]+)+)$/

interface Step {
  recipe: string
  /** A numbered step with all of its lines, or a paragraph. */
  text: string
}

const recipes = text
  .slice(text.indexOf('\n## Recipes'))
  .split('\n### ')
  .slice(1)
  .map((recipe) => ({ title: recipe.split('\n', 1)[0] ?? '', text: recipe }))
const steps: Step[] = recipes.flatMap(({ title, text: recipe }) =>
  recipe.split(/\n(?=\d+\. )|\n\n/).map((step) => ({ recipe: title, text: step })),
)
const quoted = (step: string): string[] => [...step.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '')
const pathsIn = (step: string): string[] =>
  quoted(step)
    .flatMap((code) => code.split(' '))
    .filter((word) => PATH.test(word))

/** The text of a file, or of all files of a folder. */
function textAt(path: string): string {
  const absolute = join(ROOT, path)
  if (!statSync(absolute).isDirectory()) return readFileSync(absolute, 'utf8')
  return readdirSync(absolute, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(absolute, entry.name), 'utf8'))
    .join('\n')
}

test('there are recipes, and they name files, symbols and commands', () => {
  expect(recipes.length).toBeGreaterThan(10)
  expect(steps.flatMap((step) => pathsIn(step.text)).length).toBeGreaterThan(60)
})

test.each(recipes)('every file that "$title" names is there', ({ text: recipe }) => {
  expect(pathsIn(recipe).filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('every symbol that a step names is in one of the files of that step', () => {
  const lost = steps.flatMap((step) => {
    const places = pathsIn(step.text).filter((path) => existsSync(join(ROOT, path)))
    const symbols = quoted(step.text).filter((code) => SYMBOL.test(code))
    if (places.length === 0) return []
    return symbols
      .filter((name) => !places.some((path) => textAt(path).includes(name)))
      .map((name) => `${step.recipe}: ${name}`)
  })
  expect(lost).toEqual([])
})

test('every command of the document is a script of the project', () => {
  const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name ?? '')
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
})
