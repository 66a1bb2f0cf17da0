import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fenceOf } from './markdown.ts'

const run = promisify(execFile)
const PARTS = ['bin', 'dist', 'languages', 'schemas', 'package.json']
/** As `szpalta --help` lists them: two spaces, the name, what it does. */
const LISTED = /^ {2}([a-z][a-z-]*(?::[a-z]+)?) {2,}(.+)$/gm

/**
 * What the built program says of its commands, as in a project that has it as a package.
 * @param root the project's folder, with a build
 */
export async function commandsPage(root: string): Promise<string> {
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'commands-'))
  try {
    const own = join(folder, 'node_modules/szpalta')
    for (const part of PARTS) await cp(join(root, part), join(own, part), { recursive: true })
    const help = async (...args: string[]): Promise<string> => {
      const command = [join(own, 'bin/szpalta.mjs'), ...args, '--help']
      return (await run(process.execPath, command, { cwd: folder, env: {} })).stdout
    }
    const listed = [...(await help()).matchAll(LISTED)].map(([, name = '', meaning = '']) => ({ name, meaning }))
    const sections: string[] = []
    for (const { name, meaning } of listed) {
      sections.push(`## ${name}\n\n${sentence(meaning)}\n\n${fenceOf('text', await help(name))}`)
    }
    return page(sections)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

function page(sections: readonly string[]): string {
  return `# Commands

Written by \`npm run docs:reference\` from what the commands say of themselves (\`--help\`): change those. In a project that has the program
as a package, a command is \`npx szpalta <command>\`, and a new project is \`npm create szpalta@latest <folder>\`. In a clone of the repository the same
command is \`npm run <command> -- <arguments>\`, after \`npm run build\`.

Paths are relative to the folder in which a command is typed, and so is \`data/\`, where the portal keeps what it writes. Settings are
variables of the environment, or lines of a file \`.env\` ([settings](settings.md)).

${sections.join('\n')}`
}
