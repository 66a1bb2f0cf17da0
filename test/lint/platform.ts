import { existsSync } from 'node:fs'
import {
  type Check,
  type Fault,
  lineAt,
  namedPackages,
  PROGRAM_FOLDERS,
  projectFiles,
  read,
  unless,
} from './project.ts'

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

const TOP_LEVEL = [
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
const sourcesIn = (...folders: string[]): string[] =>
  projectFiles(...folders).filter((name) => /\.(?:tsx?|m?js|cjs)$/.test(name))

function platform(): Fault[] {
  const programs = sourcesIn(...PROGRAM_FOLDERS)
  const isUsed = (pattern: RegExp): boolean => programs.some((file) => pattern.test(read(file)))
  return [
    ...programs.filter((file) => !/\.tsx?$/.test(file)).map((file) => ({ file, problem: 'is no TypeScript' })),
    ...unless(isUsed(/from 'express'/), 'src', 'nothing imports Express'),
    ...unless(
      isUsed(/import .*renderToPipeableStream.* from 'react-dom\/server'/),
      'src',
      'nothing imports renderToPipeableStream',
    ),
  ]
}

function unusedPackages(): Fault[] {
  const installed = namedPackages().map((one) => one.name)
  const files = [...sourcesIn(...PROGRAM_FOLDERS, 'test', 'build'), 'esbuild.config.mjs', 'jest.config.mjs']
  return PACKAGES.flatMap((name) => {
    const written = new RegExp(`['"\`/]${name}['"\`/]`)
    const isUsed = files.some((file) => !file.startsWith('test/lint/') && written.test(read(file)))
    return [
      ...unless(installed.includes(name), 'package.json', `${name} is not installed`),
      ...unless(isUsed || name === 'jest', 'package.json', `${name} is not used`),
    ]
  })
}

const crossings = (folder: string, other: RegExp): Fault[] =>
  sourcesIn(folder).flatMap((file) =>
    [...read(file).matchAll(/(?:from|import\() ?'([^']+)'/g)]
      .filter(([, path = '']) => other.test(path))
      .map(({ 1: path, index }) => ({ file, line: lineAt(read(file), index), problem: `imports ${path}` })),
  )

export const PLATFORM_CHECKS: Check[] = [
  { name: 'Express serves what React streams, and all of it is TypeScript (PLAT-1)', faults: platform },
  { name: 'the packages of the portal are installed and used (PLAT-2)', faults: unusedPackages },
  {
    name: 'the top level has its parts (PLAT-3)',
    faults: () => TOP_LEVEL.flatMap((name) => unless(existsSync(name), name, 'is not there')),
  },
  {
    name: 'pages and AMP never import each other (AMP-6)',
    faults: () => [...crossings('views', /\.\.\/amp\//), ...crossings('amp', /\.\.\/views\/(?!styles\/)/)],
  },
  {
    name: 'CI checks that rooms import each other in one direction (PLAT-5)',
    faults: () => [
      ...unless(/^step '[^']+' npm run --silent depcruise$/m.test(read('.ci/run')), '.ci/run', 'has no such step'),
      ...unless(
        read('package.json').includes(
          '"depcruise": "depcruise --config .dependency-cruiser.cjs src views amp mail tools development"',
        ),
        'package.json',
        'its command checks other folders',
      ),
    ],
  },
]
