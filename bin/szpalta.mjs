#!/usr/bin/env node
/** The program as a command, for a project that has it as a package: `npx szpalta --help`. */
import { existsSync } from 'node:fs'

const [major, minor] = process.versions.node.split('.').map(Number)
const program = new URL('../dist/szpalta.js', import.meta.url)
const problem =
  major < 20 || (major === 20 && minor < 19)
    ? `Szpalta needs Node 20.19 or later, and this is ${process.version}: https://nodejs.org`
    : existsSync(program)
      ? undefined
      : 'this clone has no build yet: npm run build'
if (problem === undefined) await import(program.href)
else {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 2
}
