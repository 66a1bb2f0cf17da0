import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { debianProgram } from './debian-program.ts'

const run = promisify(execFile)

interface Reader {
  program: string
  packages: string
  file: string
  args(file: string): string[]
  /** Makes a whole configuration of the sample. */
  whole(text: string, folder: string): string
}

const READERS: Readonly<Record<'nginx' | 'systemd', Reader>> = {
  nginx: {
    program: 'nginx',
    packages: 'nginx-light',
    file: 'nginx.conf',
    args: (file) => ['-t', '-q', '-c', file],
    whole: (text, folder) => `pid ${folder}/pid;
error_log stderr;
events {}
http {
  access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
${text}
}
`,
  },
  systemd: {
    program: 'systemd-analyze',
    packages: 'systemd',
    file: 'gazeta.service',
    args: (file) => ['verify', '--recursive-errors=no', file],
    // The program is that of the machine on which it is read.
    whole: (text) => text.replace('/usr/bin/npx', '/bin/true'),
  },
}

/**
 * Has the program itself read its configuration.
 * @returns why it was not read; undefined: it was, and is right
 * @throws for a configuration that the program refuses
 */
export async function configurationProblem(
  of: keyof typeof READERS,
  text: string,
  at: string,
): Promise<string | undefined> {
  const { program: name, packages, file, args, whole } = READERS[of]
  const program = debianProgram(name, packages)
  if (program === undefined) return `${name} is not installed`
  const folder = await mkdtemp(join(tmpdir(), 'configuration-'))
  try {
    const path = join(folder, file)
    await writeFile(path, whole(text, folder))
    await run(program, args(path))
    return undefined
  } catch (error) {
    throw new Error(`${at}: ${String(error)}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
