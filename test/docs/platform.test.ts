import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { PROGRAM_FOLDERS } from '../support/program-folders.ts'
import { ROOT } from '../support/root.ts'

const PACKAGES = [
  'express',
  'react',
  'react-dom',
  'react-router-dom',
  'react-helmet-async',
  'esbuild',
  'compression',
  'node-cache',
  'axios',
  'jsdom',
  'jest',
  'ts-jest',
  'supertest',
]

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const sourcesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|m?js|cjs)$/.test(name))
    .map((name) => join(folder, name))
const dependencies = z.record(z.string(), z.string())
const manifest = z.object({ dependencies, devDependencies: dependencies })

test('Express serves what React streams, and all of it is TypeScript (PLAT-1)', () => {
  const programs = PROGRAM_FOLDERS.flatMap(sourcesIn)
  expect(programs.filter((file) => !/\.tsx?$/.test(file))).toEqual([])
  const users = (name: RegExp) => programs.filter((file) => name.test(read(file)))
  expect(users(/from 'express'/).length).toBeGreaterThan(0)
  expect(users(/import .*renderToPipeableStream.* from 'react-dom\/server'/).length).toBeGreaterThan(0)
})

test.each(PACKAGES)('the package %s is installed and used (PLAT-2)', (name) => {
  const { dependencies, devDependencies } = manifest.parse(JSON.parse(read('package.json')))
  expect({ ...dependencies, ...devDependencies }).toHaveProperty([name])
  const files = [...[...PROGRAM_FOLDERS, 'test', 'build'].flatMap(sourcesIn), 'esbuild.config.mjs', 'jest.config.mjs']
  const isUsed = (file: string): boolean => new RegExp(`['"\`/]${name}['"\`/]`).test(read(file))
  expect(files.some((file) => !file.startsWith('test/docs/') && isUsed(file)) || name === 'jest').toBe(true)
})

test('the top level has its parts (PLAT-3)', () => {
  const names = [
    'package.json',
    'tsconfig.json',
    'esbuild.config.mjs',
    'src',
    'amp',
    'views',
    'public',
    'test',
    'Procfile',
  ]
  expect(names.filter((name) => !existsSync(join(ROOT, name)))).toEqual([])
})

test('pages and AMP never import each other (AMP-6)', () => {
  const imports = (folder: string, other: RegExp) =>
    sourcesIn(folder).filter((file) =>
      [...read(file).matchAll(/(?:from|import\() ?'([^']+)'/g)].some(([, path = '']) => other.test(path)),
    )
  expect(imports('views', /\.\.\/amp\//)).toEqual([])
  expect(imports('amp', /\.\.\/views\/(?!styles\/)/)).toEqual([])
})

test('CI checks that rooms import each other in one direction (PLAT-5)', () => {
  expect(read('.ci/run')).toMatch(/^step '[^']+' npm run --silent depcruise$/m)
  expect(read('package.json')).toMatch(
    /"depcruise": "depcruise --config .dependency-cruiser.cjs src views amp mail tools development"/,
  )
})
